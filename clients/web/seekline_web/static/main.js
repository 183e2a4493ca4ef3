// The page: the search box, the buttons and the keys on one side, the engine's messages on the other, and only `model`
// between them. What the user does is sent at once; debounce, paging and everything else are the engine's business.

import { AccountView } from "./account.js"
import { Connection, isLost } from "./connection.js"
import { copyText, toast } from "./copy.js"
import { DetailView } from "./detail.js"
import { Frame } from "./frame.js"
import { ListView } from "./list.js"
import { Model, trimmed } from "./model.js"
import { pullToRefresh } from "./pull.js"
import { SearchBox } from "./searchbox.js"
import { Trail } from "./trail.js"

const element = (id) => document.getElementById(id)
const [box, form, list, refreshButton] = ["box", "form", "list", "refresh"].map(element)

// Outcomes of a call after which something loads; `disabled` because the same query is already being searched for.
const underWay = ["started", "loading", "backingOff", "disabled"]
// How many more items of a list that is restored are asked for at once. A slow connection is cut off if too much waits for it.
const part = 200

const model = new Model()
const trail = new Trail()
let look = null
let options = null
let sent = null
let asked = null
// The query that was submitted last, until its list or its error has arrived.
let submitted = null
// The query that is searched for: the last one submitted or, where typing searches, typed.
let sought = null
// The text on which Enter was pressed before there was anything to search.
let entered = null
// The place that the page is restoring: a query, how many items, which one at the top. Null once it is reached.
let way = trail.place
// The index from which the model's list is not drawn yet, and the query whose list is drawn.
let undrawn = Infinity
let drawnQuery = null
let noting = 0
let isClosing = false

const connection = new Connection(sessionAddress(), { opened, said, stateChanged })
const view = new ListView({ box, list, end: element("end"), header: document.querySelector("header") }, {
  chosen, addressOf: (item) => trail.address(model.query, item.id), endIsNear, endIsFar: () => { asked = null },
})
const input = new SearchBox(box, form, {
  changed: textChanged, submit, leave, press,
})
const frame = new Frame(new AccountView({ box, mark: element("mark"), says: element("status") }))
const detail = new DetailView(connection, copyText, closeDetail)

function sessionAddress() {
  const page = new URL(location.href)
  const address = new URL("session", page)
  address.searchParams.set("token", page.hash.slice(1))
  if (page.searchParams.get("source")) address.searchParams.set("source", page.searchParams.get("source"))
  return address
}

// MARK: To the engine

// Returns the outcome; null if the connection or the engine was lost. Shows any other error.
async function ask(method, params) {
  try {
    const { outcome, shortBy = 0 } = await connection.call(method, params)
    // A `submit` that is refused as too short does not say by how much; the `setQuery` before it did.
    if (method === "setQuery" || (method === "submit" && outcome !== "tooShort")) {
      model.shortBy = shortBy
      show()
    }
    return outcome
  } catch (error) {
    if (isLost(error)) return null
    toast(error.message)
  }
}

// Remembers the query until it has settled. What the engine says before it has answered is still about another one.
async function search(query) {
  sent = JSON.stringify([query, false])
  sought = query
  const own = submitted = { query, isLoading: false }
  const outcome = await ask("submit", { query })
  own.isLoading = underWay.includes(outcome)
  if (!own.isLoading && outcome !== null && submitted === own) submitted = null
  return outcome
}

function textChanged() {
  frame.showText(box.value)
  if (!look || JSON.stringify([box.value, input.isComposing]) === sent) return
  way = null
  // Where typing searches, the typed text replaces it.
  if (options.trigger !== "submit") submitted = null
  view.activate(-1)
  sendText()
  show()
}

function sendText() {
  if (options.trigger !== "submit") sought = box.value
  sent = JSON.stringify([box.value, input.isComposing])
  ask("setQuery", input.isComposing ? { query: box.value, composing: true } : { query: box.value })
}

// Even if the button is disabled: that reflects what the engine said about the previous text, not this one.
function submit() {
  if (!look) {
    entered = box.value
    return
  }
  way = null
  trail.use()
  search(box.value)
  if (matchMedia("(pointer: coarse)").matches) box.blur()
}

