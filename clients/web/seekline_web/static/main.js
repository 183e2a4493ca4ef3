// The page: the box, the buttons and the keys on one side, what the engine says on the other, and nothing between them
// but `model`. What the person does is sent at once; debounce, paging and all else is the engine's business.

import { AccountView } from "./account.js"
import { Connection, isGone } from "./connection.js"
import { copyText, toast } from "./copy.js"
import { DetailView } from "./detail.js"
import { ListView } from "./list.js"
import { lookOf } from "./looks.js"
import { Model } from "./model.js"
import { notePlace, readPlace, returnTo } from "./place.js"
import { pullToRefresh } from "./pull.js"
import { h } from "./safe.js"
import { connectionWords, errorWords, statusWords } from "./words.js"

const element = (id) => document.getElementById(id)
const [box, form, list, submitButton, refreshButton] = ["box", "form", "list", "submit", "refresh"].map(element)

const model = new Model()
let look = null
let options = null
let composing = false
let sent = null
let asked = null
let place = readPlace()
let keepsOld = false
let noting = 0
history.scrollRestoration = "manual"

const connection = new Connection(sessionAddress(), { opened, said, stateChanged })
const view = new ListView({ box, list, end: element("end") }, { chosen, endIsNear, endIsFar: () => { asked = null } })
const account = new AccountView({ box, mark: element("mark"), says: element("status") })
const detail = new DetailView(connection, copyText)

function sessionAddress() {
  const page = new URL(location.href)
  const address = new URL("session", page)
  address.searchParams.set("token", page.hash.slice(1))
  if (page.searchParams.get("source")) address.searchParams.set("source", page.searchParams.get("source"))
  return address
}

// MARK: To the engine

async function ask(method, params) {
  try {
    await connection.call(method, params)
  } catch (error) {
    if (!isGone(error)) toast(error.message)
  }
}

function textChanged() {
  element("clear").hidden = box.value === ""
  if (JSON.stringify([box.value, composing]) === sent) return
  place = { query: null, count: 0, top: null }
  view.activate(-1)
  sendText()
  show()
}

function sendText() {
  sent = JSON.stringify([box.value, composing])
  ask("setQuery", composing ? { query: box.value, composing } : { query: box.value })
}

function submit() {
  if (options.trigger === "submit" && !model.canSubmit) return
  sent = JSON.stringify([box.value, false])
  ask("submit", { query: box.value })
  if (matchMedia("(pointer: coarse)").matches) box.blur()
}

const refresh = () => ask("refresh")

// Once for each end of the list, unless the person comes back to it; after an error the engine tries again by itself, or the person does.
function endIsNear() {
  if (!view.isNear || !model.more || model.loading || model.error || look.isField) return
  const end = `${model.generation}:${model.items.length}`
  if (asked === end) return
  asked = end
  ask("reachedBottom", { generation: model.generation })
}

function chosen(item, wantsDetail) {
  if (look.choose === "copy" && !wantsDetail) copyText(item.insert ?? item.title, item.title, () => detail.open(item, look))
  else detail.open(item, look)
}

// MARK: From the engine

function opened(params) {
  const isFirst = look === null
  options = params.options
  asked = null
  if (isFirst) dress(params)
  else place = { query: model.query, count: model.items.length, top: null }
  const shown = model.items
  model.reset(params.state)
  // The old list stays until the new one is as long.
  model.items = shown
  keepsOld = shown.length > 0
  returnToQuery()
  detail.reconnected()
  show()
}

function returnToQuery() {
  const { query, count } = place
  if (query !== null) {
    ask("submit", { query })
    if (count > options.pageSize) ask("reachedBottom", { need: count })
  } else if (options.minLength === 0 && box.value === "") {
    sendText()
  }
  // What was typed since; and a text that is only held is lost with its session.
  if (box.value !== (query ?? "") || (query !== null && options.trigger === "submit")) sendText()
}

function said(method, params) {
  const from = model.take(method, params)
  const isBack = model.error || model.items.length >= place.count || (!model.more && !model.loading)
  if (from !== null && !look.isField && !(keepsOld && !isBack)) {
    view.draw(model.items, keepsOld ? 0 : from, model)
    keepsOld = false
  }
  if (from !== null) {
    returnTo(place)
    if (from === 0) note()
    else noteSoon()
  }
  if (isBack && model.isSettled) {
    returnTo(place, { giveUp: true })
    place.count = 0
    keepsOld = false
  }
  show()
  endIsNear()
}

function stateChanged(state, message) {
  const words = connectionWords(state, message)
  alertWith(element("away"), words ? [words] : null, state === "lost")
  document.body.classList.toggle("away", state !== "open")
  if (state !== "open") list.setAttribute("aria-busy", "true")
}

