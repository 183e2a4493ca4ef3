import { Closed } from './errors.js';

/**
 * The states of a session, as an async iterator: `next` yields the newest one or, if that was seen already, waits for
 * the next. The session knows of the iterator only while it waits, so one that is neither read nor closed costs
 * nothing.
 *
 *     not waiting ──next(), and the newest was seen──→ waiting ──the next state, or the end──→ not waiting
 *
 * @typedef {import('./index.js').State} State
 * @typedef {import('./states.js').States} States
 * @typedef {{ state: State, end: Error | undefined, watch: () => States }} Shown
 */
export class Changes {
  #shown;
  #signal;
  /** @type {State | undefined} */
  #seen;
  /** Brings the states to those who wait. @type {States | undefined} */
  #states;
  #waiting = 0;
  #isDone = false;
  /** Whether the session had already ended when this was created. */
  #isLate;

  /** @param {Shown} shown @param {AbortSignal} [signal] */
  constructor(shown, signal) {
    this.#shown = shown;
    this.#signal = signal;
    this.#isLate = shown.end !== undefined;
  }

  /** @returns {Promise<IteratorResult<State, undefined>>} */
  async next() {
    if (this.#isDone) return { value: undefined, done: true };
    if (!this.#states) {
      const { state, end } = this.#shown;
      if (this.#signal?.aborted) return this.#fail(this.#signal.reason);
      if (end && (this.#isLate || !(end instanceof Closed))) return this.#fail(end);
      if (state !== this.#seen) {
        this.#seen = state;
        return { value: state, done: false };
      }
      if (end) return this.return();
    }
    return this.#wait();
  }

  return() {
    this.#isDone = true;
    this.#states?.drop();
    return Promise.resolve(/** @type {{ value: undefined, done: true }} */ ({ value: undefined, done: true }));
  }

  [Symbol.asyncIterator]() {
    return this;
  }

  async #wait() {
    this.#states ??= this.#shown.watch();
    this.#waiting += 1;
    try {
      const result = await this.#states.next();
      if (result.done) this.#isDone = true;
      else this.#seen = result.value;
      return result;
    } catch (error) {
      return this.#fail(error);
    } finally {
      this.#waiting -= 1;
      if (this.#waiting === 0) {
        this.#states?.drop();
        this.#states = undefined;
      }
    }
  }

  /** @param {unknown} error @returns {never} */
  #fail(error) {
    this.#isDone = true;
    throw error;
  }
}
