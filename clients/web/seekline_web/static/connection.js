// The WebSocket to the bridge: JSON-RPC with answers as promises, and a new connection whenever one is lost.
//
//   closed --open()--> connecting --bridge/opened--> open --engine died--> engineDown --bridge/opened--> open
//     ^                    |  ^                        |
//     +---close()----------+  +----------back-off------+  (lost)         refused: the address is wrong; not tried again
//
// While there is a socket and the page is visible, something is received every few seconds, or asked for. Without an
// answer for three seconds, an open connection is `silent` until there is one; for fifteen, it is lost (a network that
// is gone says nothing).

const firstPause = 250
const longestPause = 8000

// In beats of a second each: time in which the page was asleep does not count.
const beat = 1000
const quiet = 3
const patience = 3
const end = 15
// Calls that take as long as the service that they ask.
const slow = new Set(["openDetail", "perform"])
// The maximum size of a message, in bytes. The bridge closes the connection at a longer one.
const longest = 1 << 20

export class CallError extends Error {
  constructor({ code, message, data }) {
    super(message)
    this.code = code
    this.data = data
  }
}

export const isGone = (error) => error instanceof CallError && error.code === 0

// Whether the call reached no engine: the bridge says so, or there is no connection.
export const isUnsent = (error) => error.data?.bridge === "noSession"

// Also if only the engine is gone, which the page is told after that. Any other internal error may come from an engine
// that is still running.
export const isLost = (error) => isGone(error) || isUnsent(error) || error.data?.bridge === "engineDown"

const written = (message) => JSON.stringify({ jsonrpc: "2.0", ...message })

export class Connection {
  #address
  #socket = null
  #asked = new Map()
  #number = 0
  #pause = firstPause
  #opened = Infinity
  #timer = 0
  #unheard = 0
  #listener

  // `listener` has opened(params), said(method, params) and stateChanged(state, message).
  constructor(address, listener) {
    this.#address = address
    this.#listener = listener
    this.state = "closed"
    setInterval(() => this.#beat(), beat)
    addEventListener("online", () => this.#timer && this.retry())
  }

  open() {
    if (this.#socket || this.state === "refused") return
    clearTimeout(this.#timer)
    this.#timer = 0
    if (this.state === "closed") this.#become("connecting")
    const address = new URL(this.#address)
    address.protocol = address.protocol.replace("http", "ws")
    const socket = new WebSocket(address)
    this.#socket = socket
    socket.onmessage = (event) => this.#socket === socket && this.#take(JSON.parse(event.data))
    socket.onclose = () => this.#socket === socket && this.#lose()
  }

  // For a page that is left: it may be shown again from the back/forward cache, and then calls `open`.
  close() {
    clearTimeout(this.#timer)
    this.#timer = 0
    const socket = this.#socket
    this.#socket = null
    socket?.close(1000)
    this.#fail("the page was left")
    if (this.state !== "refused") this.state = "closed"
  }

  retry() {
    this.#pause = firstPause
    this.open()
  }

  // Returns a promise of the result; its `number` is for `forget`.
  call(method, params = {}) {
    if (this.#canSend) return this.#ask(method, params)
    return Promise.reject(new CallError({ code: 0, message: "there is no connection", data: { bridge: "noSession" } }))
  }

  #ask(method, params) {
    const id = ++this.#number
    const text = written({ id, method, params })
    const answer = new Promise((resolve, reject) => {
      // A query is never this long, only an id.
      if (new Blob([text]).size > longest) return reject(new CallError({ code: -32602, message: "Its id is too long to be asked for." }))
      this.#asked.set(id, { resolve, reject, waited: slow.has(method) ? -Infinity : 0 })
      this.#socket.send(text)
    })
    answer.number = id
    return answer
  }

  // Any answer will do: a bridge whose engine is down refuses the ping.
  #ping() {
    this.#ask("bridge/ping", {}).catch(() => {})
  }

  forget(number) {
    if (this.#asked.has(number) && this.#canSend) this.#socket.send(written({ method: "$/cancelRequest", params: { id: number } }))
  }

  // A socket that is closing is not open any more, and reports that only later.
  get #isConnected() {
    return this.#socket?.readyState === WebSocket.OPEN
  }

  get #canSend() {
    return this.isOpen && this.#isConnected
  }

  // Whether there is a session.
  get isOpen() {
    return this.state === "open" || this.state === "silent"
  }

  #beat() {
    if (!this.#isConnected || this.state === "refused" || document.visibilityState !== "visible") return
    let longest = 0
    for (const asked of this.#asked.values()) longest = Math.max(longest, ++asked.waited)
    if (longest >= end) this.#lose()
    else if (longest >= patience && this.state === "open") {
      this.#become("silent")
      // On a ping, the bridge replaces an engine that hangs.
      this.#ping()
    }
    else if (longest === 0 && ++this.#unheard >= quiet) this.#ping()
  }

  #take(message) {
    this.#unheard = 0
    if (this.state === "silent") this.#become("open")
    if (message.method === "bridge/opened") {
      this.#opened = performance.now()
      this.#become("open")
      this.#listener.opened(message.params)
    } else if (message.method === "bridge/engineDown") {
      this.#become("engineDown")
    } else if (message.method === "bridge/refused") {
      this.#become("refused", message.params.message)
    } else if (message.method) {
      this.#listener.said(message.method, message.params)
    } else if (this.#asked.has(message.id)) {
      const { resolve, reject } = this.#asked.get(message.id)
      this.#asked.delete(message.id)
      if (message.error) reject(new CallError(message.error))
      else resolve(message.result)
    }
  }

  async #lose() {
    this.#socket?.close(1000)
    this.#socket = null
    this.#fail("the connection is lost")
    if (this.state === "refused") return
    this.#become("lost")
    // One that does not last may be lost because of what it is for, and the next one as well.
    if (performance.now() - this.#opened > longestPause) this.#pause = firstPause
    this.#opened = Infinity
    const pause = this.#pause * (0.75 + Math.random() / 2)
    this.#pause = Math.min(this.#pause * 2, longestPause)
    this.#timer = setTimeout(() => this.open(), pause)
    // A browser does not say why a WebSocket was refused; a plain request for the same address does.
    try {
      const answer = await fetch(this.#address, { cache: "no-store" })
      if (answer.status === 403 || answer.status === 404) {
        const why = await answer.text()
        if (this.state !== "lost") return
        clearTimeout(this.#timer)
        this.#become("refused", why.trim())
      }
    } catch {
      // The bridge is gone: the next attempt is already scheduled.
    }
  }

  #become(state, message = "") {
    this.state = state
    this.#listener.stateChanged(state, message)
  }

  #fail(message) {
    const asked = [...this.#asked.values()]
    this.#asked.clear()
    for (const { reject } of asked) reject(new CallError({ code: 0, message }))
  }
}
