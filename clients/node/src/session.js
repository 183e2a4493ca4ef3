import { Changes } from './changes.js';
import { Closed, QueryTooShort } from './errors.js';
import { Fillings } from './fillings.js';
import { apply, frozen, fromSnapshot } from './state.js';
import { Watchers } from './watchers.js';

/** How many states of one search wait for a reader at most. */
const ROOM = 64;

/**
 * One search box of an engine, its list, and what it shows.
 *
 *     idle ──answer `started`, `scheduled`──→ expecting ──`loading`, or `getState`──→ busy or idle
 *       └─────────────── `loading` ─────────→ busy ──`loading` that is settled──→ idle
 *
 * Expecting: a call has begun something of which the engine has not told yet. If it came to nothing in the meantime,
 * the engine may have nothing to tell; the answer to a `getState` comes behind whatever there is.
 *
 * @typedef {import('./index.js').State} State
 * @typedef {import('./protocol.js').CallOutcome} CallOutcome
 * @typedef {import('./protocol.js').Held} Held
 * @typedef {import('./states.js').States} States
 */
export class Session {
  #engine;
  #forget;
  #state;
  #isExpecting = false;
  /** How many calls wait for an answer. */
  #unanswered = 0;
  #isHolding = false;
  /** Why nothing can be called any more. @type {Error | undefined} */
  #end;
  /** The search that is looked at; a newer one takes its place. @type {States | undefined} */
  #search;
  #searchHasBegun = false;
  /** All that look at it. */
  #watchers;
  /** Those that only wait for it to settle. @type {Set<States>} */
  #settling = new Set();
  /** What it is given to search. */
  #fillings;

  /**
   * @param {import('./engine.js').Caller} engine
   * @param {import('./protocol.js').OpenedSession} opened
   * @param {() => void} forget is called when the session ends
   */
  constructor(engine, { session, source, options, state }, forget) {
    this.#engine = engine;
    this.#forget = forget;
    this.#fillings = new Fillings((params) => engine.call('setItems', { session, ...params }));
    this.#watchers = new Watchers(engine);
    this.#state = fromSnapshot(state);
    this.name = session;
    this.source = source;
    this.options = frozen(options);
  }

  /** The newest state. */
  get state() {
    return this.#state;
  }

