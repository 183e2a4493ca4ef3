import { Closed } from './errors.js';
import { States } from './states.js';

/**
 * All that look at one session.
 *
 * @typedef {import('./index.js').State} State
 */
export class Watchers {
  #holder;
  /** @type {Set<States>} */
  #all = new Set();
  /** Why nothing can be seen any more. @type {Error | undefined} */
  #end;

  /** @param {{ hold(): void, release(): void }} holder is held while somebody waits for a state */
  constructor(holder) {
    this.#holder = holder;
  }

  /**
   * One more that looks, until it has seen enough or `signal` ends it.
   *
   * @param {number} room how many states wait for it at most
   * @param {AbortSignal} [signal]
   * @param {() => void} [aborted] is called when `signal` does
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

  /** Shows a state to all but one. @param {State} state @param {States} [except] */
  push(state, except) {
    for (const states of this.#all) if (states !== except) states.push(state);
  }

  /**
   * Nothing follows. Who looks at a session that is closed has seen everything; a search that is not at its end has failed.
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
