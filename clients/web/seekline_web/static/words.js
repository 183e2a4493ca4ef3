// What the page says, in English.

import { trimmed } from "./model.js"
import { brief } from "./safe.js"

const failed = { search: "The search failed", page: "More could not be loaded", refresh: "It could not be refreshed" }
const why = {
  offline: "the server cannot be reached",
  timeout: "the server did not answer in time",
  http: "the server answered with an error",
  rateLimited: "there were too many requests",
  decode: "the server's answer makes no sense",
  auth: "the server does not accept the key",
  config: "a setting is missing or wrong",
  source: "the server reports an error",
}

// Returns an engine's error as a sentence and the details.
export function errorWords(error) {
  const sentence = `${failed[error.scope] ?? "That failed"}: ${why[error.kind] ?? "something went wrong inside"}.`
  return [sentence, brief(error.message, 300)]
}

// Returns what the state of the connection means for the user; empty if all is well.
export function connectionWords(state, message) {
  return {
    lost: "The connection is lost. Trying to connect again…",
    silent: "The search engine does not answer. Waiting for it…",
    engineDown: "The search engine has stopped. Starting it again…",
    refused: message ? `This page cannot search: ${message}.` : "",
  }[state] ?? ""
}

const typeMore = (count) => `Type ${count} more ${count === 1 ? "character" : "characters"}.`

// Returns the line below the box.
export function statusWords({ model, options, look, text }) {
  if (model.loading && model.stalled) return "Still waiting for the server…"
  if (model.loading) return model.refreshing ? "Refreshing…" : model.items.length && model.status === "fetching" && model.more ? "Loading…" : "Searching…"
  // When a search fails, the list of the previous one stays.
  if (model.error) return model.items.length && model.error.scope === "search" && model.query ? `These are the results for “${brief(model.query, 80)}”.` : ""
  if (model.shortBy && trimmed(text)) return typeMore(model.shortBy)
  if (model.status === "initial") return ""
  if (look.isField) return ""
  return model.items.length === 0 ? nothingWords(model) : listWords(model, options) + missingWords(model)
}

function missingWords({ partial, failed }) {
  if (failed.length) return `, without ${brief(failed.map(({ source }) => source).join(", "), 200)}`
  return partial ? ", incomplete" : ""
}

function nothingWords({ query, partial }) {
  if (partial) return "Nothing found, but not everything was searched."
  return query === "" ? "Nothing is there." : `Nothing found for “${brief(query, 80)}”.`
}

function listWords({ items, total, more }, { maxPages, pageSize }) {
  const count = items.length.toLocaleString()
  if (total > items.length) {
    if (more) return `${count} of ${total.toLocaleString()} results`
    // The list also falls short of the total if an item was on two pages; there are no others then.
    if (total > maxPages * pageSize) return `The first ${count} of ${total.toLocaleString()} results; say more to find the others`
  } else if (more && total === undefined) {
    return `${count} results, and more below`
  }
  return items.length === 1 ? "1 result" : `${count} results`
}