// Handles a key of the list. Enter chooses no item of an older query, even one that the user moved to: it searches.
function press(event) {
  if (!look || look.isField || (event.key === "Enter" && drawnQuery !== trimmed(box.value))) return false
  return view.press(event)
}

const refresh = () => ask("refresh")

// Asks for more once for each end of the list, unless the user comes back to it; after an error the engine tries again
// by itself, or the user does.
function endIsNear() {
  if (!view.isNear || !model.more || model.loading || model.error || look.isField || way) return
  const end = `${model.generation}:${model.items.length}`
  if (asked === end) return
  asked = end
  ask("reachedBottom", { generation: model.generation })
}

// Asks for what `way` leads to, or the first part of it.
async function goOn() {
  const own = way = { ...way, isAsked: false }
  const { query, count } = own
  const calls = []
  if (query !== null) {
    calls.push(search(query))
    own.need = Math.min(count, options.pageSize + part)
    if (count > options.pageSize) calls.push(ask("reachedBottom", { need: own.need }))
  } else if (options.minLength === 0 && box.value === "") {
    sendText()
  }
  // What was typed since; and text that the engine only held was lost with its session.
  if (box.value !== (query ?? "") || (query !== null && options.trigger === "submit")) sendText()
  await follow(own, calls)
}

// Asks for the next part of what `way` leads to.
function goFurther() {
  way.isAsked = false
  way.need = Math.min(way.count, model.items.length + part)
  follow(way, [ask("reachedBottom", { need: way.need })])
}

async function follow(own, calls) {
  const outcomes = await Promise.all(calls)
  if (way !== own || outcomes.includes(null)) return
  // Not earlier: the first page can have arrived, and nothing be loading, before the others are asked for.
  own.isAsked = true
  if (!underWay.includes(outcomes.at(-1))) arrive()
  show()
}

// MARK: From the engine

function opened(params) {
  const isFirst = look === null
  options = params.options
  asked = null
  if (isFirst) dress(params)
  else if (submitted) way ??= { query: submitted.query, count: 0, anchor: null }
  else way ??= { query: model.shownQuery, count: model.items.length, anchor: null }
  const shown = model.items
  model.reset(params.state)
  // The old list stays until the new one is as long or complete.
  model.items = shown
  undrawn = Infinity
  detail.performs = params.performs ?? false
  if (isFirst) showDetail()
  detail.reconnected()
  goOn()
  show()
}

function dress(params) {
  look = frame.dress(params)
  view.use(look)
  // What was typed meanwhile replaces what the address says.
  if (box.value || entered !== null) way = { query: entered, count: 0, anchor: null }
  else box.value = way.query ?? ""
  frame.showText(box.value)
}

function said(method, params) {
  const from = model.take(method, params)
  if (from !== null) undrawn = Math.min(undrawn, from)
  if (method === "loading" && submitted?.isLoading && model.isSettled) submitted = null
  arrive()
  if (method === "loading" && model.isSettled) note()
  // Nothing loads while the next part is being asked for, but that is not worth showing.
  if (!way || way.isAsked) show()
  endIsNear()
}

// Draws what is new, and brings the page to the place that it is restoring. If that list is drawn already (the
// connection was lost), it stays until the new one is complete.
function arrive() {
  const isThere = way && model.query === (way.query === null ? null : trimmed(way.query))
  const hasPart = isThere && way.isAsked && model.isSettled && !model.error && model.items.length >= way.need
  if (hasPart && way.need < way.count && model.more) goFurther()
  const isWhole = way && (model.error || (way.isAsked && model.isSettled) || (isThere && model.items.length >= way.count))
  // So does one that is being reloaded in pieces.
  const isBeingRead = undrawn === 0 && model.loading && model.items.length < view.count
  const isDue = way ? isWhole : !isBeingRead
  if (undrawn < Infinity && (isDue || model.query !== drawnQuery)) draw()
  if (!isWhole) return
  if (isThere && way.anchor) view.goTo(way.anchor)
  way.anchor = null
  if (!model.isSettled) return
  way = null
  note()
}

