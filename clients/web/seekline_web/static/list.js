// The list of results as a listbox. It draws each item once, moves the active one by keys, chooses one on a click or
// Enter, and asks for more when its end comes near.
//
// The focus stays in the search box; `aria-activedescendant` says which option is active. An option is a link to the
// page with its detail open, so that it can be opened in another tab.

import { Blocks } from "./blocks.js"

const near = "800px"

export class ListView {
  #box
  #list
  #end
  #header
  #drawn = []
  #blocks
  #watch
  #width = 0
  // The `anchor()` that was last determined; undefined if the page was scrolled since.
  #anchor = undefined
  #isNear = false

  // `listener` has chosen(item, wantsDetail), addressOf(item), endIsNear() and endIsFar().
  constructor({ box, list, end, header }, listener) {
    this.#box = box
    this.#list = list
    this.#end = end
    this.#header = header
    this.#blocks = new Blocks(list)
    this.listener = listener
    this.active = -1
    this.#watch = new IntersectionObserver((entries) => {
      // There may be several at once, the oldest first: only the last is current.
      this.#isNear = entries.at(-1).isIntersecting
      if (this.#isNear) listener.endIsNear()
      else listener.endIsFar()
    }, { rootMargin: `${near} 0px` })
    this.#watch.observe(end)
    addEventListener("scroll", () => { this.#anchor = undefined }, { passive: true })
    new ResizeObserver(([{ contentRect }]) => this.#fit(contentRect.width)).observe(list)
    list.addEventListener("click", (event) => this.#click(event))
    // The focus stays in the box, and with it the keys.
    list.addEventListener("mousedown", (event) => {
      if (document.activeElement === box && event.button === 0) event.preventDefault()
    })
  }

  // How many items are drawn.
  get count() {
    return this.#drawn.length
  }

  get isNear() {
    return this.#isNear
  }

  use(look) {
    this.look = look
  }

  // Draws the items from `from` on. An option that would look the same stays as it is, and active if it was.
  draw(items, from, { total, more } = {}) {
    const chosen = this.#drawn[this.active]?.item.id
    const old = new Map(this.#drawn.slice(from).map((entry) => [entry.item.id, entry]))
    const drawn = this.#drawn.slice(0, from)
    const size = more ? total ?? -1 : items.length
    for (const item of items.slice(from)) {
      const text = JSON.stringify(item)
      const before = old.get(item.id)
      const entry = before?.text === text ? before : { item, text, option: this.#option(item) }
      drawn.push(entry)
      entry.option.id = `option-${drawn.length - 1}`
      entry.option.href = this.listener.addressOf(item)
      entry.option.setAttribute("aria-posinset", drawn.length)
      entry.option.setAttribute("aria-setsize", size)
    }
    this.#drawn = drawn
    this.#blocks.fill(drawn.map(({ option }) => option), from)
    this.#box.setAttribute("aria-expanded", String(drawn.length > 0))
    if (this.active >= from) this.#mark(chosen, old)
    // An observer only reports changes: observing again makes it report where the end is now.
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

  // Handles a key pressed in the box; returns whether it was one of the list's. With a modifier, an arrow is the browser's.
  press(event) {
    const count = this.#drawn.length
    const isPlain = !(event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)
    const columns = this.#blocks.columns
    const step = { ArrowDown: columns, ArrowUp: -columns, PageDown: 10, PageUp: -10 }[event.key]
      ?? (this.active >= 0 && this.look.columns ? { ArrowRight: 1, ArrowLeft: -1 }[event.key] : undefined)
    if (step && isPlain && count > 0) {
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

  // MARK: Where the person is

  // Returns the first visible item, and how far it is from the header; null at the top of the page.
  anchor() {
    const line = this.#line
    const option = scrollY > 0 ? this.#blocks.below(line) : undefined
    const index = this.#drawn.findIndex((entry) => entry.option === option)
    this.#anchor = index < 0 ? null : { id: this.#drawn[index].item.id, index, offset: option.getBoundingClientRect().top - line }
    return this.#anchor
  }

  // Scrolls to where the item of an anchor, or else the one that is now at its index, is as far from the header as it
  // was. Returns whether the list is long enough.
  goTo({ id, index, offset }) {
    const entry = this.#drawn.find(({ item }) => item.id === id) ?? this.#drawn[index]
    if (!entry) return false
    const line = this.#line
    scrollTo(0, scrollY + entry.option.getBoundingClientRect().top - line - offset)
    return true
  }

  // Where in the window the visible part of the list begins.
  get #line() {
    return Math.max(0, this.#header.getBoundingClientRect().bottom)
  }

  #fit(width) {
    if (width === this.#width) return
    this.#width = width
    // By now other items are visible, because all heights have changed.
    const anchor = this.#anchor === undefined ? this.anchor() : this.#anchor
    this.#blocks.refit(this.#drawn.map(({ option }) => option))
    if (anchor) this.goTo(anchor)
  }

  // MARK: Options

  // Keeps the active item marked if it is still in the list; otherwise none is.
  #mark(id, old) {
    old.get(id)?.option.setAttribute("aria-selected", "false")
    const index = this.#drawn.findIndex(({ item }) => item.id === id)
    this.active = -1
    if (index < 0) return this.#box.removeAttribute("aria-activedescendant")
    this.active = index
    this.#drawn[index].option.setAttribute("aria-selected", "true")
    this.#box.setAttribute("aria-activedescendant", `option-${index}`)
  }

  #click(event) {
    // With these keys, browsers open the link in another tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    const option = event.target.closest("[role=option]")
    const index = this.#drawn.findIndex((entry) => entry.option === option)
    if (index < 0) return
    event.preventDefault()
    this.activate(index)
    this.listener.chosen(this.#drawn[index].item, event.altKey)
  }

  #option(item) {
    const option = document.createElement("a")
    option.tabIndex = -1
    option.setAttribute("role", "option")
    option.setAttribute("aria-selected", "false")
    option.append(...this.look.option(item).filter(Boolean))
    return option
  }
}
