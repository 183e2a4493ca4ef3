import { ItemsSpent, RequestFailed } from './errors.js';

/** The maximum size of the items in one piece, in bytes of JSON; a single item may be larger. */
const PIECE = 1 << 16;
/** The maximum number of unanswered pieces. */
const UNANSWERED = 2;
/** How deep an item may be nested: the engine's limit is 128, and the message is three arrays and objects. */
const DEEPEST = 125;
/** The codes of an engine that could not read a piece: it is too long, or nested too deep. */
const UNREADABLE = [-32600, -32700];

/**
 * Sends a session what an iterable yields, as it is yielded, in pieces: a query never waits behind all of it.
 *
 *     reading ──the piece is full──→ waiting for room ──it is sent──→ reading ──the end──→ ended
 *
 * The items are read into a piece, which is sent when it is full or, while the iterable's next item is awaited, as soon
 * as fewer than two pieces are unanswered. So a fast iterable makes full pieces, and what a slow one yields is sent at
 * once. A piece that replaces the previous items is sent alone: if it were refused, what follows it would be appended
 * to those.
 *
 * @typedef {import('./protocol.js').Held} Held
 * @typedef {(items: unknown[], append: boolean, done: boolean) => Promise<Held>} Give sends one piece
 */
export class Filling {
  #give;
  #append;
  #done;
  /** @type {unknown[]} */
  #piece = [];
  #size = 0;
  /** The number of items sent so far. */
  #first = 0;
  #unanswered = 0;
  /** How many pieces may be unanswered. */
  #room;
  #isReplaced = false;
  #held = 0;
  #dropped = 0;
  /** Whether the next item is being awaited. */
  #isWaiting = false;
  /** Why nothing more is sent. @type {{ error: unknown } | undefined} */
  #failure;
  /** Ends a wait for room or for an answer. */
  #wake = () => {};
  /** Ends the wait for the next item. @type {(error: unknown) => void} */
  #stopped = () => {};

  /** @param {Give} give @param {{ append: boolean, done: boolean }} options */
  constructor(give, { append, done }) {
    this.#give = give;
    this.#append = append;
    this.#room = append ? UNANSWERED : 1;
    this.#done = done;
  }

  /**
   * Stops sending.
   *
   * @param {unknown} error what `run` throws
   * @param {boolean} [isReplaced] whether other items replace these
   */
  stop(error, isReplaced = false) {
    this.#isReplaced ||= isReplaced;
    this.#failure ??= { error };
    this.#stopped(error);
    this.#wake();
  }

