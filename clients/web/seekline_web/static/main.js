// The page: the box, the buttons and the keys on one side, what the engine says on the other, and nothing between them
// but `model`. What the person does is sent at once; debounce, paging and all else is the engine's business.

import { AccountView } from "./account.js"
import { Connection, isLost } from "./connection.js"
import { copyText, toast } from "./copy.js"
import { DetailView } from "./detail.js"
import { Frame } from "./frame.js"
import { ListView } from "./list.js"
import { Model } from "./model.js"
import { pullToRefresh } from "./pull.js"
import { SearchBox } from "./searchbox.js"
import { Trail } from "./trail.js"

const element = (id) => document.getElementById(id)
const [box, form, list, refreshButton] = ["box", "form", "list", "refresh"].map(element)

// Outcomes of a call behind which something loads: `disabled`, because the same is searched for already.
const underWay = ["started", "loading", "backingOff", "disabled"]

const model = new Model()
const trail = new Trail()
let look = null
let options = null
let sent = null
let asked = null
// What was submitted last, until its list or its error is there.
let submitted = null
// What is searched for: what was submitted last or, where typing searches, typed.
let sought = null
// On which text Enter was pressed before there was anything to search.
let entered = null
// Where the page is on its way to: a query, how many items, which one at the top. Null once it is there.
let way = trail.place
// From where on the model's list is not drawn, and whose list is drawn.
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

// Answers the outcome; null if the connection or the engine was lost.
async function ask(method, params) {
  try {
    const { outcome, shortBy = 0 } = await connection.call(method, params)
    // One that is refused does not say by how much; the `setQuery` before it has.
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

// Keeps the text until it has settled. What the engine says before it has answered is still about another one.
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
  // Where typing searches, the text that was typed takes its place.
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

// Also if the button is not enabled: what the engine has said of the text before says nothing of this one.
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

// A key of the list's. Enter takes no item of an older text, be it gone to by hand: it searches.
function press(event) {
  if (!look || look.isField || (event.key === "Enter" && drawnQuery !== box.value.trim())) return false
  return view.press(event)
}

const refresh = () => ask("refresh")

// Once for each end of the list, unless the person comes back to it; after an error the engine tries again by itself, or the person does.
function endIsNear() {
  if (!view.isNear || !model.more || model.loading || model.error || look.isField || way) return
  const end = `${model.generation}:${model.items.length}`
  if (asked === end) return
  asked = end
  ask("reachedBottom", { generation: model.generation })
}

// Asks for what the way leads to.
async function goOn() {
  const own = way = { ...way, isAsked: false }
  const { query, count } = own
  const calls = []
  if (query !== null) {
    calls.push(search(query))
    if (count > options.pageSize) calls.push(ask("reachedBottom", { need: count }))
  } else if (options.minLength === 0 && box.value === "") {
    sendText()
  }
  // What was typed since; and a text that is only held is lost with its session.
  if (box.value !== (query ?? "") || (query !== null && options.trigger === "submit")) sendText()
  const outcomes = await Promise.all(calls)
  if (way !== own || outcomes.includes(null)) return
  // Not before: a first page can be there, and nothing load, when the others are not asked for yet.
  own.isAsked = true
  if (!underWay.includes(outcomes.at(-1))) arrive()
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
  // The old list stays until the new one is as long, or there is no more of it.
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
  // What was typed meanwhile takes the place of what the address says.
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
  show()
  endIsNear()
}

// Draws what is new, and gets the page to where it is on its way to. If that is a list that is drawn already (the
// connection was lost), it stays until the new one is whole.
function arrive() {
  const isThere = way && model.query === (way.query?.trim() ?? null)
  const isWhole = way && (model.error || (way.isAsked && model.isSettled) || (isThere && model.items.length >= way.count))
  // Also one that is read anew, in pieces.
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
  // Another list is seen from its top. The same one, read anew, stays where it is if it still goes as far.
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

// Writes down where the page is. Not at each step of a scroll: browsers allow only so many entries in so much time.
function note() {
  clearTimeout(noting)
  noting = 0
  if (!look || look.isField || way || detail.isOpen) return
  // A search that failed is what a reload is to try again, whatever list there was before.
  const hasFailed = model.error?.scope === "search" && sought
  const query = hasFailed ? sought.trim() : model.shownQuery
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

// By its button, Escape or a click beside it. The browser tells of the step back a moment later.
function closeDetail() {
  if (isClosing) return
  isClosing = trail.closeDetail()
  if (!isClosing) leaveDetail()
}

// The list may have become that of another text meanwhile.
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
      // A list that only a button replaces would stay.
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

// MARK: From the person

// By Escape: first from the list, then what runs is stopped, then the text goes.
function leave() {
  if (!look) forgetTyped()
  else if (view.active >= 0) view.activate(-1)
  else if (model.loading || model.pending) ask("cancel")
  else clear()
}

// What was typed before there was anything to search.
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

// Who scrolls goes somewhere else than where the page is on its way to.
for (const kind of ["wheel", "touchmove"]) {
  addEventListener(kind, () => { if (way) way.anchor = null }, { passive: true })
}
addEventListener("scroll", noteSoon, { passive: true })
// A reload takes the place that is written down when it begins: what is noted when the page goes comes too late for it.
addEventListener("scrollend", note, { passive: true })
// A page with an open WebSocket is not kept for going back to; and one that is kept must not miss anything.
addEventListener("pagehide", () => {
  note()
  connection.close()
})
addEventListener("pageshow", () => connection.open())
if (!matchMedia("(pointer: coarse)").matches) box.focus()
