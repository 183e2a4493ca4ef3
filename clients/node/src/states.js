/**
 * The states for one reader, as an async iterator. A slow reader misses the oldest of those that wait; what is read
 * last is always the newest.
 *
 * @typedef {import('./index.js').State} State
 * @typedef {{ resolve: (result: IteratorResult<State, undefined>) => void, reject: (error: unknown) => void }} Reader
 */
export class States {
  /** @type {State[]} */
  #queue = [];
  /** @type {Reader[]} */
  #readers = [];
  #room;
  #holder;
  #whenDone;
  #isDone = false;
  /** @type {{ error: unknown } | undefined} */
  #failure;

  /**
   * @param {number} room the maximum number of states that wait
   * @param {{ hold(): void, release(): void }} holder is held while a reader waits for a state
   * @param {(states: States) => void} whenDone is called once, when nothing more will follow
   */
  constructor(room, holder, whenDone) {
    this.#room = room;
    this.#holder = holder;
    this.#whenDone = whenDone;
  }

  /** @param {State} state */
  push(state) {
    if (this.#isDone) return;
    const reader = this.#readers.shift();
    if (reader) {
      this.#holder.release();
      reader.resolve({ value: state, done: false });
    } else if (this.#queue.push(state) > this.#room) {
      this.#queue.shift();
    }
  }

  /** Ends the iterator after the states that wait. */
  finish() {
    this.#end(undefined);
  }

  /** Drops the states that wait: the reader gets `error`. @param {unknown} error */
  fail(error) {
    if (this.#isDone) return;
    this.#queue = [];
    this.#end({ error });
  }

  /** Drops the states that wait, and ends the iterator. */
  drop() {
    this.#queue = [];
    this.#end(undefined);
  }

  /** @param {{ error: unknown } | undefined} failure */
  #end(failure) {
    if (this.#isDone) return;
    this.#isDone = true;
    this.#failure = failure;
    for (const reader of this.#readers.splice(0)) {
      this.#holder.release();
      this.#last().then(reader.resolve, reader.reject);
    }
    this.#whenDone(this);
  }

  /** @returns {Promise<IteratorResult<State, undefined>>} */
  next() {
    const state = this.#queue.shift();
    if (state) return Promise.resolve({ value: state, done: false });
    if (this.#isDone) return this.#last();
    this.#holder.hold();
    return new Promise((resolve, reject) => this.#readers.push({ resolve, reject }));
  }

  /** @returns {Promise<IteratorResult<State, undefined>>} */
  return() {
    this.drop();
    return Promise.resolve({ value: undefined, done: true });
  }

  [Symbol.asyncIterator]() {
    return this;
  }

  /** Rejects with the failure once; after that, it is the end. @returns {Promise<IteratorResult<State, undefined>>} */
  #last() {
    const failure = this.#failure;
    this.#failure = undefined;
    return failure ? Promise.reject(failure.error) : Promise.resolve({ value: undefined, done: true });
  }
}
