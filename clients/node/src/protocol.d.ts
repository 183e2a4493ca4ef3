// The objects of the protocol. Generated from its declarations by `protocol/generate`: do not edit.

/** Who a client is. */
export interface ClientInfo {
  /** Its name. */
  readonly name?: string;
  /** Its version. */
  readonly version?: string;
}

/** Who is who. */
export interface Initialized {
  /** The version of the protocol that is spoken. */
  readonly protocolVersion: string;
  /** The engine. */
  readonly serverInfo: ServerInfo;
  /** What can be searched. */
  readonly sources: readonly Source[];
}

/** Which engine this is. */
export interface ServerInfo {
  /** `seekline`. */
  readonly name: string;
  /** Its version. */
  readonly version: string;
}

/** Something that can be searched. */
export interface Source {
  /** What clients choose it by. */
  readonly name: string;
  /** Its name for people. */
  readonly title: string;
  /** What it searches. */
  readonly description: string;
  /** What kind of source it is: the same for all that are configured as such, whatever their names. */
  readonly type?: string;
  /** Whether it is ready to use. */
  readonly configured: boolean;
  /** The environment variables, settings or programs without which it does not work. */
  readonly missing?: readonly string[];
  /** How a search box on it behaves, unless a session sets it otherwise. */
  readonly options: Options;
  /** Whether clients give it what it searches, with `setItems`. */
  readonly takesItems?: boolean;
  /** Credit that the service asks for where its results are shown. */
  readonly attribution?: string;
}

/** How a search box behaves. */
export interface Options {
  /** How long typing must pause before the text is searched for. */
  readonly debounceMs: number;
  /** The least length of a query, in grapheme clusters. */
  readonly minLength: number;
  /** The least length of a query of ideographs and kana only; `minLength`, unless it is given too. */
  readonly minLengthDense?: number;
  /** How long a refresh bars the next one. */
  readonly throttleMs: number;
  /** How many items a page is asked for with. */
  readonly pageSize: number;
  /** How many pages a list has at most. */
  readonly maxPages: number;
  /** Whether typing searches, or only `submit` does. */
  readonly trigger: 'incremental' | 'submit';
  /** What a keystroke does at once to a running load, and to the list. */
  readonly onInput: 'keep' | 'cancel' | 'clear';
  /** What a query below the minimum length does to the list. */
  readonly belowMinLength: 'clear' | 'keep';
  /** After how long a load is called stalled. */
  readonly stalledMs: number;
  /** How long a failed page bars the next try, doubled up to 30 s. */
  readonly backOffMs: number;
  /** How a word of the query stands in what is found, where that can be chosen. */
  readonly matching?: 'words' | 'fuzzy';
  /** What the query is written in, where that can be chosen. */
  readonly syntax?: 'plain' | 'fzf';
}

/** What can be searched. */
export interface Sources {
  /** In the order of their documentation. */
  readonly sources: readonly Source[];
}

/** How a search box behaves, where not as the source has it. */
export interface OptionChanges {
  /** How long typing must pause before the text is searched for. */
  readonly debounceMs?: number;
  /** The least length of a query, in grapheme clusters. */
  readonly minLength?: number;
  /** The least length of a query of ideographs and kana only; `minLength`, unless it is given too. */
  readonly minLengthDense?: number;
  /** How long a refresh bars the next one. */
  readonly throttleMs?: number;
  /** How many items a page is asked for with. */
  readonly pageSize?: number;
  /** How many pages a list has at most. */
  readonly maxPages?: number;
  /** Whether typing searches, or only `submit` does. */
  readonly trigger?: 'incremental' | 'submit';
  /** What a keystroke does at once to a running load, and to the list. */
  readonly onInput?: 'keep' | 'cancel' | 'clear';
  /** What a query below the minimum length does to the list. */
  readonly belowMinLength?: 'clear' | 'keep';
  /** After how long a load is called stalled. */
  readonly stalledMs?: number;
  /** How long a failed page bars the next try, doubled up to 30 s. */
  readonly backOffMs?: number;
  /** How a word of the query stands in what is found, where that can be chosen. */
  readonly matching?: 'words' | 'fuzzy';
  /** What the query is written in, where that can be chosen. */
  readonly syntax?: 'plain' | 'fzf';
}

