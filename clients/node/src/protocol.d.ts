// The objects of the protocol. Generated from its declarations by `protocol/generate`: do not edit.

/** The client. */
export interface ClientInfo {
  /** Its name. */
  readonly name?: string;
  /** Its version. */
  readonly version?: string;
}

/** The result of `initialize`. */
export interface Initialized {
  /** The protocol version in use. */
  readonly protocolVersion: string;
  /** The engine. */
  readonly serverInfo: ServerInfo;
  /** The sources. */
  readonly sources: readonly Source[];
}

/** The engine's name and version. */
export interface ServerInfo {
  /** `seekline`. */
  readonly name: string;
  /** Its version. */
  readonly version: string;
}

/** Something that can be searched. */
export interface Source {
  /** The name by which clients choose it. */
  readonly name: string;
  /** The name to show. */
  readonly title: string;
  /** What it searches. */
  readonly description: string;
  /** The kind of source: the same for all sources configured with this type, whatever their names. */
  readonly type?: string;
  /** Whether it is ready to use. */
  readonly configured: boolean;
  /** The environment variables, settings or programs without which it does not work. */
  readonly missing?: readonly string[];
  /** The defaults of its sessions' options. */
  readonly options: Options;
  /** Whether clients supply its items with `setItems`. */
  readonly takesItems?: boolean;
  /** Credit that the service requires where its results are shown. */
  readonly attribution?: string;
}

/** How a search box behaves. */
export interface Options {
  /** How long typing must pause before the text is searched for. */
  readonly debounceMs: number;
  /** The minimum length of a query, in grapheme clusters. */
  readonly minLength: number;
  /** The minimum length of a query of only ideographs and kana; `minLength` if only that is given. */
  readonly minLengthDense?: number;
  /** How long a refresh blocks the next one. */
  readonly throttleMs: number;
  /** How many items are requested per page. */
  readonly pageSize: number;
  /** How many pages a list has at most. */
  readonly maxPages: number;
  /** Whether typing searches, or only `submit` does. */
  readonly trigger: 'incremental' | 'submit';
  /** What a keystroke immediately does to a running load, and to the list. */
  readonly onInput: 'keep' | 'cancel' | 'clear';
  /** What a query below the minimum length does to the list. */
  readonly belowMinLength: 'clear' | 'keep';
  /** How long a load may take before it is called stalled. */
  readonly stalledMs: number;
  /** How long a failed page blocks the next attempt, doubled up to 30 s. */
  readonly backOffMs: number;
  /** How a word of the query must occur, where the source offers the choice. */
  readonly matching?: 'words' | 'fuzzy';
  /** The syntax of the query, where the source offers the choice. */
  readonly syntax?: 'plain' | 'fzf';
}

/** The sources. */
export interface Sources {
  /** In the order in which they are documented. */
  readonly sources: readonly Source[];
}

/** How a search box behaves, where not as the source has it. */
export interface OptionChanges {
  /** How long typing must pause before the text is searched for. */
  readonly debounceMs?: number;
  /** The minimum length of a query, in grapheme clusters. */
  readonly minLength?: number;
  /** The minimum length of a query of only ideographs and kana; `minLength` if only that is given. */
  readonly minLengthDense?: number;
  /** How long a refresh blocks the next one. */
  readonly throttleMs?: number;
  /** How many items are requested per page. */
  readonly pageSize?: number;
  /** How many pages a list has at most. */
  readonly maxPages?: number;
  /** Whether typing searches, or only `submit` does. */
  readonly trigger?: 'incremental' | 'submit';
  /** What a keystroke immediately does to a running load, and to the list. */
  readonly onInput?: 'keep' | 'cancel' | 'clear';
  /** What a query below the minimum length does to the list. */
  readonly belowMinLength?: 'clear' | 'keep';
  /** How long a load may take before it is called stalled. */
  readonly stalledMs?: number;
  /** How long a failed page blocks the next attempt, doubled up to 30 s. */
  readonly backOffMs?: number;
  /** How a word of the query must occur, where the source offers the choice. */
  readonly matching?: 'words' | 'fuzzy';
  /** The syntax of the query, where the source offers the choice. */
  readonly syntax?: 'plain' | 'fzf';
}

