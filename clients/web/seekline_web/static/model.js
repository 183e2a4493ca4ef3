// What there is to show, built up from what the engine says. It knows nothing of the page.

// Returns a text without what the engine takes for white space at its ends, which is not quite what `trim` removes.
export const trimmed = (text) => text.match(/\P{White_Space}(?:.*\P{White_Space})?/su)?.[0] ?? ""

export class Model {
  constructor() {
    this.reset({ items: [], query: null, status: "initial" })
  }

  // Takes a snapshot.
  reset(state) {
    this.isLetGo = false
    this.listGeneration = state.generation ?? 0
    this.items = state.items
    this.query = state.query
    this.more = state.more ?? false
    this.total = state.total
    this.suggestion = state.suggestion
    this.partial = state.partial ?? false
    // With several sources, those that have not answered.
    this.failed = state.failed ?? []
    // How many more characters the text in the box needs to be searched for.
    this.shortBy = state.shortBy ?? 0
    this.error = state.error ?? null
    this.#load(state)
  }

  // Drops the list; the engine keeps it until there is another one.
  clear() {
    this.reset({ ...this, items: [], query: null, more: false, total: undefined, suggestion: undefined, partial: false, failed: [], shortBy: 0, error: null, status: "initial" })
    this.isLetGo = true
  }

  // Applies a notification; returns the index from which the list is new, or null if nothing in it is.
  take(method, params) {
    if (method === "items") {
      if (params.from > this.items.length) return null // More of a list that was let go.
      this.isLetGo = false
      this.generation = this.listGeneration = params.generation
      this.items = this.items.slice(0, params.from).concat(params.items)
      for (const name of ["query", "more", "total", "suggestion", "partial"]) this[name] = params[name]
      this.failed = params.failed ?? []
      return params.from
    }
    if (method === "loading") {
      this.#load(params)
      if (params.status !== "error" && this.error?.scope !== "detail") this.error = null
    } else if (method === "error" && params.scope !== "detail") {
      this.error = params
    }
    return null
  }

  // The query of the list; null if there is no list.
  get shownQuery() {
    return this.status === "initial" ? null : this.query
  }

  get isSettled() {
    return !this.loading && this.pending === null
  }

  #load(params) {
    this.generation = params.generation ?? 0
    this.loading = params.loading ?? false
    this.refreshing = params.refreshing ?? false
    this.pending = params.pending ?? null
    this.status = this.isLetGo && params.status !== "fetching" ? "initial" : params.status
    this.stalled = params.stalled ?? false
    this.canSubmit = params.canSubmit ?? false
  }
}
