import type { CallOutcome, Detail, Failure, GivenItem, Held, Item, OptionChanges, Options, Performed, Snapshot, Source } from './protocol.js';

export * from './protocol.js';

declare global {
  interface SymbolConstructor {
    /** Not in the library of older versions of TypeScript. */
    readonly asyncDispose: unique symbol;
  }
}

/** Everything that a session shows at one moment. It never changes; the next state is another object. */
export interface State extends Omit<Snapshot, 'seq' | 'total' | 'suggestion' | 'partial' | 'failed' | 'growing' | 'error'> {
  /** The whole list so far; the old one until a new one is there. */
  readonly items: readonly Item[];
  /** How many the source has in all, if it says. */
  readonly total: number | null;
  /** What may have been meant, if the source says. */
  readonly suggestion: string | null;
  /** Whether some of what was asked for did not answer: the list holds what did. */
  readonly partial: boolean;
  /** Of several sources those that have not answered: `source` says which, `message` why. `retry` asks them again. */
  readonly failed: readonly Failure[];
  /** Whether the list is an answer that the source has kept. */
  readonly cached: boolean;
  /** Whether more of what is searched is still to be given, with `setItems`. */
  readonly growing: boolean;
  /** What failed, as long as nothing has been tried since. */
  readonly error: Failure | null;
  /** The generation in which the latest of `items` came: what `perform` goes by. */
  readonly listGeneration: number;
  /** Whether nothing is loading or pending. */
  readonly settled: boolean;
}

export interface EngineOptions {
  /** Where the engine is; else `$SEEKLINE`, else the one installed with this package, else `seekline` in the PATH. */
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

/** Titles, or items with a `title`, in anything that can be iterated over. */
export type GivenItems = Iterable<string | GivenItem> | AsyncIterable<string | GivenItem>;

/** A seekline process, and the sessions in it. */
export declare class Engine {
  /** Starts the process. Throws `EngineNotFound` if there is none. */
  constructor(options?: EngineOptions);
  /** The number of the process; undefined if it could not be started. */
  readonly pid: number | undefined;
  /** Settles when the process is gone: with why, unless it was closed. Never rejects. */
  readonly ended: Promise<EngineDied | undefined>;
  /** Opens a session, on one source or on several at once. Options that are not given are the source's. */
  open(source?: string | readonly string[], options?: OptionChanges & { name?: string }): Promise<Session>;
  /**
   * Opens a session on a list of one's own, which is given in the background, and searches it: by default for the empty
   * query, which shows the list; for nothing yet if that is null. Throws `ItemsSpent`.
   */
  pick(items: GivenItems, options?: OptionChanges & { name?: string; query?: string | null }): Promise<Session>;
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
  /**
   * Does one of the `actions` of an item that is shown, by its name. `generation` is the `listGeneration` of the state in
   * which the person saw it; without it, that of the newest one. One action runs at a time, and only the signal ends it.
   */
  perform(id: string, action: string, options?: Signalled & { generation?: number }): Promise<Performed>;
  /**
   * Gives a session on `list` what it searches, as the iterable yields it, no faster than the engine takes it. Without
   * `append` the items take the place of those before, and what is still being given of them is rejected with a
   * `RequestFailed` of code -32800; with it they wait for their turn. With `done: false` another call brings more. Where
   * the iterable throws, or at an abort, what it has yielded stays. Throws `ItemsSpent` for an iterator that was given before.
   */
  setItems(items: GivenItems, options?: Signalled & { append?: boolean; done?: boolean }): Promise<Held>;
  /** What the list holds, once all that was given last is there; rejects with why it is not. */
  filled(): Promise<Held>;
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

/** The items come from what yields them only once, such as a generator, and were given before. */
export declare class ItemsSpent extends SeeklineError {}

/** The session or the engine was closed by its owner. */
export declare class Closed extends SeeklineError {}
