// How each source looks: what surrounds its search box, and how an item becomes an option of the list.
//
// A look has: name (a class of the page), label, hint, option(item) -> nodes, and where needed columns (arrow keys move
// left and right), choose ("copy" instead of the detail), language (of the texts, for the right Han glyphs).

import { brief, h, hue, icon, marked, picture, webAddress } from "./safe.js"
import { place } from "./written.js"

const first = (text) => [...String(text ?? "").trim()][0] ?? "?"

const title = (item) => h("span", { class: "title", dir: "auto" }, item.snippet?.join("") === item.title
  ? marked(item.snippet) : brief(item.title) || "(no title)")

function day(text) {
  const date = new Date(text)
  return isNaN(date) ? brief(text, 40) : date.toLocaleDateString(undefined, { year: "numeric", month: "short", day: "numeric" })
}

function tinted(element, text) {
  element.style.setProperty("--hue", hue(text))
  return element
}

const fact = (name, value) => value ? h("span", { class: "fact", dir: "auto" }, icon(name), brief(value, 120)) : null

const articles = {
  name: "articles",
  label: "Search articles",
  hint: "Type a word or two.",
  option(item) {
    const { wordcount, timestamp } = item.fields
    const facts = [
      item.source && brief(item.source, 60),
      webAddress(item.url) && new URL(item.url).host,
      item.location && brief(place(item.location), 120),
      typeof wordcount === "number" && `${wordcount.toLocaleString()} words`,
      // A number may be in any unit, and count from any day.
      typeof timestamp === "string" && timestamp && day(timestamp),
    ].filter(Boolean).join(" · ")
    const isTitle = item.snippet?.join("") === item.title
    return [
      title(item),
      item.snippet && !isTitle ? h("span", { class: "text", dir: "auto" }, marked(item.snippet)) : null,
      facts ? h("span", { class: "facts" }, facts) : null,
    ]
  },
}

const feed = {
  name: "feed",
  label: "Search posts",
  hint: "Nothing typed: everything, newest first.",
  language: "ja",
  option(item) {
    const { user, likes_count: likes, created_at: created, tags } = item.fields
    const initial = tinted(h("span", { class: "initial", "aria-hidden": "true" }, first(user ?? item.title).toUpperCase()), user ?? item.id)
    return [
      h("span", { class: "avatar" }, picture(item.image, "", initial)),
      h("span", { class: "body" },
        h("span", { class: "facts" }, user ? h("b", { dir: "auto" }, `@${brief(user, 60)}`) : null, user && created ? " · " : null, created ? day(created) : null),
        title(item),
        h("span", { class: "tags" },
          ...String(tags ?? "").split(", ").filter(Boolean).slice(0, 5).map((tag) => h("span", { class: "tag", dir: "auto" }, brief(tag, 30))),
          typeof likes === "number" ? h("span", { class: "likes" }, icon("heart"), h("span", { class: "unseen" }, "Likes: "), String(likes)) : null)),
    ]
  },
}

const cards = {
  name: "cards",
  label: "Search restaurants",
  hint: "A name, a place, a kitchen: 焼肉 銀座",
  language: "ja",
  columns: true,
  option(item) {
    const { genre, budget, address, open, capacity } = item.fields
    const plate = tinted(h("span", { class: "plate", "aria-hidden": "true" }, first(genre ?? item.title)), item.title)
    return [
      h("span", { class: "photo" }, picture(item.image, "", plate)),
      h("span", { class: "body" },
        genre ? h("span", { class: "genre", dir: "auto" }, brief(genre, 60)) : null,
        title(item),
        h("span", { class: "row" }, budget ? h("b", { dir: "auto" }, brief(budget, 60)) : null, capacity ? h("span", {}, brief(capacity, 30)) : null),
        fact("place", address), fact("clock", open)),
    ]
  },
}

const pictures = {
  name: "pictures",
  label: "Search pictures",
  hint: "Three characters or more, then the button: ねこ耳",
  language: "ja",
  columns: true,
  option(item) {
    return [
      picture(item.image, "", h("span", { class: "blank", "aria-hidden": "true" }, icon("picture"))),
      h("span", { class: "caption", dir: "auto" }, brief(item.title, 80) || "(no title)"),
    ]
  },
}

const characters = {
  name: "characters",
  label: "Search characters",
  hint: "A name, a code point, or the character itself: snowman, U+2603, ☃",
  columns: true,
  choose: "copy",
  option(item) {
    const { character, category } = item.fields
    // Combining marks are put on a dotted circle; invisible characters get a symbol.
    const shown = /^(Control|Format|Surrogate|Private Use|.*Separator)$/.test(category ?? "") ? "␣"
      : /Mark$/.test(category ?? "") ? `◌${character}` : character ?? item.insert ?? ""
    return [
      h("span", { class: "glyph", "aria-hidden": "true" }, brief(shown, 12)),
      h("span", { class: "title", dir: "auto" }, item.snippet?.join("") === item.title ? marked(item.snippet) : brief(item.title)),
      h("span", { class: "code" }, brief(item.id, 20)),
    ]
  },
}

const account = { name: "account", label: "Account ID", hint: "Is this name free? Type it.", language: "ja", isField: true }

const looks = {
  wikipedia: articles, qiita: feed, hotpepper: cards, "yahoo-images": pictures, unicode: characters, "account-id": account,
}

// Returns the look of a source's type, whatever the source is named. Unknown types are lists of articles.
export function lookOf(source) {
  return looks[source.type] ?? articles
}
