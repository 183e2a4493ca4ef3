import { ItemsSpent, RequestFailed } from './errors.js';

/** How much JSON the items of one piece are at most, in bytes; a single item may be more. */
const PIECE = 1 << 16;
/** How many pieces are on their way at most. */
const UNANSWERED = 2;

/**
 * Gives a session what an iterable yields, as it yields it, in pieces: what is typed never waits behind all of it.
 *
 *     reading ──the piece is full──→ waiting for room ──it is sent──→ reading ──the end──→ ended
 *
 * The items are read into a piece, and what there is of it is sent whenever fewer than two are unanswered and the
 * iterable lets one wait. So a fast iterable makes full pieces, and what a slow one yields is sent at once.
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
  /** How many items were sent. */
  #first = 0;
  #unanswered = 0;
  #hasGiven = false;
  #isReplaced = false;
  #held = 0;
  #dropped = 0;
  /** Whether the next item has to be waited for. */
  #isWaiting = false;
  /** Why nothing more is given. @type {{ error: unknown } | undefined} */
  #failure;
  /** Wakes whoever waits for room, or for an answer. */
  #wake = () => {};
  /** Ends the wait for the next item. @type {(error: unknown) => void} */
  #stopped = () => {};

  /** @param {Give} give @param {{ append: boolean, done: boolean }} options */
  constructor(give, { append, done }) {
    this.#give = give;
    this.#append = append;
    this.#done = done;
  }

  /**
   * Gives nothing more.
   *
   * @param {unknown} error what `run` throws
   * @param {boolean} [isReplaced] whether others take the place of these
   */
  stop(error, isReplaced = false) {
    this.#isReplaced ||= isReplaced;
    this.#failure ??= { error };
    this.#stopped(error);
    this.#wake();
  }

  /**
   * Gives all of them, the first piece at once.
   *
   * @param {any} items
   * @param {Promise<Held>[]} before what is waited for first
   * @returns {Promise<Held>}
   */
  async run(items, before = []) {
    if (before.length > 0) await this.#unlessStopped(() => Promise.allSettled(before));
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
    // An iterator that is not at its end may hold something. One that is waited for answers when it can.
    if (!isAtEnd) void Promise.resolve().then(() => each.return?.()).catch(() => {});
    while (this.#unanswered > 0 && !this.#failure) await this.#change();
    if (this.#failure) throw this.#failure.error;
    return Object.freeze({ held: this.#held, dropped: this.#dropped });
  }

  /** Whether the engine waits for more, which does not come. */
  get isLeftGrowing() {
    return this.#hasGiven && this.#done && !this.#isReplaced;
  }

  /** The next of an async iterator, whose items may be long in coming: what there is goes on its way meanwhile. */
  #next(/** @type {AsyncIterator<unknown>} */ each) {
    return this.#unlessStopped(() => {
      this.#isWaiting = true;
      this.#sendWhatThereIs();
      return each.next();
    }).finally(() => { this.#isWaiting = false; });
  }

  /**
   * What `wait` comes to, unless nothing more is to be given before that.
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
    if (this.#isWaiting && this.#piece.length > 0 && this.#unanswered < UNANSWERED && !this.#failure) this.#send(false);
  }

  async #sendWhenThereIsRoom(done = false) {
    while (this.#unanswered >= UNANSWERED && !this.#failure) await this.#change();
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
        this.#held = held;
        this.#dropped += dropped;
      },
      (error) => this.stop(placed(error, first)),
    ).finally(() => {
      this.#unanswered -= 1;
      this.#sendWhatThereIs();
      this.#wake();
    });
    this.#append = this.#hasGiven = true;
  }
}

/** Iterators, such as generators, that were given once: what is left of one is not what was meant. */
export class OnlyOnce {
  /** @type {WeakSet<object>} */
  static #begun = new WeakSet();

  /** Throws for what is no iterable of items, and for an iterator that was given before. @param {any} items */
  static check(items) {
    if (items === null || typeof items !== 'object' || !(Symbol.iterator in items || Symbol.asyncIterator in items)) {
      throw new TypeError(`the items must be an iterable of strings or objects, not ${items === null ? null : typeof items}`);
    }
    if (OnlyOnce.#begun.has(items)) throw new ItemsSpent();
  }

  /** The same, and from now on it was given. @param {any} items */
  static give(items) {
    OnlyOnce.check(items);
    if (typeof items.next === 'function') OnlyOnce.#begun.add(items);
  }
}

/** How many bytes of JSON an item takes, with a comma. @param {unknown} item @param {number} number */
function sizeOf(item, number) {
  if (typeof item !== 'string' && (item === null || typeof item !== 'object')) {
    throw new TypeError(`items[${number}] must be a string or an object, not ${item === null ? null : typeof item}`);
  }
  return Buffer.byteLength(JSON.stringify(item)) + 1;
}

/**
 * What the engine finds fault with, with the place among all items in the place of the one in their piece.
 *
 * @param {unknown} error
 * @param {number} first
 */
function placed(error, first) {
  if (!(error instanceof RequestFailed) || typeof error.data?.param !== 'string') return error;
  const place = (/** @type {string} */ text) =>
    text.replace(/\bitems\[(\d+)\]/, (_, number) => `items[${first + Number(number)}]`);
  const { code, message, data } = error;
  return new RequestFailed({ code, message: place(message), data: { ...data, param: place(data.param) } });
}
