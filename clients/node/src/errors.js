/** The base class of this package's errors. A search that fails does not throw one: it sets `state.error`. */
export class SeeklineError extends Error {
  get name() {
    return this.constructor.name;
  }
}

/** There is no engine to start. */
export class EngineNotFound extends SeeklineError {}

/** The engine ended without being told to. */
export class EngineDied extends SeeklineError {
  /**
   * @param {string} reason
   * @param {{ exitCode?: number | null, signal?: string | null, stderr?: string, cause?: unknown }} [end]
   */
  constructor(reason, { exitCode = null, signal = null, stderr = '', cause } = {}) {
    super(stderr.trim() ? `${reason}\n${stderr.trim()}` : reason, cause === undefined ? undefined : { cause });
    this.exitCode = exitCode;
    this.signal = signal;
    this.stderr = stderr;
  }
}

/** The engine answered a call with an error. */
export class RequestFailed extends SeeklineError {
  /** @param {{ code: number, message: string, data?: any }} error */
  constructor({ code, message, data }) {
    super(message);
    this.code = code;
    this.data = data;
  }

  /** What went wrong at the source, if it is the source that failed. */
  get failure() {
    return typeof this.data?.kind === 'string' ? this.data : undefined;
  }
}

/** The query is too short for the source. */
export class QueryTooShort extends SeeklineError {
  /** @param {string} query */
  constructor(query) {
    super(`the source does not search for so short a text as ${JSON.stringify(query)}`);
    this.query = query;
  }
}

/** The items come from an iterator, which yields them only once and was given before. */
export class ItemsSpent extends SeeklineError {
  constructor() {
    super('the items come from an iterator that was read before, which yields them only once; an array can be read again');
  }
}

/** The session or the engine was closed by its owner. */
export class Closed extends SeeklineError {}
