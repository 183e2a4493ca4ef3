import { Changes } from './changes.js';
import { Closed, QueryTooShort, RequestFailed } from './errors.js';
import { Fillings } from './fillings.js';
import { apply, frozen, fromSnapshot } from './state.js';
import { Watchers } from './watchers.js';

/** The maximum number of states of one search that wait for a reader. */
const ROOM = 64;

/**
 * One search box of an engine, its list, and what it shows.
 *
 *     idle ──answer `started`, `scheduled`──→ expecting ──`loading`, or `getState`──→ busy or idle
 *       └─────────────── `loading` ─────────→ busy ──`loading` that is settled──→ idle
 *
 * Expecting: a call has started something that the engine has not reported yet. If it came to nothing in the meantime,
 * there may be nothing to report; the answer to a `getState` follows any report that there is.
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
  /** The number of unanswered calls. */
  #unanswered = 0;
  #isHolding = false;
  /** Why calls are rejected, once the session has ended. @type {Error | undefined} */
  #end;
  /** The states of the latest `search`; a newer one replaces it. @type {States | undefined} */
  #search;
  #searchHasBegun = false;
  /** All readers of its states. */
  #watchers;
  /** The readers that only wait for it to settle. @type {Set<States>} */
  #settling = new Set();
  /** The items it is given to search. */
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
   * Searches now, and yields a state at each change until the search has settled or another one replaces it.
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
   * Sets the text in the search box; the engine decides when to search for it.
   *
   * @param {string} query
   * @param {{ composing?: boolean }} [options] composing: an input method has not confirmed the text yet
   */
  setQuery(query, { composing } = {}) {
    this.#takePlace(undefined);
    return this.#call('setQuery', { query, composing });
  }

  /** Searches now for `query`, or for the text in the search box. @param {string} [query] */
  submit(query) {
    this.#takePlace(undefined);
    return this.#call('submit', { query });
  }

  /**
   * Asks for the next page, or for as many pages as it takes to have `need` items.
   *
   * @param {{ need?: number, generation?: number }} [options]
   */
  nextPage({ need, generation } = {}) {
    return this.#call('reachedBottom', { need, generation });
  }

  /** Loads the first page again; the list stays until the page has arrived. */
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
   * Returns an item in full. A newer call cancels an older one.
   *
   * @type {import('./index.js').Session['detail']}
   */
  async detail(id, { signal } = {}) {
    this.#check();
    try {
      return frozen(await this.#engine.call('openDetail', { session: this.name, id }, { signal }));
    } catch (error) {
      // It was cancelled because the session is closed.
      if (error instanceof RequestFailed && error.code === -32800) this.#check();
      throw error;
    }
  }

  /**
   * Performs one of an item's actions. Only the signal stops it.
   *
   * @type {import('./index.js').Session['perform']}
   */
  async perform(id, action, { generation = this.#state.listGeneration, signal } = {}) {
    this.#check();
    return frozen(await this.#engine.call('perform', { session: this.name, id, action, generation }, { signal }));
  }

  /**
   * Gives a session on `list` the items to search, as the iterable yields them.
   *
   * @param {import('./index.js').GivenItems} items
   * @param {{ append?: boolean, done?: boolean, signal?: AbortSignal }} [options]
   * @returns {Promise<Held>}
   */
  setItems(items, options = {}) {
    return this.#fillings.add(items, options);
  }

  /** Resolves with what the list holds, once everything that was given last has arrived. */
  filled() {
    return this.#fillings.last;
  }

  /** Yields the state now, and then at each change. A slow reader misses states, but never the newest. */
  changes({ signal } = /** @type {{ signal?: AbortSignal }} */ ({})) {
    const session = this;
    return new Changes({
      get state() { return session.#state; },
      get end() { return session.#end; },
      watch: () => this.#watchers.add(1, signal),
    }, signal);
  }

  /**
   * Resolves with the state once nothing is loading or pending.
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

  /** Closes the session and cancels everything in it except an action. */
  async close() {
    if (this.#end) return;
    const closed = this.#engine.call('closeSession', { session: this.name });
    this.end(new Closed(`the session "${this.name}" is closed`));
    // If the engine ends meanwhile, so does the session.
    await closed.catch(() => {});
  }

  [Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose')]() {
    return this.close();
  }

  /**
   * Handles a notification from the engine.
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

  /** Ends the session: nothing follows. @internal @param {Error} reason */
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

  /** Makes those who wait for it to settle look again. */
  #wake() {
    for (const states of this.#settling) states.push(this.#state);
  }

  /** Finishes the search if the state has settled, and updates the hold on the event loop. */
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

  /** Replaces the latest search; what is left of it is dropped. @param {States | undefined} states */
  #takePlace(states) {
    const before = this.#search;
    this.#search = states;
    this.#searchHasBegun = false;
    before?.drop();
  }
}
