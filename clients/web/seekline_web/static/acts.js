// The actions of the item whose detail is open, as buttons, and their outcomes.
//
// A click applies to the item and to the list from which it was opened, whatever the list is by then; the engine
// compares. Nothing is retried: what fails, or is lost in flight, is only reported.

import { isLost, isUnsent } from "./connection.js"
import { toast } from "./copy.js"
import { brief, h } from "./safe.js"

const noSuchItem = -32003
const element = (id) => document.getElementById(id)

export class Acts {
  #connection
  #shown = null
  #isBusy = false

  constructor(connection) {
    this.#connection = connection
  }

  // Offers the actions of an item of the list of this generation.
  show(item, generation) {
    this.#shown = { id: item.id, generation }
    element("detail-done").textContent = ""
    element("detail-acts").replaceChildren(...(item.actions ?? []).map((action) => {
      const button = h("button", { type: "button", class: "plain", "aria-disabled": String(this.#isBusy) }, brief(action.title))
      button.addEventListener("click", () => this.#isBusy || this.#perform(action))
      return button
    }))
  }

  // Removes the actions: their list is gone, or the detail was closed.
  hide() {
    this.#shown = null
    element("detail-acts").replaceChildren()
  }

  async #perform({ name, title }) {
    const shown = this.#shown
    this.#become(true)
    this.#tell(shown, `${brief(title)}…`)
    this.#tell(shown, await this.#outcome(shown, name, title), true)
    this.#become(false)
  }

  async #outcome({ id, generation }, name, title) {
    try {
      const { message } = await this.#connection.call("perform", { id, action: name, generation })
      return message || `${title}: done`
    } catch (error) {
      if (isUnsent(error)) return `${title}: nothing was done, ${error.message}`
      if (isLost(error)) return `${title}: ${error.message}, and the outcome is unknown`
      if (error.code === noSuchItem) return `${title}: nothing was done, the list has changed meanwhile`
      return `${title}: ${error.message}`
    }
  }

  // Shows the text in the detail that it is about; if that is closed, at the bottom of the page, but only once it is
  // over.
  #tell(shown, text, isOver = false) {
    if (this.#shown === shown) element("detail-done").textContent = brief(text, 500)
    else if (isOver) toast(text)
  }

  #become(isBusy) {
    this.#isBusy = isBusy
    for (const button of element("detail-acts").children) button.setAttribute("aria-disabled", isBusy)
  }
}