  /**
   * Searches now, and yields a state at each change until the search has settled, or another one takes its place.
   *
   * @param {string} query
   * @param {{ signal?: AbortSignal }} [options]
   */
  search(query, { signal } = {}) {
    const states = this.#watchers.add(ROOM, signal, () => {
      if (this.#search === states) void this.cancel().catch(() => {});
    });
    if (this.#end || signal?.aborted) return states;
    this.#takePlace(states);
    const answered = (/** @type {string} */ outcome) => {
      if (this.#search !== states) return;
      if (outcome === 'tooShort') return states.fail(new QueryTooShort(query));
      this.#searchHasBegun = true;
      this.#follow();
    };
    this.#call('submit', { query }, answered).catch((error) => states.fail(error));
    return states;
  }

  /**
   * Says what stands in the search box; the engine decides when to search for it.
   *
   * @param {string} query
   * @param {{ composing?: boolean }} [options] composing: an input method has not confirmed the text yet
   */
  setQuery(query, { composing } = {}) {
    this.#takePlace(undefined);
    return this.#call('setQuery', { query, composing });
  }

  /** Searches now for a text, or for the one in the search box. @param {string} [query] */
  submit(query) {
    this.#takePlace(undefined);
    return this.#call('submit', { query });
  }

  /**
   * Asks for the next page, or for as many as it takes to have `need` items.
   *
   * @param {{ need?: number, generation?: number }} [options]
   */
  nextPage({ need, generation } = {}) {
    return this.#call('reachedBottom', { need, generation });
  }

  /** Loads the first page again; the list stays until it is there. */
  refresh() {
    return this.#call('refresh');
  }

  /** Repeats what failed. */
  retry() {
    return this.#call('retry');
  }

  /** Stops what is pending, running or opening. */
  cancel() {
    return this.#call('cancel');
  }

  /**
   * Opens an item at full length. A newer one ends an older one.
   *
   * @type {import('./index.js').Session['detail']}
   */
  async detail(id, { signal } = {}) {
    this.#check();
    return frozen(await this.#engine.call('openDetail', { session: this.name, id }, { signal }));
  }

  /**
   * Does one of an item's actions. Nothing but the signal ends it.
   *
   * @type {import('./index.js').Session['perform']}
   */
  async perform(id, action, { generation = this.#state.listGeneration, signal } = {}) {
    this.#check();
    return frozen(await this.#engine.call('perform', { session: this.name, id, action, generation }, { signal }));
  }

  /**
   * Gives a session on `list` what it searches, as the iterable yields it.
   *
   * @param {import('./index.js').GivenItems} items
   * @param {{ append?: boolean, done?: boolean, signal?: AbortSignal }} [options]
   * @returns {Promise<Held>}
   */
  setItems(items, options = {}) {
    return this.#fillings.add(items, options);
  }

  /** What the list holds, once all that was given last is there. */
  filled() {
    return this.#fillings.last;
  }

  /** The state now, and then at each change. Whoever is slower misses states, but never the newest. */
  changes({ signal } = /** @type {{ signal?: AbortSignal }} */ ({})) {
    const session = this;
    return new Changes({
      get state() { return session.#state; },
      get end() { return session.#end; },
      watch: () => this.#watchers.add(1, signal),
    }, signal);
  }

  /**
   * The state once nothing is loading or pending.
   *
   * @param {{ signal?: AbortSignal }} [options]
   */
  async settled({ signal } = {}) {
    this.#check();
    signal?.throwIfAborted();
    const states = this.#watchers.add(1, signal);
    this.#settling.add(states);
    try {
      while (this.#unanswered > 0 || this.#isExpecting || !this.#state.settled) {
        if ((await states.next()).done) this.#check();
      }
      return this.#state;
    } finally {
      this.#settling.delete(states);
      states.drop();
    }
  }

  /** Closes the session and cancels everything in it. */
  async close() {
    if (this.#end) return;
    const closed = this.#engine.call('closeSession', { session: this.name });
    this.end(new Closed(`the session "${this.name}" is closed`));
    // If the engine goes meanwhile, so does the session.
    await closed.catch(() => {});
  }

  [Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose')]() {
    return this.close();
  }

  /**
   * A notification from the engine.
   *
   * @internal
   * @param {string} method
   * @param {any} params
   */
  receive(method, params) {
    if (this.#end) return;
    const before = this.#state;
    this.#state = apply(before, method, params);
    if (method === 'loading') this.#isExpecting = false;
    if (this.#state === before) return;
    this.#watchers.push(this.#state, this.#search);
    if (this.#searchHasBegun) this.#search?.push(this.#state);
    this.#follow();
  }

  /** Nothing follows. @internal @param {Error} reason */
  end(reason) {
    if (this.#end) return;
    this.#end = reason;
    this.#fillings.end(reason);
    this.#isExpecting = false;
    this.#forget();
    this.#watchers.end(reason, this.#search);
    this.#hold(false);
  }

  #check() {
    if (this.#end) throw this.#end;
  }

  /**
   * @param {string} method
   * @param {object} [params]
   * @param {(outcome: string) => void} [answered] is called before the notifications that follow the answer are read
   * @returns {Promise<CallOutcome>}
   */
  async #call(method, params, answered) {
    this.#check();
    this.#unanswered += 1;
    try {
      return await this.#engine.call(method, { session: this.name, ...params }, {
        answered: (/** @type {CallOutcome} */ { outcome }) => {
          if (outcome === 'started' || outcome === 'scheduled') this.#expect();
          answered?.(outcome);
        },
      });
    } finally {
      this.#unanswered -= 1;
      this.#wake();
    }
  }

  #expect() {
    if (!this.#state.settled || this.#end) return;
    this.#isExpecting = true;
    this.#follow();
    setImmediate(() => {
      const met = () => {
        this.#isExpecting = false;
        this.#wake();
        this.#follow();
      };
      if (this.#isExpecting) this.#engine.call('getState', { session: this.name }, { answered: met }).catch(() => {});
    });
  }

  /** Lets those look again who wait for it to settle. */
  #wake() {
    for (const states of this.#settling) states.push(this.#state);
  }

  /** Ends what has come to its end with the state as it is now. */
  #follow() {
    const isSettled = !this.#isExpecting && this.#state.settled;
    if (isSettled && this.#search && this.#searchHasBegun) this.#search.finish();
    this.#hold(this.#isExpecting || this.#state.loading || this.#state.pending === 'debounce');
  }

  /** Keeps the event loop alive while something is under way. @param {boolean} isBusy */
  #hold(isBusy) {
    if (isBusy === this.#isHolding) return;
    this.#isHolding = isBusy;
    if (isBusy) this.#engine.hold();
    else this.#engine.release();
  }

  /** Nobody sees what is left of the search before. @param {States | undefined} states */
  #takePlace(states) {
    const before = this.#search;
    this.#search = states;
    this.#searchHasBegun = false;
    before?.drop();
  }
}