/** A session that has been opened. */
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

/** Everything about a session: what the notifications up to `seq` add up to. */
export interface Snapshot {
  /** The number of the last notification. */
  readonly seq: number;
  /** The generation. */
  readonly generation: number;
  /** The query whose list this is; null before the first list. */
  readonly query: string | null;
  /** Whether a search, a page or a refresh is running. */
  readonly loading: boolean;
  /** Whether what runs is a refresh. */
  readonly refreshing: boolean;
  /** What keeps the text from being searched for. */
  readonly pending: Pending | null;
  /** Where the list is. */
  readonly status: Status;
  /** Whether what runs takes long. */
  readonly stalled: boolean;
  /** Whether `submit` would search. */
  readonly canSubmit: boolean;
  /** The id of the detail that is opening. */
  readonly opening: string | null;
  /** Whether more of what is searched is still to be given. */
  readonly growing?: boolean;
  /** The items from `from` on. */
  readonly items: readonly Item[];
  /** How many items the whole list has. */
  readonly count: number;
  /** Whether there is another page, or more of this one. */
  readonly more: boolean;
  /** How many the source has in all, if it says. */
  readonly total?: number;
  /** What may have been meant, if the source says. */
  readonly suggestion?: string;
  /** Whether some of what was asked for did not answer. */
  readonly partial?: boolean;
  /** Of several sources those that have not answered: for each, why. */
  readonly failed?: readonly Failure[];
  /** The error that stands, a list's before a detail's. */
  readonly error?: Failure;
  /** The error of a detail that stands, also if `error` is a list's. */
  readonly detailError?: Failure;
}

/** What keeps the text from being searched for. */
export type Pending =
  /** Typing has not paused for long enough. */
  | 'debounce'
  /** An input method has not confirmed the text. */
  | 'composing'
  | (string & {});

/** Where the list is. */
export type Status =
  /** There is no list. */
  | 'initial'
  /** Something loads the list. */
  | 'fetching'
  /** There is a list, and more of it to load. */
  | 'loadMore'
  /** There is a list, and no more of it. */
  | 'full'
  /** The last attempt failed. */
  | 'error'
  | (string & {});

/** One thing that a search has found; all text is plain. */
export interface Item {
  /** What it is known by: it stays the same from search to search. */
  readonly id: string;
  /** Its name. */
  readonly title: string;
  /** A piece of text, cut so that the odd elements are the matches; joined, it is the plain text. */
  readonly snippet?: readonly string[];
  /** Where it can be looked at. */
  readonly url?: string;
  /** A picture of it. */
  readonly image?: string;
  /** What an editor would insert for it. */
  readonly insert?: string;
  /** What kind of thing it is. */
  readonly kind?: ItemKind;
  /** Where it stands on this machine. */
  readonly location?: Location;
  /** The source that it is from, if several were searched at once. */
  readonly source?: string;
  /** What `perform` can do with it, beyond inserting, opening and copying it. */
  readonly actions?: readonly ItemAction[];
  /** What else the source says. */
  readonly fields: Readonly<Record<string, string | number | boolean>>;
}

/** What kind of thing an item is; an unknown one is to be read as none. */
export type ItemKind =
  /** An article of an encyclopedia or of a manual. */
  | 'article'
  /** A character. */
  | 'character'
  /** Something that can be run. */
  | 'command'
  /** A file, or a folder. */
  | 'file'
  /** A picture. */
  | 'image'
  /** A line of a text. */
  | 'line'
  /** A name that somebody or something may have. */
  | 'name'
  /** A place that one can go to. */
  | 'place'
  /** Something that somebody has published. */
  | 'post'
  /** A name in a program's text. */
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

/** Something that can be done with an item. */
export interface ItemAction {
  /** The word by which `perform` asks for it. */
  readonly name: string;
  /** What a menu calls it. */
  readonly title: string;
}