/** An opened session. */
export interface OpenedSession {
  /** Its name. */
  readonly session: string;
  /** The source that it searches. */
  readonly source: string;
  /** The options in force. */
  readonly options: Options;
  /** The first snapshot. */
  readonly state: Snapshot;
}

/** The state of a session: the sum of the notifications up to `seq`. */
export interface Snapshot {
  /** The number of the last notification. */
  readonly seq: number;
  /** The generation. */
  readonly generation: number;
  /** The query that the list belongs to; null before the first list. */
  readonly query: string | null;
  /** Whether a search, a page or a refresh is running. */
  readonly loading: boolean;
  /** Whether a refresh is running. */
  readonly refreshing: boolean;
  /** Why the text is not being searched for yet. */
  readonly pending: Pending | null;
  /** The status of the list. */
  readonly status: Status;
  /** Whether what is running takes long. */
  readonly stalled: boolean;
  /** Whether `submit` would start a search. */
  readonly canSubmit: boolean;
  /** The id of the detail that is opening. */
  readonly opening: string | null;
  /** Whether more items are still to be supplied. */
  readonly growing?: boolean;
  /** The items from `from` on. */
  readonly items: readonly Item[];
  /** The number of items in the whole list. */
  readonly count: number;
  /** Whether there is another page, or more of this one. */
  readonly more: boolean;
  /** The total number of results, if the source says. */
  readonly total?: number;
  /** What may have been meant instead, if the source says. */
  readonly suggestion?: string;
  /** Whether some of what was requested did not answer. */
  readonly partial?: boolean;
  /** Those of several sources that have not answered, and why. */
  readonly failed?: readonly Failure[];
  /** The current error, the list's before a detail's. */
  readonly error?: Failure;
  /** The current error of a detail, even if `error` is the list's. */
  readonly detailError?: Failure;
}

/** Why the text is not being searched for yet. */
export type Pending =
  /** Typing has not paused for long enough. */
  | 'debounce'
  /** An input method has not confirmed the text. */
  | 'composing'
  | (string & {});

/** The status of the list. */
export type Status =
  /** There is no list. */
  | 'initial'
  /** The list is loading. */
  | 'fetching'
  /** There is a list, and more can be loaded. */
  | 'loadMore'
  /** There is a list, and it is complete. */
  | 'full'
  /** The last attempt failed. */
  | 'error'
  | (string & {});

/** One result of a search; all text is plain. */
export interface Item {
  /** Its identifier, which stays the same from search to search. */
  readonly id: string;
  /** Its name. */
  readonly title: string;
  /** A piece of text, split so that the odd elements are the matches; joined, they are the plain text. */
  readonly snippet?: readonly string[];
  /** Its URL. */
  readonly url?: string;
  /** The URL of a picture of it. */
  readonly image?: string;
  /** What an editor inserts for it. */
  readonly insert?: string;
  /** What kind of thing it is. */
  readonly kind?: ItemKind;
  /** Where it is on this machine. */
  readonly location?: Location;
  /** The source it came from, if several were searched at once. */
  readonly source?: string;
  /** What `perform` can do with it, besides inserting, opening and copying. */
  readonly actions?: readonly ItemAction[];
  /** What else the source says. */
  readonly fields: Readonly<Record<string, string | number | boolean>>;
}

/** What kind of thing an item is; read an unknown one as none. */
export type ItemKind =
  /** An article of an encyclopedia or of a manual. */
  | 'article'
  /** A character. */
  | 'character'
  /** A command that can be run. */
  | 'command'
  /** A file or a folder. */
  | 'file'
  /** A picture. */
  | 'image'
  /** A line of text. */
  | 'line'
  /** A name that may be available. */
  | 'name'
  /** A geographic place. */
  | 'place'
  /** Something published by a person. */
  | 'post'
  /** A name in source code. */
  | 'symbol'
  | (string & {});

/** A place in a file, for an editor to jump to. */
export interface Location {
  /** The file's path. */
  readonly path: string;
  /** The line, from 1. */
  readonly line?: number;
  /** The column, from 1, in Unicode code points. */
  readonly column?: number;
}

/** An action on an item. */
export interface ItemAction {
  /** Its name in `perform`. */
  readonly name: string;
  /** Its title in a menu. */
  readonly title: string;
}

