// The trail that the user leaves in the browser's history: an entry for each search, and one for each detail that is
// opened, so that back, forward, reload and links lead to them again.
//
// Typing is one search: a text that continues the previous one replaces its entry, and so does whatever comes after a
// text that is being deleted; unless the list was used, or looked at for two seconds.

const looked = 2000
// The maximum length of a query, in characters. Of a longer one in a link, only the beginning is searched for.
const longest = 10_000

export class Trail {
  #query
  #isPassing = false
  #wasUsed = true
  #since = 0

  constructor() {
    this.#query = this.place.query
    history.scrollRestoration = "manual"
  }

  // The place of the current entry: the query, how many items there were, the item at the top, and the id of the detail
  // that is open.
  get place() {
    const { searchParams } = new URL(location.href)
    const { query = this.#beginning(searchParams.get("q")), count = 0, anchor = null } = history.state ?? {}
    return { query, count, anchor, item: searchParams.get("item") }
  }

  #beginning(text) {
    return text?.length > longest ? [...text].slice(0, longest).join("") : text
  }

  // Returns the address of this detail or, without an id, of this search.
  address(query, item = null) {
    const address = new URL(location.href)
    for (const [name, value] of [["q", query], ["item", item]]) {
      if (value) address.searchParams.set(name, value)
      else address.searchParams.delete(name)
    }
    return address.href
  }

  // Records the list that is shown; returns whether the browser accepted it.
  note({ query, count, anchor }) {
    const isSame = (query ?? "") === (this.#query ?? "")
    const state = { query, count, anchor, isOurs: isSame && (history.state?.isOurs ?? false) }
    const address = this.address(query, isSame ? this.place.item : null)
    const how = isSame || this.#isReplacedBy(query) ? "replaceState" : "pushState"
    if (!this.#write(how, state, address)) return false
    if (isSame) return true
    this.#isPassing = Boolean(this.#query?.startsWith(query ?? ""))
    this.#query = query
    this.#wasUsed = false
    this.#since = performance.now()
    return true
  }

  // Notes that the list was used: it keeps its entry.
  use() {
    this.#wasUsed = true
  }

  openDetail(item) {
    this.use()
    this.#write("pushState", { ...history.state, isOurs: true }, this.address(this.#query, item))
  }

  // Goes back to the list; returns whether that is a step in the history, which the browser will report.
  closeDetail() {
    const isStep = Boolean(history.state?.isOurs)
    if (isStep) history.back()
    else this.#write("replaceState", history.state, this.address(this.#query))
    return isStep
  }

  // Handles a move to another entry; returns whether that is another search.
  moved() {
    const { query } = this.place
    const isOther = (query ?? "") !== (this.#query ?? "")
    this.#query = query
    this.#wasUsed = true
    return isOther
  }

  // Returns whether the browser accepted it. After too many in a short time, some browsers throw, and some do nothing.
  #write(how, state, address) {
    try {
      history[how](state, "", address)
    } catch {
      return false
    }
    return location.href === address && JSON.stringify(history.state) === JSON.stringify(state)
  }

  #isReplacedBy(query) {
    if (this.#isPassing && !this.#query) return true
    if (this.#wasUsed || performance.now() - this.#since > looked) return false
    return this.#isPassing || Boolean(this.#query && query?.startsWith(this.#query))
  }
}
