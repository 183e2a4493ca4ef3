// Elements out of what others wrote. Text goes in as text, never as markup; addresses only if they are of the web.

const longest = 300

// An element: h("p", { class: "x" }, "text", another, null).
export function h(name, attributes = {}, ...children) {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) element.setAttribute(key, value === true ? "" : value)
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== ""))
  return element
}

// An icon of the page's own.
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg")
  svg.setAttribute("class", "icon")
  svg.setAttribute("aria-hidden", "true")
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use")
  use.setAttribute("href", `#i-${name}`)
  svg.append(use)
  return svg
}

// Text of a list, which has no use for more than a few lines of it. Controls would be drawn as nothing, or as boxes.
export function brief(text, limit = longest) {
  const clean = String(text ?? "").replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
  if (clean.length <= limit) return clean
  return clean.slice(0, limit).replace(/[\ud800-\udbff]$/, "") + "…"
}

// A text in which the matches are marked: of the parts, every second one is a match.
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

// The address if it is one of http or https, else null.
export function webAddress(text) {
  try {
    const url = new URL(text)
    return url.protocol === "http:" || url.protocol === "https:" ? url.href : null
  } catch {
    return null
  }
}

// A link that tells the other site nothing, and gets no hold of this page.
export function link(text, ...children) {
  const href = webAddress(text)
  return href && h("a", { href, target: "_blank", rel: "noopener noreferrer" }, ...children)
}

// A picture, or `fallback` in its place as long as there is none.
export function picture(text, alt, fallback) {
  const src = webAddress(text)
  const frame = h("span", { class: "picture" }, fallback)
  if (!src) return frame
  const image = h("img", { alt, loading: "lazy", decoding: "async", referrerpolicy: "no-referrer" })
  // Lazy loading needs the image to be in the page; until it has come it lies over the fallback and shows nothing.
  image.addEventListener("load", () => frame.replaceChildren(image), { once: true })
  image.addEventListener("error", () => fallback ? frame.replaceChildren(fallback) : frame.remove(), { once: true })
  image.src = src
  frame.append(image)
  return frame
}

// A colour that stays the same for the same text.
export function hue(text) {
  let sum = 7
  for (const character of String(text)) sum = (sum * 137 + character.codePointAt(0)) % 9973
  return sum % 24 * 15
}
