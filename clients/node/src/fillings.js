import { RequestFailed } from './errors.js';
import { Filling, OnlyOnce } from './filling.js';

/**
 * All that one session is given, in the order of the calls: what appends waits for what stands before it, and a new list
 * takes the place of those that are still under way.
 *
 * @typedef {import('./protocol.js').Held} Held
 * @typedef {{ items: unknown[], append: boolean, done?: boolean }} Params
 */
export class Fillings {
  #call;
  /** What is being given, in order. @type {Map<Filling, Promise<Held>>} */
  #running = new Map();
  /** What has become of what was given last. @type {Promise<Held>} */
  #last = Promise.resolve(Object.freeze({ held: 0, dropped: 0 }));
  /** Why nothing can be given any more. @type {Error | undefined} */
  #end;

  /** @param {(params: Params) => Promise<Held>} call sends one piece */
  constructor(call) {
    this.#call = call;
  }

  /** What the list holds, once all that was given last is there. */
  get last() {
    return this.#last;
  }

  /**
   * Gives what the iterable yields.
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

  /** Nothing more is given. @param {Error} reason */
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
    const filling = new Filling(
      (piece, behind, last) => this.#call({ items: piece, append: behind, done: last }), { append, done });
    const before = [...this.#running.values()];
    const newer = { code: -32800, message: 'Request cancelled: a newer list takes its place' };
    if (!append) for (const other of this.#running.keys()) other.stop(new RequestFailed(newer), true);
    const abort = () => filling.stop(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    const run = filling.run(items, append ? before : []);
    this.#running.set(filling, run);
    try {
      return await run;
    } catch (error) {
      if (filling.isLeftGrowing && !this.#end) this.#call({ items: [], append: true }).catch(() => {});
      throw error;
    } finally {
      this.#running.delete(filling);
      signal?.removeEventListener('abort', abort);
    }
  }
}
