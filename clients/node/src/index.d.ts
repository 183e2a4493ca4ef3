import type { CallOutcome, Detail, Failure, Item, OptionChanges, Options, Snapshot, Source } from './protocol.js';

export * from './protocol.js';

declare global {
  interface SymbolConstructor {
    /** Not in the library of older versions of TypeScript. */
    readonly asyncDispose: unique symbol;
  }
}

/** Everything that a session shows at one moment. It never changes; the next state is another object. */
export interface State extends Omit<Snapshot, 'seq' | 'total' | 'suggestion' | 'partial' | 'error'> {
  /** The whole list so far; the old one until a new one is there. */
  readonly items: readonly Item[];
  /** How many the source has in all, if it says. */
  readonly total: number | null;
  /** What may have been meant, if the source says. */
  readonly suggestion: string | null;
  /** Whether some of what was asked for did not answer: the list holds what did. */
  readonly partial: boolean;
  /** Whether the list is an answer that the source has kept. */
  readonly cached: boolean;
  /** What failed, as long as nothing has been tried since. */
  readonly error: Failure | null;
  /** Whether nothing is loading or pending. */
  readonly settled: boolean;
}

export interface EngineOptions {
  /** Where the engine is; else `$SEEKLINE`, else `seekline` in the PATH. */
  binary?: string;
  /** Settings of sources, as for the flag `--set`: `{ 'wikipedia.language': 'en' }`. */
  settings?: Record<string, string | number | boolean>;
  /** More flags of the engine's: `['--record', 'talk.jsonl']`. */
  flags?: string[];
  /** The environment of the engine (`process.env`). */
  env?: Record<string, string | undefined>;
  /** The working folder of the engine. */
  cwd?: string;
  /** Is given what the engine logs, as it comes. */
  log?: (text: string) => void;
}

export interface Signalled {
  signal?: AbortSignal;
}

/** A seekline process, and the sessions in it. */
export declare class Engine {
  /** Starts the process. Throws `EngineNotFound` if there is none. */
  constructor(options?: EngineOptions);
  /** The number of the process; undefined if it could not be started. */
  readonly pid: number | undefined;
  /** Settles when the process is gone: with why, unless it was closed. Never rejects. */
  readonly ended: Promise<EngineDied | undefined>;
  /** Opens a session. Options that are not given are the source's. */
  open(source?: string, options?: OptionChanges & { name?: string }): Promise<Session>;
  /** The sources that the engine has. */
  sources(): Promise<readonly Source[]>;
  /** Calls a method of the protocol that this package has no name for. */
  call(method: string, params?: object, options?: Signalled): Promise<any>;
  /** Ends the process. Whatever waits for it is rejected with `Closed`. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** One search box and its list. */
export declare class Session {
  private constructor();
  readonly name: string;
  readonly source: string;
  /** The options in force. */
  readonly options: Options;
  /** The newest state. */
  readonly state: State;
  /**
   * Searches now, and yields a state at each change until the search has settled, or another one takes its place. Abort
   * cancels the search and throws the signal's reason; leaving the loop only stops looking. Throws `QueryTooShort`.
   */
  search(query: string, options?: Signalled): AsyncIterableIterator<State>;
  /** Says what stands in the search box; the engine decides when to search for it. */
  setQuery(query: string, options?: { composing?: boolean }): Promise<CallOutcome>;
  /** Searches now for a text, or for the one in the search box. */
  submit(query?: string): Promise<CallOutcome>;
  /** Asks for the next page, or for as many as it takes to have `need` items. */
  nextPage(options?: { need?: number; generation?: number }): Promise<CallOutcome>;
  /** Loads the first page again; the list stays until it is there. */
  refresh(): Promise<CallOutcome>;
  /** Repeats what failed. */
  retry(): Promise<CallOutcome>;
  /** Stops what is pending, running or opening. */
  cancel(): Promise<CallOutcome>;
  /** Opens an item at full length. A newer one ends an older one, with a `RequestFailed` of code -32800. */
  detail(id: string, options?: Signalled): Promise<Detail>;
  /** The state now, and then at each change. Whoever is slower misses states, but never the newest. */
  changes(options?: Signalled): AsyncIterableIterator<State>;
  /** The state once nothing is loading or pending. */
  settled(options?: Signalled): Promise<State>;
  /** Closes the session and cancels everything in it. `changes` end; whatever else waits is rejected with `Closed`. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** What all errors of this package are. A search that fails is none of them: it is `state.error`. */
export declare class SeeklineError extends Error {}

/** There is no engine to start. */
export declare class EngineNotFound extends SeeklineError {}

/** The engine ended although nobody told it to. */
export declare class EngineDied extends SeeklineError {
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** The end of what it logged. */
  readonly stderr: string;
}

/** The engine answered a call with an error. */
export declare class RequestFailed extends SeeklineError {
  /** As in the protocol: -32602 for an invalid param, -32000 for a source that failed. */
  readonly code: number;
  readonly data?: any;
  /** What went wrong at the source, where that is what went wrong. */
  readonly failure?: Failure;
}

/** The source does not search for so short a text. */
export declare class QueryTooShort extends SeeklineError {
  readonly query: string;
}

/** The session or the engine was closed by its owner. */
export declare class Closed extends SeeklineError {}