/** Why something failed. */
export interface Failure {
  /** What it is about. */
  readonly scope: Scope;
  /** What kind of failure it is. */
  readonly kind: Kind;
  /** One line for a person. */
  readonly message: string;
  /** The source that failed. */
  readonly source: string;
  /** Whether the same may succeed if it is tried again. */
  readonly retryable: boolean;
  /** How long the source asks to wait, in milliseconds. */
  readonly retryAfterMs?: number;
  /** The status of the HTTP answer, if one came. */
  readonly httpStatus?: number;
}

/** What an error is about. */
export type Scope =
  /** A new search. */
  | 'search'
  /** A further page. */
  | 'page'
  /** A refresh. */
  | 'refresh'
  /** A detail. */
  | 'detail'
  /** Something that was to be done with an item: only in answers. */
  | 'perform'
  | (string & {});

/** What kind of failure it is; an unknown one is to be read as `internal`. */
export type Kind =
  /** The server cannot be reached. */
  | 'offline'
  /** No answer came in time. */
  | 'timeout'
  /** The answer is an HTTP error, or not HTTP as it should be. */
  | 'http'
  /** Too many requests. */
  | 'rateLimited'
  /** The answer came, and is not what the source should say. */
  | 'decode'
  /** The server does not accept who asks. */
  | 'auth'
  /** Something is not configured, or wrongly. */
  | 'config'
  /** The source itself reports an error. */
  | 'source'
  /** The fault is the engine's; also what a client reads a kind as that it does not know. */
  | 'internal'
  | (string & {});

/** An item that a client gives; its id is made of its title, if it has none. */
export interface GivenItem {
  /** What it is known by: it stays the same from search to search. */
  readonly id?: string;
  /** Its name. */
  readonly title: string;
  /** A piece of text, cut so that the odd elements are the matches; joined, it is the plain text. */
  readonly snippet?: readonly string[];
  /** Where it can be looked at. */
  readonly url?: string;
  /** A picture of it. */
  readonly image?: string;
  /** What an editor would insert for it. */
  readonly insert?: string;
  /** What kind of thing it is. */
  readonly kind?: ItemKind;
  /** Where it stands on this machine. */
  readonly location?: Location;
  /** The source that it is from, if several were searched at once. */
  readonly source?: string;
  /** What else the source says. */
  readonly fields?: Readonly<Record<string, string | number | boolean>>;
}

/** What has become of items that were given. */
export interface Held {
  /** How many items the list has now. */
  readonly held: number;
  /** How many of these it does not have. */
  readonly dropped: number;
}

/** What a call came to. */
export interface CallOutcome {
  /** What is true when the call is made. */
  readonly outcome: Outcome;
  /** The current generation. */
  readonly generation: number;
  /** With `backingOff`: in how many milliseconds the page is tried again. */
  readonly retryAfterMs?: number;
  /** Of `setQuery`: how many grapheme clusters the text lacks to be searched for, if it is too short. */
  readonly shortBy?: number;
}

/** What a call came to; an unknown one is to be read as `idle`. */
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
  /** There is nothing to do it on. */
  | 'idle'
  /** The refresh came too soon after the one before. */
  | 'throttled'
  /** The page failed a moment ago; it is tried again by itself in `retryAfterMs` milliseconds. */
  | 'backingOff'
  /** The call was about a list that is not there any more. */
  | 'stale'
  /** `submit` is not possible now. */
  | 'disabled'
  /** What was pending, running or opening has been stopped. */
  | 'cancelled'
  | (string & {});

/** One item at full length; all text is plain, but for what `format` says. */
export interface Detail {
  /** The item's id. */
  readonly id: string;
  /** Its name. */
  readonly title: string;
  /** What there is to read. */
  readonly text: string;
  /** How the text is meant to be read, if it is not plain. */
  readonly format?: TextFormat;
  /** In which language code is written, a word like `swift`. */
  readonly language?: string;
  /** Where it stands on this machine. */
  readonly location?: Location;
  /** Which lines of the text were looked for. */
  readonly range?: LineRange;
  /** Where it can be looked at. */
  readonly url?: string;
  /** A picture of it. */
  readonly image?: string;
  /** What else the source says. */
  readonly fields: Readonly<Record<string, string | number | boolean>>;
}