/** Why something failed. */
export interface Failure {
  /** What it is about. */
  readonly scope: Scope;
  /** The kind of failure. */
  readonly kind: Kind;
  /** One line for the person. */
  readonly message: string;
  /** The source that failed. */
  readonly source: string;
  /** Whether the same may succeed later. */
  readonly retryable: boolean;
  /** How long the source asks to wait, in milliseconds. */
  readonly retryAfterMs?: number;
  /** The HTTP status, if an answer came. */
  readonly httpStatus?: number;
}

/** What the error is about. */
export type Scope =
  /** A new search. */
  | 'search'
  /** Another page. */
  | 'page'
  /** A refresh. */
  | 'refresh'
  /** A detail. */
  | 'detail'
  /** An action on an item; only in answers. */
  | 'perform'
  | (string & {});

/** The kind of failure; read an unknown one as `internal`. */
export type Kind =
  /** The server cannot be reached. */
  | 'offline'
  /** No answer came in time. */
  | 'timeout'
  /** The answer is an HTTP error, or not HTTP as it should be. */
  | 'http'
  /** Too many requests. */
  | 'rateLimited'
  /** The answer is not what the source should return. */
  | 'decode'
  /** The server rejects the credentials. */
  | 'auth'
  /** Something is not configured, or configured wrongly. */
  | 'config'
  /** The source itself reports an error. */
  | 'source'
  /** The engine is at fault; clients read an unknown kind as this one. */
  | 'internal'
  | (string & {});

/** An item that the client supplies; without an id, one is made from its title. */
export interface GivenItem {
  /** Its identifier, which stays the same from search to search. */
  readonly id?: string;
  /** Its name. */
  readonly title: string;
  /** A piece of text, split so that the odd elements are the matches; joined, they are the plain text. */
  readonly snippet?: readonly string[];
  /** Its URL. */
  readonly url?: string;
  /** The URL of a picture of it. */
  readonly image?: string;
  /** What an editor inserts for it. */
  readonly insert?: string;
  /** What kind of thing it is. */
  readonly kind?: ItemKind;
  /** Where it is on this machine. */
  readonly location?: Location;
  /** The source it came from, if several were searched at once. */
  readonly source?: string;
  /** What else the source says. */
  readonly fields?: Readonly<Record<string, string | number | boolean>>;
}

/** The result of supplying items. */
export interface Held {
  /** The number of items that the list has now. */
  readonly held: number;
  /** The number of supplied items that it does not have. */
  readonly dropped: number;
}

/** The outcome of a call. */
export interface CallOutcome {
  /** The state of affairs when the call is made. */
  readonly outcome: Outcome;
  /** The current generation. */
  readonly generation: number;
  /** With `backingOff`: the time until the page is retried, in milliseconds. */
  readonly retryAfterMs?: number;
  /** Of `setQuery`: how many grapheme clusters the text lacks, if it is too short. */
  readonly shortBy?: number;
}

/** The outcome of a call; read an unknown one as `idle`. */
export type Outcome =
  /** A load has begun. */
  | 'started'
  /** A debounce is running, even if it will come to nothing. */
  | 'scheduled'
  /** An input method has not confirmed the text. */
  | 'composing'
  /** The text is shorter than the minimum length. */
  | 'tooShort'
  /** The text is the query that is shown or loading already. */
  | 'unchanged'
  /** The text is kept for `submit`. */
  | 'held'
  /** A load is under way; nothing new has begun. */
  | 'loading'
  /** The list is at its end. */
  | 'full'
  /** There is nothing to act on. */
  | 'idle'
  /** The refresh came too soon after the one before. */
  | 'throttled'
  /** The page failed a moment ago; it is retried automatically in `retryAfterMs` milliseconds. */
  | 'backingOff'
  /** The call was about a list that is no longer there. */
  | 'stale'
  /** `submit` is not possible now. */
  | 'disabled'
  /** What was pending, running or opening has been stopped. */
  | 'cancelled'
  | (string & {});

/** The detail of an item; all text is plain, except as `format` says. */
export interface Detail {
  /** The item's id. */
  readonly id: string;
  /** Its name. */
  readonly title: string;
  /** The text to read. */
  readonly text: string;
  /** How to read the text, if it is not plain. */
  readonly format?: TextFormat;
  /** The language of code, a word like `swift`. */
  readonly language?: string;
  /** Where it is on this machine. */
  readonly location?: Location;
  /** Which lines of the text were looked for. */
  readonly range?: LineRange;
  /** Its URL. */
  readonly url?: string;
  /** The URL of a picture of it. */
  readonly image?: string;
  /** What else the source says. */
  readonly fields: Readonly<Record<string, string | number | boolean>>;
}

