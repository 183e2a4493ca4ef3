// What the page says, in English.

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

// An error of the engine's, as a sentence and what stands behind it.
export function errorWords(error) {
  const sentence = `${failed[error.scope] ?? "That failed"}: ${why[error.kind] ?? "something went wrong inside"}.`
  return [sentence, brief(error.message, 300)]
}

// What the state of the connection means for the person; empty if all is well.
export function connectionWords(state, message) {
  return {
    lost: "The connection is lost. Trying to connect again…",
    engineDown: "The search engine has stopped. Starting it again…",
    refused: message ? `This page cannot search: ${message}.` : "",
  }[state] ?? ""
}

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" })
const tooShort = (length) => `Type at least ${length} ${length === 1 ? "character" : "characters"}.`

// The line below the box.
export function statusWords({ model, options, look, text }) {
  if (model.loading && model.stalled) return "Still waiting for the server…"
  if (model.loading) return model.refreshing ? "Refreshing…" : model.items.length && model.status === "fetching" && model.more ? "Loading…" : "Searching…"
  if (model.error) return ""
  // The engine says `scheduled` to a short text as to any other: its debounce comes to nothing.
  const length = [...graphemes.segment(text.trim())].length
  if (length > 0 && length < options.minLength && model.query !== text.trim()) return tooShort(options.minLength)
  if (model.status === "initial") return ""
  if (look.isField) return ""
  if (model.items.length === 0) return model.query === "" ? "Nothing is there." : `Nothing found for “${brief(model.query, 80)}”.`
  const count = model.items.length.toLocaleString()
  if (model.total > model.items.length) return `${count} of ${model.total.toLocaleString()} results`
  return model.more ? `${count} results, and more below` : model.items.length === 1 ? "1 result" : `${count} results`
}
