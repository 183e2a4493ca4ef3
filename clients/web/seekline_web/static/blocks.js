// The options of a list, in blocks of about fifty. What is far from the window costs next to nothing, because the style
// sheet gives blocks `content-visibility: auto`.
//
// A block is laid out when it is filled, and its height at that time is used while it is skipped: where an item is does
// not depend on what was drawn. (With thousands of options, a `content-visibility` for each costs more than it saves;
// and with guessed heights, the list moves while the user looks at it.)

const about = 48

export class Blocks {
  #list
  #blocks = []
  #size = about

  constructor(list) {
    this.#list = list
  }

  // The number of options side by side.
  get columns() {
    return this.#list.firstChild ? getComputedStyle(this.#list.firstChild).gridTemplateColumns.split(" ").length : 1
  }

  // Makes the list hold these options, of which those before `from` are already in place.
  fill(options, from) {
    if (!this.#list.firstChild && options.length) this.#blocks.push(this.#list.appendChild(document.createElement("div")))
    const size = Math.ceil(about / this.columns) * this.columns
    const first = size === this.#size ? Math.floor(from / size) : 0
    this.#size = size
    const count = Math.ceil(options.length / size)
    for (let index = first; index < count; index += 1) {
      this.#blocks[index] ??= this.#list.appendChild(document.createElement("div"))
      this.#put(options.slice(index * size, (index + 1) * size), this.#blocks[index])
    }
    for (const block of this.#blocks.splice(count)) block.remove()
    this.#measure(this.#blocks.slice(first))
  }

  // Lays the same options out in another width.
  refit(options) {
    if (this.#blocks.length) this.fill(options, 0)
  }

  // Returns the first option that reaches below a line of the window by more than a pixel.
  below(line) {
    const reaches = (element) => element.getBoundingClientRect().bottom > line + 1
    const block = this.#blocks.find(reaches)
    return block && [...block.children].find(reaches)
  }

  #put(options, block) {
    for (const [index, option] of options.entries()) {
      const there = block.children[index]
      if (!there) block.append(option)
      else if (there !== option) there.replaceWith(option)
    }
    while (block.children.length > options.length) block.lastChild.remove()
  }

  #measure(blocks) {
    for (const block of blocks) block.style.contentVisibility = "visible"
    const heights = blocks.map((block) => block.getBoundingClientRect().height)
    for (const [index, block] of blocks.entries()) {
      block.style.containIntrinsicBlockSize = `${heights[index]}px`
      block.style.contentVisibility = ""
    }
  }
}
