import { findBinary } from './binary.js';
import { Connection } from './connection.js';
import { Closed, RequestFailed } from './errors.js';
import { OnlyOnce } from './filling.js';
import { Session } from './session.js';
import { frozen } from './state.js';

/**
 * What a session needs from its engine.
 *
 * @typedef {{ signal?: AbortSignal, answered?: (result: any) => void }} CallOptions
 * @typedef {{ call(method: string, params?: object, options?: CallOptions): Promise<any>,
 *   hold(): void, release(): void }} Caller
 * @typedef {{ method: string, resolve: (result: any) => void, reject: (error: unknown) => void,
 *   answered?: (result: any) => void }} Waiting
 */

/** A seekline process, and the sessions in it. */
export class Engine {
  #connection;
  #number = 0;
  /** @type {Map<number, Waiting>} */
  #waiting = new Map();
  /** @type {Map<string, Session>} */
  #sessions = new Map();
  /** Why calls are rejected, once the engine has ended. @type {Error | undefined} */
  #end;
  /** @type {Caller} */
  #caller;

  /**
   * Starts the engine.
   *
   * @param {import('./index.js').EngineOptions} [options]
   */
  constructor({ binary, settings = {}, flags = [], env = process.env, cwd, log, ...unknown } = {}) {
    if (Object.keys(unknown).length > 0) {
      throw new TypeError(`there is no option ${Object.keys(unknown).join(', ')}; there are binary, cwd, env, flags, log, settings`);
    }
    const set = Object.entries(settings).flatMap(([name, value]) => ['--set', `${name}=${value}`]);
    const onMessage = (/** @type {any} */ message) => this.#receive(message);
    this.#connection = new Connection(findBinary(binary, env), [...set, ...flags], { env, cwd, log, onMessage });
    this.#caller = {
      call: this.call.bind(this),
      hold: () => this.#connection.hold(),
      release: () => this.#connection.release(),
    };
    /** Resolves when the process is gone: with the reason, unless it was closed. */
    this.ended = this.#connection.ended.then((death) => {
      this.#finish(death ?? new Closed('the engine is closed'));
      return death;
    });
  }

  /** The process ID. */
  get pid() {
    return this.#connection.pid;
  }

  /**
   * Opens a session.
   *
   * @param {string | readonly string[]} [source] the source to search, or several; the engine's choice if it is left out
   * @param {import('./protocol.js').OptionChanges & { name?: string }} [options]
   */
  async open(source, { name, ...options } = {}) {
    let session = /** @type {Session | undefined} */ (undefined);
    await this.call('openSession', { source, session: name, options }, {
      // Before the notifications that may follow at once are handled.
      answered: (opened) => {
        session = new Session(this.#caller, opened, () => this.#sessions.delete(opened.session));
        this.#sessions.set(opened.session, session);
      },
    });
    const opened = /** @type {Session} */ (/** @type {unknown} */ (session));
    // The engine ignores options that it does not know.
    const unknown = Object.entries(options).filter(([option, value]) => value !== undefined && !(option in opened.options));
    if (unknown.length > 0) {
      await opened.close();
      const known = Object.keys(opened.options).sort().join(', ');
      throw new TypeError(`there is no option ${unknown.map(([option]) => option).join(', ')}; there are ${known}`);
    }
    return opened;
  }

  /**
   * Opens a session on the caller's own list, which is sent in the background, and searches it.
   *
   * @param {import('./index.js').GivenItems} items as for `setItems`
   * @param {import('./protocol.js').OptionChanges & { name?: string, query?: string | null }} [options]
   */
  async pick(items, { query = '', ...options } = {}) {
    OnlyOnce.check(items);
    const session = await this.open('list', options);
    try {
      // `filled` reports the outcome.
      session.setItems(items).catch(() => {});
      if (query !== null) await session.submit(query);
      return session;
    } catch (error) {
      await session.close();
      throw error;
    }
  }

  /** Returns the engine's sources. @returns {Promise<readonly import('./protocol.js').Source[]>} */
  async sources() {
    return frozen((await this.call('listSources')).sources);
  }

  /**
   * Calls a method of the protocol. An abort cancels the request in the engine.
   *
   * @param {string} method
   * @param {object} [params]
   * @param {CallOptions} [options]
   * @returns {Promise<any>}
   */
  call(method, params, { signal, answered } = {}) {
    if (this.#end) return Promise.reject(this.#end);
    if (signal?.aborted) return Promise.reject(signal.reason);
    const id = ++this.#number;
    return new Promise((resolve, reject) => {
      // First, because it throws if the params are not JSON. The id comes before them, so that even a message that is
      // too long is answered.
      this.#connection.send({ jsonrpc: '2.0', id, method, params });
      const abort = () => {
        this.#connection.send({ jsonrpc: '2.0', method: '$/cancelRequest', params: { id } });
        this.#settle(id)?.reject(signal?.reason);
      };
      signal?.addEventListener('abort', abort, { once: true });
      const done = () => signal?.removeEventListener('abort', abort);
      this.#waiting.set(id, {
        method,
        answered,
        resolve: (result) => (done(), resolve(result)),
        reject: (error) => (done(), reject(error)),
      });
      this.#connection.hold();
    });
  }

  /** Ends the process, once it has finished its actions. Calls in flight are rejected with `Closed`. */
  async close() {
    const isActing = [...this.#waiting.values()].some(({ method }) => method === 'perform');
    this.#finish(new Closed('the engine is closed'));
    await this.#connection.end(isActing);
  }

  [Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose')]() {
    return this.close();
  }

  /** @param {any} message */
  #receive({ id, method, params, result, error }) {
    if (method !== undefined) return this.#sessions.get(params?.session)?.receive(method, params);
    if (error) return this.#settle(id)?.reject(new RequestFailed(error));
    // If this throws, the engine is killed, and this call fails with all others in flight.
    this.#waiting.get(id)?.answered?.(result);
    this.#settle(id)?.resolve(result);
  }

  /** Removes and returns the call that waits for the answer `id`. @param {number} id */
  #settle(id) {
    const waiting = this.#waiting.get(id);
    if (this.#waiting.delete(id)) this.#connection.release();
    return waiting;
  }

  /** @param {Error} reason */
  #finish(reason) {
    if (this.#end) return;
    this.#end = reason;
    for (const id of [...this.#waiting.keys()]) this.#settle(id)?.reject(reason);
    for (const session of [...this.#sessions.values()]) session.end(reason);
  }
}
