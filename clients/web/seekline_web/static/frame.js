// What surrounds the list: the look of the source and the links to the others, the line below the box, alerts.

import { h } from "./safe.js"
import { lookOf } from "./looks.js"
import { trimmed } from "./model.js"
import { connectionWords, errorWords, statusWords } from "./words.js"

const element = (id) => document.getElementById(id)

export class Frame {
  #title = ""
  #links = []
  #account

  constructor(account) {
    this.#account = account
  }

  // Applies the look of the source, once, and returns it.
  dress({ source, sources, options }) {
    const look = lookOf(source)
    const box = element("box")
    document.body.classList.add(look.name)
    this.#title = source.title
    this.name(null)
    element("name").textContent = source.title
    element("label").textContent = look.label
    box.placeholder = look.label
    if (look.isField) {
      for (const name of ["role", "aria-autocomplete", "aria-controls", "aria-expanded"]) box.removeAttribute(name)
    }
    element("list").lang = look.language ?? ""
    element("list").hidden = Boolean(look.isField)
    element("submit").hidden = options.trigger !== "submit"
    element("credit").textContent = source.attribution ?? ""
    element("credit").hidden = !source.attribution
    element("empty").replaceChildren(h("p", {}, h("b", {}, source.title)), h("p", {}, look.hint))
    this.#links = sources.map((other) => ({
      name: other.name,
      // An ID is not a query, nor a query an ID.
      keepsText: !look.isField && !lookOf(other).isField,
      link: h("a", { "aria-current": other.name === source.name ? "page" : null }, other.title),
    }))
    element("sources").replaceChildren(...this.#links.map(({ link }) => link))
    element("sources").hidden = sources.length < 2
    element("sources").querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" })
    return look
  }

  // Names the page after what is searched for, for the browser's history and its tabs.
  name(query) {
    document.title = [query, this.#title, "seekline"].filter(Boolean).join(" – ")
  }

  // Shows what depends on the text in the box: whether it can be cleared, and where the links to the other sources
  // lead.
  showText(text) {
    element("clear").hidden = text === ""
    for (const { name, keepsText, link } of this.#links) {
      const address = new URL(location.href)
      address.search = new URLSearchParams({ source: name, ...(keepsText && trimmed(text) ? { q: trimmed(text) } : {}) })
      link.href = address.href
    }
  }

  show({ model, options, look, text }) {
    document.body.classList.toggle("loading", model.loading)
    element("list").setAttribute("aria-busy", String(model.loading || model.pending === "debounce"))
    element("submit").disabled = !model.canSubmit
    element("refresh").hidden = look.isField || model.status === "initial"
    element("refresh").disabled = model.refreshing
    element("empty").hidden = model.items.length > 0 || model.status !== "initial"
    const verdict = look.isField ? this.#account.draw(model, text) : ""
    const words = verdict || statusWords({ model, options, look, text })
    // A live region is read out again whenever its text is set, even to the same.
    if (element("status").textContent !== words) element("status").textContent = words
    element("suggestion").hidden = !model.suggestion
    element("suggestion").textContent = model.suggestion ? `Did you mean “${model.suggestion}”?` : ""
    this.#alert(element("alert"), model.error && errorWords(model.error), model.error?.kind !== "config")
  }

  showConnection(state, message) {
    const words = connectionWords(state, message)
    this.#alert(element("away"), words ? [words] : null, state === "lost")
    document.body.classList.toggle("away", state !== "open")
    if (state !== "open") element("list").setAttribute("aria-busy", "true")
  }

  #alert(region, words, canTry) {
    const text = (words ?? []).join("\n")
    if (region.dataset.text !== text) {
      region.dataset.text = text
      region.firstElementChild.replaceChildren(...(words ?? []).map((line, index) => h(index ? "small" : "b", { dir: "auto" }, line)))
    }
    region.hidden = text === ""
    region.lastElementChild.hidden = !canTry
  }
}