/** How a text is meant to be read; an unknown one is to be read as `plain`. */
export type TextFormat =
  /** As it stands. */
  | 'plain'
  /** Markdown. */
  | 'markdown'
  /** What `diff -u` writes. */
  | 'diff'
  /** A program's text; `language` may say in what. */
  | 'code'
  | (string & {});

/** Some lines of a text. */
export interface LineRange {
  /** The first of them, from 1. */
  readonly first: number;
  /** The last of them. */
  readonly last: number;
}

/** What has come of an action. */
export interface Performed {
  /** One line for a person. */
  readonly message?: string;
  /** Whether the source has other items now; the list is read anew by itself. */
  readonly changed?: boolean;
}

/** The params of `loading`. */
export interface LoadingParams {
  /** The session that it is about. */
  readonly session: string;
  /** One more than the last in this session. */
  readonly seq: number;
  /** Counts searches, refreshes and clearings. */
  readonly generation: number;
  /** Whether a search, a page or a refresh is running. */
  readonly loading: boolean;
  /** Whether what runs is a refresh. */
  readonly refreshing: boolean;
  /** What keeps the text from being searched for. */
  readonly pending: Pending | null;
  /** Where the list is. */
  readonly status: Status;
  /** Whether what runs takes long. */
  readonly stalled: boolean;
  /** Whether `submit` would search. */
  readonly canSubmit: boolean;
  /** The id of the detail that is opening. */
  readonly opening: string | null;
  /** Whether more of what is searched is still to be given. */
  readonly growing?: boolean;
}

/** The params of `items`: list = list[..<from] + items. */
export interface ItemsParams {
  /** The session that it is about. */
  readonly session: string;
  /** One more than the last in this session. */
  readonly seq: number;
  /** Counts searches, refreshes and clearings. */
  readonly generation: number;
  /** The query whose list this is. */
  readonly query: string;
  /** How much of the list stays as it is. */
  readonly from: number;
  /** The items from `from` on. */
  readonly items: readonly Item[];
  /** How many items the whole list has. */
  readonly count: number;
  /** Whether there is another page, or more of this one. */
  readonly more: boolean;
  /** How many the source has in all, if it says. */
  readonly total?: number;
  /** What may have been meant, if the source says. */
  readonly suggestion?: string;
  /** Whether some of what was asked for did not answer. */
  readonly partial?: boolean;
  /** Of several sources those that have not answered: for each, why. */
  readonly failed?: readonly Failure[];
  /** Whether these are kept answers. */
  readonly cached?: boolean;
}

/** The params of `error`. */
export interface ErrorParams {
  /** The session that it is about. */
  readonly session: string;
  /** One more than the last in this session. */
  readonly seq: number;
  /** Counts searches, refreshes and clearings. */
  readonly generation: number;
  /** What it is about. */
  readonly scope: Scope;
  /** What kind of failure it is. */
  readonly kind: Kind;
  /** One line for a person. */
  readonly message: string;
  /** The source that failed. */
  readonly source: string;
  /** Whether the same may succeed if it is tried again. */
  readonly retryable: boolean;
  /** How long the source asks to wait, in milliseconds. */
  readonly retryAfterMs?: number;
  /** The status of the HTTP answer, if one came. */
  readonly httpStatus?: number;
}

/** The params of `detail`. */
export interface DetailParams {
  /** The session that it is about. */
  readonly session: string;
  /** One more than the last in this session. */
  readonly seq: number;
  /** Counts searches, refreshes and clearings. */
  readonly generation: number;
  /** The item's id. */
  readonly id: string;
  /** Its name. */
  readonly title: string;
  /** What there is to read. */
  readonly text: string;
  /** How the text is meant to be read, if it is not plain. */
  readonly format?: TextFormat;
  /** In which language code is written, a word like `swift`. */
  readonly language?: string;
  /** Where it stands on this machine. */
  readonly location?: Location;
  /** Which lines of the text were looked for. */
  readonly range?: LineRange;
  /** Where it can be looked at. */
  readonly url?: string;
  /** A picture of it. */
  readonly image?: string;
  /** What else the source says. */
  readonly fields: Readonly<Record<string, string | number | boolean>>;
}
