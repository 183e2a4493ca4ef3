// The list of results as a listbox: drawn once an item, active by keys, chosen by a click or Enter, asking for more when
// its end comes near.
//
// The focus stays in the box; `aria-activedescendant` says which option is meant. What is outside the window costs next
// to nothing, for the style sheet gives the options `content-visibility: auto`.

const near = "800px"

export class ListView {
  #box
  #list
  #end
  #drawn = []
  #watch
  #isNear = false

  // `listener` has chosen(item, wantsDetail), endIsNear() and endIsFar().
  constructor({ box, list, end }, listener) {
    this.#box = box
    this.#list = list
    this.#end = end
    this.listener = listener
    this.active = -1
    this.#watch = new IntersectionObserver((entries) => {
      // There may be several at once, the oldest first: only the last is true.
      this.#isNear = entries.at(-1).isIntersecting
      if (this.#isNear) listener.endIsNear()
      else listener.endIsFar()
    }, { rootMargin: `${near} 0px` })
    this.#watch.observe(end)
    list.addEventListener("click", (event) => {
      const index = this.#drawn.findIndex(({ option }) => option === event.target.closest("[role=option]"))
      if (index < 0) return
      this.activate(index)
      listener.chosen(this.#drawn[index].item, event.altKey)
    })
  }

  get isNear() {
    return this.#isNear
  }

  use(look) {
    this.look = look
    this.draw([], 0)
  }

  // Draws the items from `from` on. An option that would look the same stays as it is.
  draw(items, from, { total, more } = {}) {
    const kept = this.#drawn.slice(0, from)
    const old = this.#drawn.slice(from)
    const behind = document.createDocumentFragment()
    for (const [offset, item] of items.slice(from).entries()) {
      const before = old[offset]
      const text = JSON.stringify(item)
      const entry = before?.text === text ? before : { item, text, option: this.#option(item, from + offset) }
      if (!before) behind.append(entry.option)
      else if (before !== entry) before.option.replaceWith(entry.option)
      kept.push(entry)
    }
    this.#list.append(behind)
    for (const { option } of old.slice(items.length - from)) option.remove()
    this.#drawn = kept
    const size = more ? total ?? -1 : kept.length
    for (const { option } of kept.slice(from)) option.setAttribute("aria-setsize", size)
    this.#box.setAttribute("aria-expanded", String(kept.length > 0))
    if (this.active >= from) this.activate(-1)
    // An observer only tells what changed: watching anew makes it say where the end is now.
    this.#isNear = false
    this.#watch.unobserve(this.#end)
    this.#watch.observe(this.#end)
  }

  // Makes an option the active one; -1 means none.
  activate(index) {
    this.#drawn[this.active]?.option.setAttribute("aria-selected", "false")
    this.active = index
    const option = this.#drawn[index]?.option
    if (!option) {
      this.active = -1
      this.#box.removeAttribute("aria-activedescendant")
      return
    }
    option.setAttribute("aria-selected", "true")
    this.#box.setAttribute("aria-activedescendant", option.id)
    option.scrollIntoView({ block: "nearest" })
  }

  // Handles a key of the box; answers whether it was one of the list's.
  press(event) {
    const count = this.#drawn.length
    const step = { ArrowDown: this.#columns, ArrowUp: -this.#columns, PageDown: 10, PageUp: -10 }[event.key]
      ?? (this.active >= 0 && this.look.columns ? { ArrowRight: 1, ArrowLeft: -1 }[event.key] : undefined)
    if (step && count > 0) {
      if (this.active < 0) this.activate(step > 0 ? 0 : -1)
      else if (this.active + step < 0) this.activate(-1)
      else this.activate(Math.min(this.active + step, count - 1))
      return true
    }
    if (event.key === "Enter" && this.active >= 0) {
      this.listener.chosen(this.#drawn[this.active].item, event.altKey || event.shiftKey)
      return true
    }
    return false
  }

  get #columns() {
    if (!this.look.columns) return 1
    const top = this.#drawn[0]?.option.offsetTop
    const below = this.#drawn.slice(0, 40).findIndex(({ option }) => option.offsetTop > top)
    return below < 0 ? 1 : below
  }

  #option(item, index) {
    const option = document.createElement("div")
    option.id = `option-${index}`
    option.setAttribute("role", "option")
    option.setAttribute("aria-selected", "false")
    option.setAttribute("aria-posinset", index + 1)
    option.append(...this.look.option(item).filter(Boolean))
    return option
  }
}
