import type { CallOutcome, Detail, Failure, GivenItem, Held, Item, OptionChanges, Options, Performed, Snapshot, Source } from './protocol.js';

export * from './protocol.js';

declare global {
  interface SymbolConstructor {
    /** Missing from the library of older versions of TypeScript. */
    readonly asyncDispose: unique symbol;
  }
}

/** Everything that a session shows at one moment. It is immutable; the next state is another object. */
export interface State extends Omit<Snapshot, 'seq' | 'total' | 'suggestion' | 'partial' | 'failed' | 'growing' | 'error'> {
  /** The whole list so far; the old list until a new one has arrived. */
  readonly items: readonly Item[];
  /** How many items the source has in total, if it says. */
  readonly total: number | null;
  /** The query that may have been meant, if the source suggests one. */
  readonly suggestion: string | null;
  /** Whether part of what was searched did not answer: the list holds what did. */
  readonly partial: boolean;
  /** Of several sources, those that have not answered: `source` says which, `message` why. `retry` asks them again. */
  readonly failed: readonly Failure[];
  /** Whether the list is an answer that the source had cached. */
  readonly cached: boolean;
  /** Whether `setItems` is still to give more of the items that are searched. */
  readonly growing: boolean;
  /** What failed, until something is tried again. */
  readonly error: Failure | null;
  /** The generation in which the latest of `items` came: `perform` refers to it. */
  readonly listGeneration: number;
  /** Whether nothing is loading or pending. */
  readonly settled: boolean;
}

export interface EngineOptions {
  /**
   * The path of the engine; by default `$SEEKLINE`, else the one installed with this package, else `seekline` in the
   * PATH.
   */
  binary?: string;
  /** Settings of sources, as for the flag `--set`: `{ 'wikipedia.language': 'en' }`. */
  settings?: Record<string, string | number | boolean>;
  /** More flags for the engine: `['--record', 'talk.jsonl']`. */
  flags?: string[];
  /** The environment of the engine; by default `process.env`. */
  env?: Record<string, string | undefined>;
  /** The working directory of the engine. */
  cwd?: string;
  /** Is called with what the engine logs, as it comes. */
  log?: (text: string) => void;
}

export interface Signalled {
  signal?: AbortSignal;
}

/** Titles, or items with a `title`, in anything that can be iterated over. */
export type GivenItems = Iterable<string | GivenItem> | AsyncIterable<string | GivenItem>;

/** A seekline process, and the sessions in it. */
export declare class Engine {
  /** Starts the process. Throws `EngineNotFound` if there is none. */
  constructor(options?: EngineOptions);
  /** The process ID; undefined if it could not be started. */
  readonly pid: number | undefined;
  /** Resolves when the process is gone: with the reason, unless it was closed. Never rejects. */
  readonly ended: Promise<EngineDied | undefined>;
  /** Opens a session, on one source or on several at once. Options that are left out are the source's. */
  open(source?: string | readonly string[], options?: OptionChanges & { name?: string }): Promise<Session>;
  /**
   * Opens a session on a list of your own, which is sent in the background, and searches it: by default for the empty
   * query, which shows the list; with a null `query`, not yet. Throws `ItemsSpent`.
   */
  pick(items: GivenItems, options?: OptionChanges & { name?: string; query?: string | null }): Promise<Session>;
  /** Returns the engine's sources. */
  sources(): Promise<readonly Source[]>;
  /** Calls a method of the protocol that this package does not wrap. */
  call(method: string, params?: object, options?: Signalled): Promise<any>;
  /**
   * Ends the process. Everything in flight is rejected with `Closed`, but an action comes to its end first, which takes
   * at most 15 s.
   */
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
   * Searches now, and yields a state at each change until the search has settled or another one replaces it. An abort
   * cancels the search and throws the signal's reason; leaving the loop only stops reading. Throws `QueryTooShort`.
   */
  search(query: string, options?: Signalled): AsyncIterableIterator<State>;
  /** Sets the text in the search box; the engine decides when to search for it. */
  setQuery(query: string, options?: { composing?: boolean }): Promise<CallOutcome>;
  /** Searches now for `query`, or for the text in the search box. */
  submit(query?: string): Promise<CallOutcome>;
  /** Asks for the next page, or for as many pages as it takes to have `need` items. */
  nextPage(options?: { need?: number; generation?: number }): Promise<CallOutcome>;
  /** Loads the first page again; the list stays until the page has arrived. */
  refresh(): Promise<CallOutcome>;
  /** Repeats what failed. */
  retry(): Promise<CallOutcome>;
  /** Stops what is pending, running or opening. */
  cancel(): Promise<CallOutcome>;
  /** Returns an item in full. A newer call cancels an older one, with a `RequestFailed` of code -32800. */
  detail(id: string, options?: Signalled): Promise<Detail>;
  /**
   * Performs one of the `actions` of an item that is shown, by its name. `generation` is the `listGeneration` of the
   * state in which the user saw it; by default, that of the newest state. One action runs at a time, and only the
   * signal stops it.
   */
  perform(id: string, action: string, options?: Signalled & { generation?: number }): Promise<Performed>;
  /**
   * Gives a session on `list` the items to search, as the iterable yields them and no faster than the engine takes
   * them. Without `append`, they replace the previous items, and calls that are still giving those are rejected with a
   * `RequestFailed` of code -32800; with it, they wait for their turn. `done: false` says that another call brings
   * more. If the iterable throws, what it has yielded stays; after an abort, what has been sent does; and the list
   * does not grow any more, except by calls that came before. Throws `ItemsSpent` for an iterator that was given
   * before.
   */
  setItems(items: GivenItems, options?: Signalled & { append?: boolean; done?: boolean }): Promise<Held>;
  /** Resolves with what the list holds, once everything given last has arrived; rejects with why it has not. */
  filled(): Promise<Held>;
  /** Yields the state now, and then at each change. A slow reader misses states, but never the newest. */
  changes(options?: Signalled): AsyncIterableIterator<State>;
  /** Resolves with the state once nothing is loading or pending. */
  settled(options?: Signalled): Promise<State>;
  /**
   * Closes the session and cancels everything in it, except an action that is being performed. `changes` ends;
   * everything else in flight is rejected with `Closed`.
   */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** The base class of this package's errors. A search that fails does not throw one: it sets `state.error`. */
export declare class SeeklineError extends Error {}

/** There is no engine to start. */
export declare class EngineNotFound extends SeeklineError {}

/** The engine ended without being told to. */
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
  /** What went wrong at the source, if it is the source that failed. */
  readonly failure?: Failure;
}

/** The query is too short for the source. */
export declare class QueryTooShort extends SeeklineError {
  readonly query: string;
}

/** The items come from an iterator, such as a generator, which yields them only once and was given before. */
export declare class ItemsSpent extends SeeklineError {}

/** The session or the engine was closed by its owner. */
export declare class Closed extends SeeklineError {}