function draw() {
  const from = undrawn
  const isOther = model.query !== drawnQuery
  const anchor = from === 0 && !isOther ? view.anchor() : null
  undrawn = Infinity
  drawnQuery = model.query
  detail.generation = model.listGeneration
  if (look.isField) return
  if (isOther) view.activate(-1)
  view.draw(model.items, from, model)
  // Another list is shown from its top. The same one, reloaded, stays where it is if it is still long enough.
  if (isOther || (anchor && !view.goTo(anchor))) scrollTo(0, 0)
  if (from === 0 && model.items.length > 0) note()
  else noteSoon()
}

function stateChanged(state, message) {
  frame.showConnection(state, message)
  if (state === "open" && look) show()
}

function show() {
  frame.show({ model, options, look, text: box.value })
}

// MARK: The history

// Records where the page is. Not at each step of a scroll: browsers limit the rate of history entries.
function note() {
  clearTimeout(noting)
  noting = 0
  if (!look || look.isField || way || detail.isOpen) return
  // A reload should retry a search that failed, whatever list there was before.
  const hasFailed = model.error?.scope === "search" && sought
  const query = hasFailed ? trimmed(sought) : model.shownQuery
  const place = hasFailed ? { count: 0, anchor: null } : { count: model.items.length, anchor: view.anchor() }
  if (!trail.note({ query, ...place })) noting = setTimeout(note, 1000)
  frame.name(query)
}

function noteSoon() {
  noting ||= setTimeout(note, 400)
}

function chosen(item, wantsDetail) {
  trail.use()
  if (look.choose === "copy" && !wantsDetail) copyText(item.insert ?? item.title, item.title, () => openDetail(item))
  else openDetail(item)
}

function openDetail(item) {
  note()
  trail.openDetail(item.id)
  detail.open(item, look)
}

// On its button, Escape or a click outside it. The browser reports the step back a moment later.
function closeDetail() {
  if (isClosing) return
  isClosing = trail.closeDetail()
  if (!isClosing) leaveDetail()
}

// The list may be that of another query by now.
function leaveDetail() {
  detail.close()
  note()
}

// Shows the detail that the address names, or none.
function showDetail() {
  const { item: id } = trail.place
  if (id === null) leaveDetail()
  else if (detail.id !== id) detail.open(model.items.find((item) => item.id === id) ?? { id, title: "" }, look)
}

addEventListener("popstate", () => {
  isClosing = false
  if (!look) {
    if (trail.moved()) {
      way = trail.place
      forgetTyped()
    }
    return
  }
  if (trail.moved()) {
    way = trail.place
    submitted = null
    box.value = way.query ?? ""
    frame.showText(box.value)
    if (way.query === null) {
      // Where only a button searches, the list would stay.
      model.clear()
      undrawn = 0
      draw()
      sendText()
    }
    if (connection.isOpen) goOn()
    show()
  }
  showDetail()
})

// MARK: From the user

// On Escape: first leaves the list, then stops what is running, then clears the text.
function leave() {
  if (!look) forgetTyped()
  else if (view.active >= 0) view.activate(-1)
  else if (model.loading || model.pending) ask("cancel")
  else clear()
}

// Discards what was typed before there was anything to search.
function forgetTyped() {
  entered = null
  box.value = ""
  frame.showText("")
}

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
  frame.showText(box.value)
  submit()
})
refreshButton.addEventListener("click", refresh)
element("alert").lastElementChild.addEventListener("click", () => ask("retry"))
element("away").lastElementChild.addEventListener("click", () => connection.retry())
pullToRefresh(element("pull"), refresh, () => model.query !== null && !look?.isField && !detail.isOpen)

// A user who scrolls wants to be somewhere else than the place being restored.
for (const kind of ["wheel", "touchmove"]) {
  addEventListener(kind, () => { if (way) way.anchor = null }, { passive: true })
}
addEventListener("scroll", noteSoon, { passive: true })
// A reload uses the place that is recorded when it begins: what is recorded when the page goes comes too late for it.
addEventListener("scrollend", note, { passive: true })
// A page with an open WebSocket is not kept in the back/forward cache; and one that is kept must not miss anything.
addEventListener("pagehide", () => {
  note()
  connection.close()
})
addEventListener("pageshow", () => connection.open())
if (!matchMedia("(pointer: coarse)").matches) box.focus()
