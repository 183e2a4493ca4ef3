// The text of a detail, in its format: what is plain is shown as it is, and so is what nobody knows how to read.

import { h } from "./safe.js"
import { markdown } from "./markdown.js"

// What is longer is shown as it is: to lay it out would take long.
const longest = 65_536

// The element that shows `text`. The lines of `range`, counted from 1, are marked; for them the text stays as it was written.
export function written({ text, format, language, range }) {
  if (format === "markdown" && !range && text.length <= longest) return h("div", { class: "prose written", dir: "auto" }, ...markdown(text))
  const isCode = format === "code" || format === "diff"
  if (!isCode && !range) return h("div", { class: "prose", dir: "auto" }, text)
  const lines = text.length <= longest * 3 ? text.split(/\r?\n/) : [text]
  const shown = lines.map((line, index) => {
    const isMarked = range && index + 1 >= range.first && index + 1 <= range.last
    const kind = format === "diff" ? diffKind(line) : null
    return h(isMarked ? "mark" : "span", { class: kind ? `line-of ${kind}` : "line-of" }, `${line}\n`)
  })
  return h("pre", { class: "prose", dir: isCode ? "ltr" : "auto", tabindex: "0", "data-language": format === "code" ? language : null }, ...shown)
}

function diffKind(line) {
  if (/^(\+\+\+|---|diff |index )/.test(line)) return "head"
  return { "+": "added", "-": "removed", "@": "hunk" }[line[0]] ?? null
}

// A place in a file as compilers write it: path, path:line or path:line:column.
export function place({ path, line, column }) {
  return [path, line, line && column].filter((part) => part !== undefined && part !== 0).join(":")
}
