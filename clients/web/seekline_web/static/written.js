// The text of a detail, in its format: plain text is shown as it is, and so are unknown formats.

import { h } from "./safe.js"
import { markdown } from "./markdown.js"

// Longer text is shown as it is: formatting it would take long.
const longest = 65_536

// Creates the element that shows `text`. The lines of `range`, counted from 1, are marked; with it, Markdown is not
// formatted.
export function written({ text, format, language, range }) {
  if (format === "markdown" && !range && text.length <= longest) return h("div", { class: "prose written", dir: "auto" }, ...markdown(text))
  const isCode = format === "code" || format === "diff"
  if (!isCode && !range) return h("div", { class: "prose", dir: "auto" }, text)
  const lines = text.length <= longest * 3 ? text.split(/\r?\n/) : [text]
  const kinds = format === "diff" ? diffKinds(lines) : []
  const shown = lines.map((line, index) => {
    const isMarked = range && index + 1 >= range.first && index + 1 <= range.last
    const kind = kinds[index]
    return h(isMarked ? "mark" : "span", { class: kind ? `line-of ${kind}` : "line-of" }, `${line}\n`)
  })
  return h("pre", { class: "prose", dir: isCode ? "ltr" : "auto", tabindex: "0", "data-language": format === "code" ? language : null }, ...shown)
}

// In a hunk, whose header says how many lines it has of either side, `--- a` is a removed line.
function diffKinds(lines) {
  let [old, own] = [0, 0]
  return lines.map((line) => {
    const isInside = (old > 0 || own > 0) && /^([-+ \\]|$)/.test(line)
    if (!isInside) {
      const [, before, after] = /^@@ -\d+(,\d+)? \+\d+(,\d+)? @@/.exec(line) ?? [null, ",0", ",0"]
      ;[old, own] = [before, after].map((count) => Number(count?.slice(1) ?? 1))
      if (/^(\+\+\+|---|diff |index )/.test(line)) return "head"
    } else if (line[0] !== "\\") {
      if (line[0] !== "+") old -= 1
      if (line[0] !== "-") own -= 1
    }
    return { "+": "added", "-": "removed", "@": "hunk" }[line[0]] ?? null
  })
}

// Returns a place in a file as compilers write it: path, path:line or path:line:column.
export function place({ path, line, column }) {
  return [path, line, line && column].filter((part) => part !== undefined && part !== 0).join(":")
}