// Not at each step of a scroll: browsers allow only so many entries in so much time.
function note() {
  clearTimeout(noting)
  noting = 0
  if (look && place.top === null && !keepsOld) {
    notePlace({ query: model.query, count: model.items.length }, { inAddress: !look.isField })
  }
}

function noteSoon() {
  noting ||= setTimeout(note, 400)
}

// MARK: What is to be seen

// Puts on the look of the source, once.
function dress({ source, sources }) {
  look = lookOf(source)
  document.body.classList.add(look.name)
  document.title = `${source.title} – seekline`
  element("label").textContent = look.label
  box.placeholder = look.label
  box.disabled = false
  list.lang = look.language ?? ""
  submitButton.hidden = options.trigger !== "submit"
  element("credit").textContent = source.attribution ?? ""
  element("credit").hidden = !source.attribution
  element("empty").replaceChildren(h("p", {}, h("b", {}, source.title)), h("p", {}, look.hint))
  element("sources").replaceChildren(...sources.map(({ name, title }) => {
    const address = new URL(location.href)
    address.search = new URLSearchParams({ source: name })
    return h("a", { href: address.href, "aria-current": name === source.name ? "page" : null }, title)
  }))
  element("sources").hidden = sources.length < 2
  element("sources").querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" })
  list.hidden = Boolean(look.isField)
  if (look.isField) {
    for (const name of ["role", "aria-autocomplete", "aria-controls", "aria-expanded"]) box.removeAttribute(name)
  }
  view.use(look)
  box.value = place.query ?? ""
  element("clear").hidden = box.value === ""
  if (!matchMedia("(pointer: coarse)").matches) box.focus()
}

function show() {
  const isLoading = model.loading || model.pending === "debounce"
  document.body.classList.toggle("loading", model.loading)
  list.setAttribute("aria-busy", String(isLoading))
  submitButton.disabled = !model.canSubmit
  refreshButton.hidden = look.isField || model.status === "initial"
  refreshButton.disabled = model.refreshing
  element("empty").hidden = model.items.length > 0 || model.status !== "initial"
  const verdict = look.isField ? account.draw(model, box.value) : ""
  const words = verdict || statusWords({ model, options, look, text: box.value })
  // A live region says again what is set again.
  if (element("status").textContent !== words) element("status").textContent = words
  element("suggestion").hidden = !model.suggestion
  element("suggestion").textContent = model.suggestion ? `Did you mean “${model.suggestion}”?` : ""
  alertWith(element("alert"), model.error && errorWords(model.error), model.error?.kind !== "config")
}

function alertWith(region, words, canTry) {
  const text = (words ?? []).join("\n")
  if (region.dataset.text !== text) {
    region.dataset.text = text
    region.firstElementChild.replaceChildren(...(words ?? []).map((line, index) => h(index ? "small" : "b", { dir: "auto" }, line)))
  }
  region.hidden = text === ""
  region.lastElementChild.hidden = !canTry
}

// MARK: From the person

box.addEventListener("compositionstart", () => { composing = true })
box.addEventListener("compositionend", () => {
  composing = false
  textChanged()
})
box.addEventListener("input", textChanged)
box.addEventListener("keydown", (event) => {
  // While an input method is at work the keys are its own; some browsers only say so by 229.
  if (event.isComposing || composing || event.keyCode === 229) return
  if (!look.isField && view.press(event)) event.preventDefault()
  else if (event.key === "Enter") {
    event.preventDefault()
    submit()
  } else if (event.key === "Escape") {
    event.preventDefault()
    if (view.active >= 0) view.activate(-1)
    else if (model.loading || model.pending) ask("cancel")
    else clear()
  }
})
form.addEventListener("submit", (event) => {
  event.preventDefault()
  submit()
})

function clear() {
  box.value = ""
  textChanged()
}
element("clear").addEventListener("click", () => {
  clear()
  box.focus()
})
element("suggestion").addEventListener("click", () => {
  box.value = model.suggestion
  submit()
})
refreshButton.addEventListener("click", refresh)
element("alert").lastElementChild.addEventListener("click", () => ask("retry"))
element("away").lastElementChild.addEventListener("click", () => connection.retry())
pullToRefresh(element("pull"), refresh, () => model.query !== null && !look?.isField && !detail.isOpen)

// A page with an open WebSocket is not kept for going back to; and one that is kept must not miss anything.
addEventListener("pagehide", () => {
  note()
  connection.close()
})
addEventListener("scroll", noteSoon, { passive: true })
addEventListener("pageshow", () => connection.open())
