import { Closed } from './errors.js';
import { States } from './states.js';

/**
 * The readers of one session's states.
 *
 * @typedef {import('./index.js').State} State
 */
export class Watchers {
  #holder;
  /** @type {Set<States>} */
  #all = new Set();
  /** Why the session has ended. @type {Error | undefined} */
  #end;

  /** @param {{ hold(): void, release(): void }} holder is held while a reader waits for a state */
  constructor(holder) {
    this.#holder = holder;
  }

  /**
   * Adds a reader, until it has seen enough or `signal` aborts.
   *
   * @param {number} room the maximum number of states that wait for it
   * @param {AbortSignal} [signal]
   * @param {() => void} [aborted] is called when `signal` aborts
   */
  add(room, signal, aborted) {
    const abort = () => {
      aborted?.();
      states.fail(signal?.reason);
    };
    const states = new States(room, this.#holder, () => {
      this.#all.delete(states);
      signal?.removeEventListener('abort', abort);
    });
    this.#all.add(states);
    if (this.#end) states.fail(this.#end);
    else if (signal?.aborted) states.fail(signal.reason);
    else signal?.addEventListener('abort', abort, { once: true });
    return states;
  }

  /** Passes a state to all readers but one. @param {State} state @param {States} [except] */
  push(state, except) {
    for (const states of this.#all) if (states !== except) states.push(state);
  }

  /**
   * Ends all readers. On a closed session they have seen everything and finish; a search that is still running fails.
   *
   * @param {Error} reason
   * @param {States} [search]
   */
  end(reason, search) {
    this.#end = reason;
    for (const states of this.#all) {
      if (reason instanceof Closed && states !== search) states.finish();
      else states.fail(reason);
    }
  }
}
