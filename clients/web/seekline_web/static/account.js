// The look of an ID field instead of a list: a spinner while the ID is looked up, then a tick or a cross.

import { trimmed } from "./model.js"
import { brief, icon } from "./safe.js"

export class AccountView {
  #box
  #mark
  #says

  constructor({ box, mark, says }) {
    this.#box = box
    this.#mark = mark
    this.#says = says
  }

  // Shows the state of the model, and returns its verdict in words, if any; `text` is what is in the box.
  draw(model, text) {
    const item = model.items[0]
    const free = item?.fields.available
    const state = model.loading ? "busy" : model.error ? "bad" : model.pending || !item || item.title !== trimmed(text) ? "quiet" : free ? "good" : "bad"
    if (this.#mark.dataset.state !== state) {
      this.#mark.dataset.state = state
      this.#mark.replaceChildren(...{ good: [icon("tick")], bad: [icon("cross")] }[state] ?? [])
    }
    this.#box.setAttribute("aria-invalid", String(state === "bad"))
    this.#says.dataset.state = state
    return state === "good" || (state === "bad" && item && !model.error) ? brief(item.fields.message, 200) : ""
  }
}