  /**
   * Sends all items, the first piece at once.
   *
   * @param {any} items
   * @param {Promise<void>[]} before what to wait for first
   * @returns {Promise<Held>}
   */
  async run(items, before = []) {
    if (before.length > 0) await this.#unlessStopped(() => Promise.all(before));
    const isAsync = Symbol.asyncIterator in items;
    const each = isAsync ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
    let isAtEnd = false;
    try {
      for (let number = 0; ; number += 1) {
        const { done, value } = isAsync ? await this.#next(each) : each.next();
        if (done) break;
        const size = sizeOf(value, number);
        while (this.#piece.length > 0 && this.#size + size > PIECE) await this.#sendWhenThereIsRoom();
        this.#piece.push(value);
        this.#size += size;
      }
      isAtEnd = true;
      await this.#sendWhenThereIsRoom(this.#done);
    } catch (error) {
      if (!this.#failure && this.#piece.length > 0) await this.#sendWhenThereIsRoom().catch(() => {});
      this.#failure ??= { error };
    }
    // An iterator that is not at its end may hold resources. One with a pending `next` handles `return` when it can.
    if (!isAtEnd) void Promise.resolve().then(() => each.return?.()).catch(() => {});
    while (this.#unanswered > 0 && !this.#failure) await this.#change();
    if (this.#failure) throw this.#failure.error;
    return Object.freeze({ held: this.#held, dropped: this.#dropped });
  }

  /** Whether nothing else follows: neither more of this list, nor another one in its place. */
  get isLast() {
    return this.#done && !this.#isReplaced;
  }

  /** Returns the next result of an async iterator. That may take long, so what has been read is sent meanwhile. */
  #next(/** @type {AsyncIterator<unknown>} */ each) {
    return this.#unlessStopped(() => {
      this.#isWaiting = true;
      this.#sendWhatThereIs();
      return each.next();
    }).finally(() => { this.#isWaiting = false; });
  }

  /**
   * Settles as `wait` does, or rejects as soon as sending is stopped.
   *
   * @template T @param {() => T | PromiseLike<T>} wait @returns {Promise<T>}
   */
  #unlessStopped(wait) {
    return new Promise((resolve, reject) => {
      this.#stopped = reject;
      if (this.#failure) return reject(this.#failure.error);
      Promise.resolve(wait()).then(resolve, reject);
    });
  }

  #sendWhatThereIs() {
    if (this.#isWaiting && this.#piece.length > 0 && this.#unanswered < this.#room && !this.#failure) this.#send(false);
  }

  async #sendWhenThereIsRoom(done = false) {
    while (this.#unanswered >= this.#room && !this.#failure) await this.#change();
    if (this.#failure) throw this.#failure.error;
    this.#send(done);
  }

  #change() {
    return new Promise((resolve) => { this.#wake = () => resolve(undefined); });
  }

  /** @param {boolean} done */
  #send(done) {
    const first = this.#first;
    const items = this.#piece;
    this.#first += items.length;
    this.#piece = [];
    this.#size = 0;
    this.#unanswered += 1;
    this.#give(items, this.#append, done).then(
      ({ held, dropped }) => {
        this.#room = UNANSWERED;
        this.#held = held;
        this.#dropped += dropped;
      },
      (error) => this.stop(placed(error, items, first)),
    ).finally(() => {
      this.#unanswered -= 1;
      this.#sendWhatThereIs();
      this.#wake();
    });
    this.#append = true;
  }
}

/** Remembers the iterators, such as generators, that were given: what is left of one is not what the caller means. */
export class OnlyOnce {
  /** @type {WeakSet<object>} */
  static #begun = new WeakSet();

  /** Throws if `items` is not an iterable object, or is an iterator that was given before. @param {any} items */
  static check(items) {
    if (items === null || typeof items !== 'object' || !(Symbol.iterator in items || Symbol.asyncIterator in items)) {
      throw new TypeError(`the items must be an iterable of strings or objects, not ${items === null ? null : typeof items}`);
    }
    if (OnlyOnce.#begun.has(items)) throw new ItemsSpent();
  }

  /** Checks `items` likewise, and remembers an iterator as given. @param {any} items */
  static give(items) {
    OnlyOnce.check(items);
    if (typeof items.next === 'function') OnlyOnce.#begun.add(items);
  }
}

/** Returns the size of an item in bytes of JSON, with a comma. @param {unknown} item @param {number} number */
function sizeOf(item, number) {
  if (typeof item !== 'string' && (item === null || typeof item !== 'object')) {
    throw new TypeError(`items[${number}] must be a string or an object, not ${item === null ? null : typeof item}`);
  }
  try {
    return Buffer.byteLength(JSON.stringify(item)) + 1;
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    throw new TypeError(`items[${number}] cannot be written as JSON: ${message}`, { cause: error });
  }
}

/**
 * Returns the engine's error with the item's index among all items instead of that in its piece.
 *
 * @param {unknown} error
 * @param {unknown[]} items the piece
 * @param {number} first
 */
function placed(error, items, first) {
  if (!(error instanceof RequestFailed)) return error;
  const { code, message, data } = error;
  if (UNREADABLE.includes(code)) {
    // An item that is too long is sent alone.
    const wrong = items.length === 1 ? 0 : items.findIndex(isDeep);
    return wrong < 0 ? error : new RequestFailed({ code, message: `items[${first + wrong}] cannot be read: ${message}`, data });
  }
  if (typeof data?.param !== 'string') return error;
  const place = (/** @type {string} */ text) =>
    text.replace(/\bitems\[(\d+)\]/, (_, number) => `items[${first + Number(number)}]`);
  return new RequestFailed({ code, message: place(message), data: { ...data, param: place(data.param) } });
}

/** Whether an item is nested too deep for the engine. @param {unknown} item */
function isDeep(item) {
  /** @type {any[]} */
  let wholes = [item];
  for (let depth = 0; depth < DEEPEST; depth += 1) {
    wholes = wholes.flatMap((whole) => Object.values(whole).filter((part) => part !== null && typeof part === 'object'));
  }
  return wholes.length > 0;
}
