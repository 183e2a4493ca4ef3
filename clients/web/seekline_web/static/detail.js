// The detail of an item, in a dialog. Closing it while it loads gives the request up.
//
// Whoever closes it asks `leave` for that, which calls `close`: it has an entry in the browser's history.

import { isGone } from "./connection.js"
import { brief, h, icon, link, picture, webAddress } from "./safe.js"

const longest = 200_000
const element = (id) => document.getElementById(id)

export class DetailView {
  #dialog = element("detail")
  #connection
  #request = null
  #item = null
  #copy

  constructor(connection, copy, leave) {
    this.#connection = connection
    this.#copy = copy
    element("detail-close").addEventListener("click", leave)
    element("detail-alert").lastElementChild.addEventListener("click", () => this.#load())
    // Beside the sheet; but not the end of a selection that began in it, nor the second click of the two that opened it.
    let pressed = null
    this.#dialog.addEventListener("mousedown", (event) => { pressed = event.target })
    this.#dialog.addEventListener("click", (event) => {
      if (event.target === this.#dialog && pressed === this.#dialog && event.detail < 2) leave()
    })
    this.#dialog.addEventListener("cancel", (event) => {
      event.preventDefault()
      leave()
    })
    // A browser does not ask each time before it closes a dialog.
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
    this.#dialog.close()
    document.documentElement.classList.remove("covered")
  }

  get isOpen() {
    return this.#item !== null
  }

  open(item, look) {
    this.#item = item
    this.#dialog.lang = look.language ?? ""
    element("detail-title").textContent = brief(item.title)
    document.documentElement.classList.add("covered")
    if (!this.#dialog.open) this.#dialog.showModal()
    this.#load()
  }

  // What was under way when the connection was lost is asked for again.
  reconnected() {
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
      // A newer detail, or the dialog was closed; or the connection is lost, which the page says and mends.
      if (this.#request !== request || isGone(error)) return
      element("detail-alert").firstElementChild.textContent = brief(error.message, 500)
      element("detail-alert").hidden = false
    }
    if (this.#request !== request) return
    this.#request = null
    element("detail-status").textContent = ""
  }

  #show({ title, text, url, image, insert = this.#item.insert, fields }) {
    element("detail-title").textContent = brief(title) || "(no title)"
    const facts = Object.entries(fields).filter(([name, value]) => value !== "" && !text.includes(`${value}`) || name === "available")
    element("detail-body").replaceChildren(...[
      typeof fields.character === "string" ? h("div", { class: "large", "aria-hidden": "true" }, brief(fields.character, 12)) : null,
      image && webAddress(image) ? h("div", { class: "figure" }, picture(image, "", null)) : null,
      text && text !== title ? h("div", { class: "prose", dir: "auto" }, text.slice(0, longest)) : null,
      facts.length ? h("dl", {}, ...facts.flatMap(([name, value]) => [
        h("dt", {}, nameOf(name)), h("dd", { dir: "auto" }, valueOf(value)),
      ])) : null,
    ].filter(Boolean))
    const out = link(url, icon("out"), `Open on ${webAddress(url) && new URL(url).host}`)
    out?.classList.add("filled")
    const copy = insert && h("button", { type: "button", class: "plain" }, icon("copy"), "Copy")
    copy && copy.addEventListener("click", () => this.#copy(insert, title))
    element("detail-actions").replaceChildren(...[out, copy].filter(Boolean))
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
