import { RequestFailed } from './errors.js';
import { Filling, OnlyOnce } from './filling.js';

/**
 * The lists that one session is given, in the order of the calls: one that appends waits for those before it, and a new
 * list replaces those that are still being sent.
 *
 * @typedef {import('./protocol.js').Held} Held
 * @typedef {{ items: unknown[], append: boolean, done?: boolean }} Params
 */
export class Fillings {
  #call;
  /** What is being sent, in order, and when that is over. @type {Map<Filling, Promise<void>>} */
  #running = new Map();
  /** The outcome of the latest call. @type {Promise<Held>} */
  #last = Promise.resolve(Object.freeze({ held: 0, dropped: 0 }));
  /** Whether the engine may be waiting for more items: the last piece of the list has not arrived. */
  #isLeftOpen = false;
  /** Why calls are rejected, once the session has ended. @type {Error | undefined} */
  #end;

  /** @param {(params: Params) => Promise<Held>} call sends one piece */
  constructor(call) {
    this.#call = call;
  }

  /** A promise of what the list holds, once everything that was given last has arrived. */
  get last() {
    return this.#last;
  }

  /**
   * Sends what the iterable yields.
   *
   * @param {import('./index.js').GivenItems} items
   * @param {{ append?: boolean, done?: boolean, signal?: AbortSignal }} options
   * @returns {Promise<Held>}
   */
  add(items, { append = false, done = true, signal }) {
    const given = this.#give(items, append, done, signal);
    given.catch(() => {});
    this.#last = given;
    return given;
  }

  /** Stops everything that is being sent, and rejects later calls. @param {Error} reason */
  end(reason) {
    this.#end = reason;
    for (const filling of this.#running.keys()) filling.stop(reason);
  }

  /**
   * @param {import('./index.js').GivenItems} items
   * @param {boolean} append
   * @param {boolean} done
   * @param {AbortSignal} [signal]
   */
  async #give(items, append, done, signal) {
    if (this.#end) throw this.#end;
    signal?.throwIfAborted();
    OnlyOnce.give(items);
    const filling = new Filling((piece, behind, last) => {
      this.#isLeftOpen ||= !last;
      return this.#call({ items: piece, append: behind, done: last });
    }, { append, done });
    const before = append ? [...this.#running.values()] : [];
    const newer = { code: -32800, message: 'Request cancelled: a newer list takes its place' };
    if (!append) for (const other of this.#running.keys()) other.stop(new RequestFailed(newer), true);
    const abort = () => filling.stop(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    const run = filling.run(items, before);
    this.#running.set(filling, this.#over(filling, run, before));
    try {
      return await run;
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }

  /**
   * Resolves once nothing more is sent because of a call, and lets the list end if its last items have failed to come.
   *
   * @param {Filling} filling
   * @param {Promise<Held>} run
   * @param {Promise<void>[]} before
   */
  async #over(filling, run, before) {
    try {
      await run;
      if (filling.isLast) this.#isLeftOpen = false;
    } catch {
      // It may have been stopped while it waited for its turn.
      if (before.length > 0) await Promise.all(before);
      if (filling.isLast && this.#isLeftOpen && !this.#end) {
        this.#isLeftOpen = false;
        this.#call({ items: [], append: true }).catch(() => {});
      }
    }
    this.#running.delete(filling);
  }
}
