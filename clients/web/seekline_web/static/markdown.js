// Markdown as elements. All of it is inserted as text, even HTML; web addresses become links, and so do pictures, so
// that reading loads nothing.
//
// What is matched in a line has a limited length, and nesting a limited depth: no text takes long.

import { h, link } from "./safe.js"

const deepest = 8
const fence = /^ {0,3}(`{3,}|~{3,}) *([^ `]{0,40})/
const heading = /^ {0,3}(#{1,6})(?: |$)/
const rule = /^ {0,3}([-*_])(?: *\1){2,} *$/
const quoted = /^ {0,3}> ?/
const item = /^( {0,40})(?:([-*+])|(\d{1,9})[.)])(?: +|$)/
const divider = /^ {0,3}\|?(?: *:?-+:? *\|)+(?: *:?-+:? *)?$/
const inlines = new RegExp([
  /(?<ticks>`{1,3})(?!`)(?<code>[^`]{1,300})\k<ticks>(?!`)/,
  /(?<strong>\*\*|(?<![\p{L}\p{N}])__)(?=\S)(?<bold>(?:(?!\k<strong>).){1,300})(?<=\S)\k<strong>/,
  /(?<em>\*|(?<![\p{L}\p{N}_])_)(?=[^\s*_])(?<slanted>[^*_]{1,300})(?<=\S)\k<em>/,
  /!?\[(?<label>[^[\]]{0,300})\]\(<?(?<target>[^()\s<>]{1,1000})>?(?: +"[^"]{0,200}")?\)/,
  /<?(?<bare>https?:\/\/[^\s<>()"'`]{1,1000}(?<![.,;:!?。、]))>?/,
  /\\(?<literal>[!-/:-@[-`{-~])/,
].map(({ source }) => source).join("|"), "gsu")

// Returns the blocks of a text.
export function markdown(text) {
  return blocks(text.split(/\r?\n/), 0)
}

function blocks(lines, depth) {
  const found = []
  let at = 0
  while (at < lines.length) {
    const [block, next] = blank(lines[at]) ? [null, at + 1] : blockAt(lines, at, depth)
    if (block) found.push(block)
    at = next
  }
  return found
}

const blank = (line) => line.trim() === ""
const isBlock = (line) => [fence, heading, rule, quoted, item].some((pattern) => pattern.test(line))

// Returns the block that begins at a line, and where the next one begins.
function blockAt(lines, at, depth) {
  const line = lines[at]
  const [, marks, language] = fence.exec(line) ?? []
  if (marks) {
    const end = until(lines, at + 1, (other) => other.trim().startsWith(marks))
    return [h("pre", { dir: "ltr", "data-language": language || null }, h("code", {}, lines.slice(at + 1, end).join("\n"))), end + 1]
  }
  const level = heading.exec(line)?.[1].length
  // The title of the dialog is an h2.
  if (level) return [h(`h${Math.min(level + 2, 6)}`, {}, ...inline(line.trim().slice(level).trim())), at + 1]
  if (rule.test(line)) return [h("hr"), at + 1]
  if (depth < deepest && quoted.test(line)) {
    const end = until(lines, at, (other) => !quoted.test(other))
    return [h("blockquote", {}, ...blocks(lines.slice(at, end).map((other) => other.replace(quoted, "")), depth + 1)), end]
  }
  if (depth < deepest && item.test(line)) return listAt(lines, at, depth)
  if (line.includes("|") && divider.test(lines[at + 1] ?? "")) return tableAt(lines, at)
  const end = until(lines, at + 1, (other) => blank(other) || isBlock(other))
  return [h("p", {}, ...inline(lines.slice(at, end).map((other) => other.trim()).join("\n"))), end]
}

function until(lines, from, ends) {
  let at = from
  while (at < lines.length && !ends(lines[at])) at += 1
  return at
}

function listAt(lines, from, depth) {
  const [, indent, , number] = item.exec(lines[from])
  const items = []
  let at = from
  while (at < lines.length) {
    const [mark, outer, , own] = item.exec(lines[at]) ?? []
    if (mark === undefined || outer.length > indent.length + 1 || Boolean(own) !== Boolean(number)) break
    // What is indented below it belongs to it.
    const end = until(lines, at + 1, (other) => !blank(other) && !/^( {2}|\t)/.test(other.slice(indent.length)))
    const inner = lines.slice(at + 1, end).map((other) => other.slice(Math.min(mark.length, other.length - other.trimStart().length)))
    items.push(h("li", {}, ...tight(blocks([lines[at].slice(mark.length), ...inner], depth + 1))))
    at = end
  }
  return [number ? h("ol", { start: Number(number) }, ...items) : h("ul", {}, ...items), at]
}

// Unwraps the paragraph that an item begins with.
const tight = ([first, ...rest]) => !first ? [] : first.localName === "p" ? [...first.childNodes, ...rest] : [first, ...rest]

function tableAt(lines, from) {
  const end = until(lines, from + 2, (line) => !line.includes("|"))
  const cells = (line) => line.trim().replace(/^\||\|$/g, "").split("|").map((cell) => inline(cell.trim()))
  const row = (name) => (line) => h("tr", {}, ...cells(line).map((cell) => h(name, {}, ...cell)))
  return [h("table", {}, h("thead", {}, row("th")(lines[from])), h("tbody", {}, ...lines.slice(from + 2, end).map(row("td")))), end]
}

// Returns the text of a block as nodes, with its inline markup applied.
function inline(text, depth = 0) {
  const nodes = []
  let at = 0
  for (const match of depth < deepest ? text.matchAll(inlines) : []) {
    nodes.push(text.slice(at, match.index), element(match[0], match.groups, depth + 1))
    at = match.index + match[0].length
  }
  return [...nodes, text.slice(at)]
}

function element(all, { code, bold, slanted, label, target, bare, literal }, depth) {
  if (code !== undefined) return h("code", {}, code)
  if (bold !== undefined) return h("strong", {}, ...inline(bold, depth))
  if (slanted !== undefined) return h("em", {}, ...inline(slanted, depth))
  if (target !== undefined) return link(target, ...(label ? inline(label, depth) : [target])) ?? all
  if (bare !== undefined) return link(bare, bare) ?? all
  return literal ?? all
}
