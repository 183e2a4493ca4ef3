import { spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';

import { EngineDied } from './errors.js';
import { Lines } from './lines.js';

/** The longest line that is read from an engine, in bytes. */
const LONGEST_LINE = 256 << 20;
/** How much of the end of the engine's log is kept, in characters. */
const KEPT_LOG = 4096;
/** How long an engine may take to end when told to, in milliseconds. */
const PATIENCE = 300;
/** How long if it has to finish an action first. An action takes at most 15 s. */
const PATIENCE_WITH_ACTION = 20_000;
/** How many turns of the event loop to wait for its last output. */
const TURNS = 30;

/**
 * Returns why nothing can be started in a folder, if the folder is to blame.
 *
 * @param {string} cwd
 */
function faultOf(cwd) {
  const folder = JSON.stringify(cwd);
  try {
    // With a trailing dot, which exists only in a folder that may be entered.
    statSync(`${cwd}/.`);
  } catch (error) {
    switch (/** @type {NodeJS.ErrnoException} */ (error).code) {
      case 'ENOENT': return `there is no folder ${folder}, in which it was to be`;
      case 'ENOTDIR': return `${folder}, in which it was to be, is no folder`;
      case 'EACCES': return `${folder}, in which it was to be, may not be entered`;
    }
  }
}

/**
 * Returns the message for a program that cannot be started. If the program exists, ENOENT means that its loader does
 * not, as where the C library is musl.
 *
 * @param {Error & { code?: string }} error
 * @param {string} binary
 * @param {string} [cwd] where it was to be started
 */
export function whyNotStarted(error, binary, cwd = '.') {
  const fault = faultOf(cwd);
  if (fault) return `${binary} cannot be started: ${fault}`;
  const isForeign = error.code === 'ENOENT' && existsSync(binary);
  const why = isForeign ? 'its dynamic loader is not on this machine; it needs Linux with glibc 2.34 or newer' : error.message;
  return `${binary} cannot be started: ${why}`;
}

/**
 * An engine process and the pipes to it. However this process ends, its side of the pipes is closed, and an engine
 * whose reader is gone ends at once.
 *
 *     running ──end()──→ ending ──→ gone          onEnd(undefined)
 *        └──────exit, nonsense────→ gone          onEnd(EngineDied)
 *
 * The event loop is kept alive only between `hold` and `release`.
 */
export class Connection {
  /** Undefined if it was not started. @type {import('node:child_process').ChildProcessWithoutNullStreams | undefined} */
  #child;
  #lines = new Lines(LONGEST_LINE);
  #log = '';
  #holds = 0;
  #isEnding = false;
  /** @type {Error | undefined} */
  #fault;
  #onMessage;
  /**
   * Resolves when the process is gone: with the reason, unless it was told to end.
   *
   * @type {Promise<EngineDied | undefined>}
   */
  ended;

  /**
   * @param {string} binary
   * @param {string[]} flags
   * @param {{ env: Record<string, string | undefined>, cwd?: string, log?: (text: string) => void,
   *   onMessage: (message: any) => void }} options
   */
  constructor(binary, flags, { env, cwd, log, onMessage }) {
    this.#onMessage = onMessage;
    try {
      // In its own session, so that Ctrl-C in a terminal is left to this process to handle.
      this.#child = spawn(binary, flags, { env, cwd, stdio: ['pipe', 'pipe', 'pipe'], detached: true });
    } catch (error) {
      // Most failures to start are reported by an event, the rest are thrown: `ended` reports all of them.
      if (!(error instanceof Error && 'syscall' in error)) throw error;
      this.ended = Promise.resolve(new EngineDied(whyNotStarted(error, binary, cwd), { cause: error }));
      return;
    }
    const child = this.#child;
    this.ended = new Promise((resolve) => this.#whenGone(child, binary, cwd, resolve));
    child.stdout.on('data', (chunk) => this.#read(chunk));
    child.stderr.setEncoding('utf8').on('data', (text) => {
      this.#log = (this.#log + text).slice(-KEPT_LOG);
      log?.(text);
    });
    // The engine's exit is what reports its end.
    for (const stream of this.#streams) stream.on('error', () => {});
    this.#reference('unref');
  }

  get pid() {
    return this.#child?.pid;
  }

  /**
   * Sends a message. Messages that the engine has not read yet wait in memory, in order.
   *
   * @param {object} message
   */
  send(message) {
    if (this.#child?.stdin.writable) this.#child.stdin.write(JSON.stringify(message) + '\n');
  }

  /** Keeps the event loop alive until `release` has been called as often. */
  hold() {
    this.#holds += 1;
    if (this.#holds === 1) this.#reference('ref');
  }

  release() {
    this.#holds -= 1;
    if (this.#holds === 0) this.#reference('unref');
  }

  /**
   * Asks the engine to end, and kills it if it does not in time.
   *
   * @param {boolean} isActing whether it is performing an action
   */
  end(isActing) {
    if (this.#isEnding) return this.ended;
    this.#isEnding = true;
    this.hold();
    this.send({ jsonrpc: '2.0', id: 'shutdown', method: 'shutdown' });
    this.send({ jsonrpc: '2.0', method: 'exit' });
    this.#child?.stdin.end();
    const timer = setTimeout(() => this.#child?.kill('SIGKILL'), isActing ? PATIENCE_WITH_ACTION : PATIENCE);
    return this.ended.finally(() => clearTimeout(timer));
  }

  get #streams() {
    return this.#child ? [this.#child.stdin, this.#child.stdout, this.#child.stderr] : [];
  }

  /** @param {'ref' | 'unref'} how */
  #reference(how) {
    // The pipes of a child are sockets, which the types do not say.
    const handles = /** @type {any[]} */ (this.#child ? [this.#child, ...this.#streams] : []);
    for (const handle of handles) if (!handle.destroyed) handle[how]();
  }

  /** @param {Buffer} chunk */
  #read(chunk) {
    if (this.#fault) return;
    try {
      for (const line of this.#lines.push(chunk)) if (line.trim()) this.#receive(JSON.parse(line));
    } catch (error) {
      this.#fault = /** @type {Error} */ (error);
      this.#child?.kill('SIGKILL');
    }
  }

  /** @param {any} message */
  #receive(message) {
    for (const one of Array.isArray(message) ? message : [message]) {
      if (one === null || typeof one !== 'object') throw new TypeError(`a message must be an object, not ${one}`);
      this.#onMessage(one);
    }
  }

  /**
   * @param {import('node:child_process').ChildProcess} child
   * @param {string} binary
   * @param {string | undefined} cwd
   * @param {(end: EngineDied | undefined) => void} resolve
   */
  #whenGone(child, binary, cwd, resolve) {
    /** @type {NodeJS.Timeout | undefined} */
    let timer;
    /** @param {number | null} exitCode @param {string | null} signal */
    const gone = (exitCode, signal) => {
      clearTimeout(timer);
      // Pipes held open by a process that the engine started must not keep this one alive.
      for (const stream of this.#streams) stream.destroy();
      const end = { exitCode, signal, stderr: this.#log, cause: this.#fault };
      if (this.#isEnding) resolve(undefined);
      else if (this.#fault) resolve(new EngineDied(`the engine sent an invalid message: ${this.#fault.message}`, end));
      else resolve(new EngineDied(`the engine ended with ${signal ?? `exit code ${exitCode}`}`, end));
    };
    child.once('error', (error) => {
      if (child.pid !== undefined) return;
      resolve(new EngineDied(whyNotStarted(error, binary, cwd), { cause: error }));
    });
    child.once('close', gone);
    // A process that the engine started may hold its pipes open, and `close` not come. The wait is counted in turns,
    // each of which reads what is there: time also passes while other programs have the processor.
    child.once('exit', (exitCode, signal) => {
      let turns = TURNS;
      timer = setInterval(() => {
        turns -= 1;
        if (turns === 0) gone(exitCode, signal);
      }, PATIENCE / TURNS);
    });
  }
}
