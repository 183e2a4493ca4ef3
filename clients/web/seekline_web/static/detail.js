// The detail of an item, in a dialog. Closing it while it loads cancels the request.
//
// Closing goes through `leave`, which calls `close`, because the detail has an entry in the browser's history.

import { Acts } from "./acts.js"
import { isGone } from "./connection.js"
import { brief, h, icon, link, picture, webAddress } from "./safe.js"
import { place, written } from "./written.js"

const longest = 200_000
const element = (id) => document.getElementById(id)

export class DetailView {
  #dialog = element("detail")
  #connection
  #request = null
  #item = null
  #copy
  #acts
  // Whether the bridge lets pages perform actions on items.
  performs = false
  // The generation of the list that is drawn; 0 if there is none.
  generation = 0

  constructor(connection, copy, leave) {
    this.#connection = connection
    this.#copy = copy
    this.#acts = new Acts(connection)
    element("detail-close").addEventListener("click", leave)
    element("detail-alert").lastElementChild.addEventListener("click", () => this.#load())
    // A click outside the sheet; but not the end of a selection that began in it, or the second of two clicks that
    // opened it.
    let pressed = null
    this.#dialog.addEventListener("mousedown", (event) => { pressed = event.target })
    this.#dialog.addEventListener("click", (event) => {
      if (event.target === this.#dialog && pressed === this.#dialog && event.detail < 2) leave()
    })
    this.#dialog.addEventListener("cancel", (event) => {
      event.preventDefault()
      leave()
    })
    // Browsers do not always send `cancel` before they close a dialog.
    this.#dialog.addEventListener("close", () => this.#item && !this.#dialog.open && leave())
  }

  // The id of the item whose detail is open, or null.
  get id() {
    return this.#item?.id ?? null
  }

  close() {
    if (!this.#item) return
    if (this.#request) this.#connection.forget(this.#request.number)
    this.#request = null
    this.#item = null
    element("detail-body").replaceChildren()
    this.#acts.hide()
    this.#dialog.close()
    document.documentElement.classList.remove("covered")
  }

  get isOpen() {
    return this.#item !== null
  }

  open(item, look) {
    this.#item = item
    this.#acts.show(this.performs ? item : { id: item.id }, this.generation)
    this.#dialog.lang = look.language ?? ""
    element("detail-title").textContent = brief(item.title)
    document.documentElement.classList.add("covered")
    if (!this.#dialog.open) this.#dialog.showModal()
    this.#load()
  }

  // Asks again for what was loading when the connection was lost.
  reconnected() {
    this.generation = 0
    this.#acts.hide()
    if (this.isOpen && !element("detail-body").hasChildNodes()) this.#load()
  }

  async #load() {
    element("detail-alert").hidden = true
    element("detail-body").replaceChildren()
    element("detail-actions").replaceChildren()
    element("detail-status").textContent = "Loading…"
    const request = this.#connection.call("openDetail", { id: this.#item.id })
    this.#request = request
    try {
      const detail = await request
      if (this.#request === request) this.#show(detail)
    } catch (error) {
      // A newer detail, or the dialog was closed; or the connection is lost, which the page reports and repairs.
      if (this.#request !== request || isGone(error)) return
      element("detail-alert").firstElementChild.textContent = brief(error.message, 500)
      element("detail-alert").hidden = false
    }
    if (this.#request !== request) return
    this.#request = null
    element("detail-status").textContent = ""
  }

  #show({ title, text, format, language, range, location, url, image, insert = this.#item.insert, fields }) {
    element("detail-title").textContent = brief(title) || "(no title)"
    // There may be tens of thousands.
    const facts = Object.entries(fields).slice(0, 100).filter(([name, value]) => value !== "" && !text.includes(`${value}`) || name === "available")
    element("detail-body").replaceChildren(...[
      typeof fields.character === "string" ? h("div", { class: "large", "aria-hidden": "true" }, brief(fields.character, 12)) : null,
      image && webAddress(image) ? h("div", { class: "figure" }, picture(image, "", null)) : null,
      location ? h("p", { class: "place", dir: "ltr" }, brief(place(location), 1000)) : null,
      text && text !== title ? written({ text: text.slice(0, longest), format, language, range }) : null,
      facts.length ? h("dl", {}, ...facts.flatMap(([name, value]) => [
        h("dt", {}, nameOf(name)), h("dd", { dir: "auto" }, valueOf(value)),
      ])) : null,
    ].filter(Boolean))
    const out = link(url, icon("out"), `Open on ${webAddress(url) && new URL(url).host}`)
    out?.classList.add("filled")
    // A browser cannot open the file: offer the place in the form that editors take.
    const copies = [this.#copying(insert, "Copy", title), this.#copying(location && place(location), "Copy the place", title)]
    element("detail-actions").replaceChildren(...[out, ...copies].filter(Boolean))
    element("detail-body").querySelector("mark.line-of")?.scrollIntoView({ block: "center" })
  }

  #copying(text, label, title) {
    if (!text) return null
    const button = h("button", { type: "button", class: "plain" }, icon("copy"), label)
    button.addEventListener("click", () => this.#copy(text, title))
    return button
  }
}

const nameOf = (name) => {
  const words = name.replaceAll("_", " ").replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function valueOf(value) {
  if (typeof value === "boolean") return value ? "yes" : "no"
  if (typeof value === "number") return value.toLocaleString()
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value) && !isNaN(new Date(value))) {
    return new Date(value).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" })
  }
  return value.slice(0, 2000)
}