/** How to read a text; read an unknown one as `plain`. */
export type TextFormat =
  /** Plain text. */
  | 'plain'
  /** Markdown. */
  | 'markdown'
  /** The output of `diff -u`. */
  | 'diff'
  /** Source code; `language` may say in which language. */
  | 'code'
  | (string & {});

/** A range of lines of a text. */
export interface LineRange {
  /** The first line, from 1. */
  readonly first: number;
  /** The last line. */
  readonly last: number;
}

/** The result of an action. */
export interface Performed {
  /** One line for the person. */
  readonly message?: string;
  /** Whether the source has other items now; the list is then reloaded automatically. */
  readonly changed?: boolean;
}

/** The params of `loading`. */
export interface LoadingParams {
  /** The session. */
  readonly session: string;
  /** One more than the last in this session. */
  readonly seq: number;
  /** Counts searches, refreshes and clearings. */
  readonly generation: number;
  /** Whether a search, a page or a refresh is running. */
  readonly loading: boolean;
  /** Whether a refresh is running. */
  readonly refreshing: boolean;
  /** Why the text is not being searched for yet. */
  readonly pending: Pending | null;
  /** The status of the list. */
  readonly status: Status;
  /** Whether what is running takes long. */
  readonly stalled: boolean;
  /** Whether `submit` would start a search. */
  readonly canSubmit: boolean;
  /** The id of the detail that is opening. */
  readonly opening: string | null;
  /** Whether more items are still to be supplied. */
  readonly growing?: boolean;
}

/** The params of `items`: list = list[..<from] + items. */
export interface ItemsParams {
  /** The session. */
  readonly session: string;
  /** One more than the last in this session. */
  readonly seq: number;
  /** Counts searches, refreshes and clearings. */
  readonly generation: number;
  /** The query that the list belongs to. */
  readonly query: string;
  /** How much of the list stays unchanged. */
  readonly from: number;
  /** The items from `from` on. */
  readonly items: readonly Item[];
  /** The number of items in the whole list. */
  readonly count: number;
  /** Whether there is another page, or more of this one. */
  readonly more: boolean;
  /** The total number of results, if the source says. */
  readonly total?: number;
  /** What may have been meant instead, if the source says. */
  readonly suggestion?: string;
  /** Whether some of what was requested did not answer. */
  readonly partial?: boolean;
  /** Those of several sources that have not answered, and why. */
  readonly failed?: readonly Failure[];
  /** Whether these are cached answers. */
  readonly cached?: boolean;
}

/** The params of `error`. */
export interface ErrorParams {
  /** The session. */
  readonly session: string;
  /** One more than the last in this session. */
  readonly seq: number;
  /** Counts searches, refreshes and clearings. */
  readonly generation: number;
  /** What it is about. */
  readonly scope: Scope;
  /** The kind of failure. */
  readonly kind: Kind;
  /** One line for the person. */
  readonly message: string;
  /** The source that failed. */
  readonly source: string;
  /** Whether the same may succeed later. */
  readonly retryable: boolean;
  /** How long the source asks to wait, in milliseconds. */
  readonly retryAfterMs?: number;
  /** The HTTP status, if an answer came. */
  readonly httpStatus?: number;
}

/** The params of `detail`. */
export interface DetailParams {
  /** The session. */
  readonly session: string;
  /** One more than the last in this session. */
  readonly seq: number;
  /** Counts searches, refreshes and clearings. */
  readonly generation: number;
  /** The item's id. */
  readonly id: string;
  /** Its name. */
  readonly title: string;
  /** The text to read. */
  readonly text: string;
  /** How to read the text, if it is not plain. */
  readonly format?: TextFormat;
  /** The language of code, a word like `swift`. */
  readonly language?: string;
  /** Where it is on this machine. */
  readonly location?: Location;
  /** Which lines of the text were looked for. */
  readonly range?: LineRange;
  /** Its URL. */
  readonly url?: string;
  /** The URL of a picture of it. */
  readonly image?: string;
  /** What else the source says. */
  readonly fields: Readonly<Record<string, string | number | boolean>>;
}
