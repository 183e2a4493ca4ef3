// Makes elements of what others wrote. Text is inserted as text, never as markup; addresses only if they are http or
// https.

const longest = 300

// Creates an element: h("p", { class: "x" }, "text", another, null).
export function h(name, attributes = {}, ...children) {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) element.setAttribute(key, value === true ? "" : value)
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== ""))
  return element
}

// Creates one of the page's own icons.
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg")
  svg.setAttribute("class", "icon")
  svg.setAttribute("aria-hidden", "true")
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use")
  use.setAttribute("href", `#i-${name}`)
  svg.append(use)
  return svg
}

// Shortens text for a list, which shows only a few lines of it. Control characters, which would be drawn as nothing or
// as boxes, become blanks.
export function brief(text, limit = longest) {
  const clean = String(text ?? "").replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
  if (clean.length <= limit) return clean
  return clean.slice(0, limit).replace(/[\ud800-\udbff]$/, "") + "…"
}

// Returns text with its matches marked: every second part is a match.
export function marked(parts) {
  const fragment = document.createDocumentFragment()
  let room = longest
  for (const [index, part] of parts.entries()) {
    if (!part || room <= 0) continue
    const text = brief(part, room)
    room -= part.length
    fragment.append(index % 2 === 1 ? h("mark", {}, text) : text)
  }
  return fragment
}

// Returns the address if it is http or https, else null.
export function webAddress(text) {
  try {
    const url = new URL(text)
    return url.protocol === "http:" || url.protocol === "https:" ? url.href : null
  } catch {
    return null
  }
}

// Creates a link that tells the other site nothing and gives it no access to this page; null if it is no web address.
export function link(text, ...children) {
  const href = webAddress(text)
  return href && h("a", { href, target: "_blank", rel: "noopener noreferrer" }, ...children)
}

// Creates a picture, with `fallback` in its place as long as it has not loaded.
export function picture(text, alt, fallback) {
  const src = webAddress(text)
  const frame = h("span", { class: "picture" }, fallback)
  if (!src) return frame
  const image = h("img", { alt, loading: "lazy", decoding: "async", referrerpolicy: "no-referrer" })
  // Lazy loading needs the image to be in the page; until it has loaded, it lies over the fallback and shows nothing.
  image.addEventListener("load", () => frame.replaceChildren(image), { once: true })
  image.addEventListener("error", () => fallback ? frame.replaceChildren(fallback) : frame.remove(), { once: true })
  image.src = src
  frame.append(image)
  return frame
}

// Returns a hue that is always the same for the same text.
export function hue(text) {
  let sum = 7
  for (const character of String(text)) sum = (sum * 137 + character.codePointAt(0)) % 9973
  return sum % 24 * 15
}
