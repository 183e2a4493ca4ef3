"""The objects of the protocol. Generated from its declarations by `protocol/generate`: do not edit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class ClientInfo:
    """The client."""

    #: Its name.
    name: str | None = None
    #: Its version.
    version: str | None = None

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> ClientInfo:
        """Reads it from the wire; members of later versions are passed over."""
        return cls(
            name=value.get("name"),
            version=value.get("version"),
        )


@dataclass(frozen=True, slots=True)
class Initialized:
    """The result of `initialize`."""

    #: The protocol version in use.
    protocol_version: str
    #: The engine.
    server_info: ServerInfo
    #: The sources.
    sources: tuple[Source, ...]

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Initialized:
        """Reads it from the wire; members of later versions are passed over."""
        return cls(
            protocol_version=value["protocolVersion"],
            server_info=ServerInfo.from_json(value["serverInfo"]),
            sources=tuple(Source.from_json(element) for element in value["sources"]),
        )


@dataclass(frozen=True, slots=True)
class ServerInfo:
    """The engine's name and version."""

    #: `seekline`.
    name: str
    #: Its version.
    version: str

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> ServerInfo:
        """Reads it from the wire; members of later versions are passed over."""
        return cls(
            name=value["name"],
            version=value["version"],
        )


@dataclass(frozen=True, slots=True)
class Source:
    """Something that can be searched."""

    #: The name by which clients choose it.
    name: str
    #: The name to show.
    title: str
    #: What it searches.
    description: str
    #: Whether it is ready to use.
    configured: bool
    #: The defaults of its sessions' options.
    options: Options
    #: The kind of source: the same for all sources configured with this type, whatever their names.
    type: str | None = None
    #: The environment variables, settings or programs without which it does not work.
    missing: tuple[str, ...] | None = None
    #: Whether clients supply its items with `setItems`.
    takes_items: bool | None = None
    #: Credit that the service requires where its results are shown.
    attribution: str | None = None

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Source:
        """Reads it from the wire; members of later versions are passed over."""
        return cls(
            name=value["name"],
            title=value["title"],
            description=value["description"],
            configured=value["configured"],
            options=Options.from_json(value["options"]),
            type=value.get("type"),
            missing=tuple(value["missing"]) if value.get("missing") is not None else None,
            takes_items=value.get("takesItems"),
            attribution=value.get("attribution"),
        )


@dataclass(frozen=True, slots=True)
class Options:
    """How a search box behaves."""

    #: How long typing must pause before the text is searched for.
    debounce_ms: int
    #: The minimum length of a query, in grapheme clusters.
    min_length: int
    #: How long a refresh blocks the next one.
    throttle_ms: int
    #: How many items are requested per page.
    page_size: int
    #: How many pages a list has at most.
    max_pages: int
    #: Whether typing searches, or only `submit` does.
    trigger: str
    #: What a keystroke immediately does to a running load, and to the list.
    on_input: str
    #: What a query below the minimum length does to the list.
    below_min_length: str
    #: How long a load may take before it is called stalled.
    stalled_ms: int
    #: How long a failed page blocks the next attempt, doubled up to 30 s.
    back_off_ms: int
    #: The minimum length of a query of only ideographs and kana; `minLength` if only that is given.
    min_length_dense: int | None = None
    #: How a word of the query must occur, where the source offers the choice.
    matching: str | None = None
    #: The syntax of the query, where the source offers the choice.
    syntax: str | None = None

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Options:
        """Reads it from the wire; members of later versions are passed over."""
        return cls(
            debounce_ms=value["debounceMs"],
            min_length=value["minLength"],
            throttle_ms=value["throttleMs"],
            page_size=value["pageSize"],
            max_pages=value["maxPages"],
            trigger=value["trigger"],
            on_input=value["onInput"],
            below_min_length=value["belowMinLength"],
            stalled_ms=value["stalledMs"],
            back_off_ms=value["backOffMs"],
            min_length_dense=value.get("minLengthDense"),
            matching=value.get("matching"),
            syntax=value.get("syntax"),
        )


@dataclass(frozen=True, slots=True)
class Sources:
    """The sources."""

    #: In the order in which they are documented.
    sources: tuple[Source, ...]

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Sources:
        """Reads it from the wire; members of later versions are passed over."""
        return cls(
            sources=tuple(Source.from_json(element) for element in value["sources"]),
        )


@dataclass(frozen=True, slots=True)
class OptionChanges:
    """How a search box behaves, where not as the source has it."""

    #: How long typing must pause before the text is searched for.
    debounce_ms: int | None = None
    #: The minimum length of a query, in grapheme clusters.
    min_length: int | None = None
    #: The minimum length of a query of only ideographs and kana; `minLength` if only that is given.
    min_length_dense: int | None = None
    #: How long a refresh blocks the next one.
    throttle_ms: int | None = None
    #: How many items are requested per page.
    page_size: int | None = None
    #: How many pages a list has at most.
    max_pages: int | None = None
    #: Whether typing searches, or only `submit` does.
    trigger: str | None = None
    #: What a keystroke immediately does to a running load, and to the list.
    on_input: str | None = None
    #: What a query below the minimum length does to the list.
    below_min_length: str | None = None
    #: How long a load may take before it is called stalled.
    stalled_ms: int | None = None
    #: How long a failed page blocks the next attempt, doubled up to 30 s.
    back_off_ms: int | None = None
    #: How a word of the query must occur, where the source offers the choice.
    matching: str | None = None
    #: The syntax of the query, where the source offers the choice.
    syntax: str | None = None

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> OptionChanges:
        """Reads it from the wire; members of later versions are passed over."""
        return cls(
            debounce_ms=value.get("debounceMs"),
            min_length=value.get("minLength"),
            min_length_dense=value.get("minLengthDense"),
            throttle_ms=value.get("throttleMs"),
            page_size=value.get("pageSize"),
            max_pages=value.get("maxPages"),
            trigger=value.get("trigger"),
            on_input=value.get("onInput"),
            below_min_length=value.get("belowMinLength"),
            stalled_ms=value.get("stalledMs"),
            back_off_ms=value.get("backOffMs"),
            matching=value.get("matching"),
            syntax=value.get("syntax"),
        )


@dataclass(frozen=True, slots=True)
class OpenedSession:
    """An opened session."""

    #: Its name.
    session: str
    #: The source that it searches.
    source: str
    #: The options in force.
    options: Options
    #: The first snapshot.
    state: Snapshot

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> OpenedSession:
        """Reads it from the wire; members of later versions are passed over."""
        return cls(
            session=value["session"],
            source=value["source"],
            options=Options.from_json(value["options"]),
            state=Snapshot.from_json(value["state"]),
        )


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state of a session: the sum of the notifications up to `seq`."""

    #: The number of the last notification.
    seq: int
    #: The generation.
    generation: int
    #: The query that the list belongs to; null before the first list.
    query: str | None
    #: Whether a search, a page or a refresh is running.
    loading: bool
    #: Whether a refresh is running.
    refreshing: bool
    #: Why the text is not being searched for yet.
    pending: str | None
    #: The status of the list.
    status: str
    #: Whether what is running takes long.
    stalled: bool
    #: Whether `submit` would start a search.
    can_submit: bool
    #: The id of the detail that is opening.
    opening: str | None
    #: The items from `from` on.
    items: tuple[Item, ...]
    #: The number of items in the whole list.
    count: int
    #: Whether there is another page, or more of this one.
    more: bool
    #: Whether more items are still to be supplied.
    growing: bool | None = None
    #: The total number of results, if the source says.
    total: int | None = None
    #: What may have been meant instead, if the source says.
    suggestion: str | None = None
    #: Whether some of what was requested did not answer.
    partial: bool | None = None
    #: Those of several sources that have not answered, and why.
    failed: tuple[Failure, ...] | None = None
    #: The current error, the list's before a detail's.
    error: Failure | None = None
    #: The current error of a detail, even if `error` is the list's.
    detail_error: Failure | None = None

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Snapshot:
        """Reads it from the wire; members of later versions are passed over."""
        return cls(
            seq=value["seq"],
            generation=value["generation"],
            query=value["query"],
            loading=value["loading"],
            refreshing=value["refreshing"],
            pending=value["pending"],
            status=value["status"],
            stalled=value["stalled"],
            can_submit=value["canSubmit"],
            opening=value["opening"],
            items=tuple(Item.from_json(element) for element in value["items"]),
            count=value["count"],
            more=value["more"],
            growing=value.get("growing"),
            total=value.get("total"),
            suggestion=value.get("suggestion"),
            partial=value.get("partial"),
            failed=tuple(Failure.from_json(element) for element in value["failed"])
            if value.get("failed") is not None
            else None,
            error=Failure.from_json(value["error"]) if value.get("error") is not None else None,
            detail_error=Failure.from_json(value["detailError"]) if value.get("detailError") is not None else None,
        )


@dataclass(frozen=True, slots=True)
class Item:
    """One result of a search; all text is plain."""

    #: Its identifier, which stays the same from search to search.
    id: str
    #: Its name.
    title: str
    #: What else the source says.
    fields: Mapping[str, str | int | bool]
    #: A piece of text, split so that the odd elements are the matches; joined, they are the plain text.
    snippet: tuple[str, ...] | None = None
    #: Its URL.
    url: str | None = None
    #: The URL of a picture of it.
    image: str | None = None
    #: What an editor inserts for it.
    insert: str | None = None
    #: What kind of thing it is.
    kind: str | None = None
    #: Where it is on this machine.
    location: Location | None = None
    #: The source it came from, if several were searched at once.
    source: str | None = None
    #: What `perform` can do with it, besides inserting, opening and copying.
    actions: tuple[ItemAction, ...] | None = None

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Item:
        """Reads it from the wire; members of later versions are passed over."""
        return cls(
            id=value["id"],
            title=value["title"],
            fields=dict(value["fields"]),
            snippet=tuple(value["snippet"]) if value.get("snippet") is not None else None,
            url=value.get("url"),
            image=value.get("image"),
            insert=value.get("insert"),
            kind=value.get("kind"),
            location=Location.from_json(value["location"]) if value.get("location") is not None else None,
            source=value.get("source"),
            actions=tuple(ItemAction.from_json(element) for element in value["actions"])
            if value.get("actions") is not None
            else None,
        )


@dataclass(frozen=True, slots=True)
class Location:
    """A place in a file, for an editor to jump to."""

    #: The file's path.
    path: str
    #: The line, from 1.
    line: int | None = None
    #: The column, from 1, in Unicode code points.
    column: int | None = None

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Location:
        """Reads it from the wire; members of later versions are passed over."""
        return cls(
            path=value["path"],
            line=value.get("line"),
            column=value.get("column"),
        )


@dataclass(frozen=True, slots=True)
class ItemAction:
    """An action on an item."""

    #: Its name in `perform`.
    name: str
    #: Its title in a menu.
    title: str

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> ItemAction:
        """Reads it from the wire; members of later versions are passed over."""
        return cls(
            name=value["name"],
            title=value["title"],
        )


@dataclass(frozen=True, slots=True)
class Failure:
    """Why something failed."""

    #: What it is about.
    scope: str
    #: The kind of failure.
    kind: str
    #: One line for the person.
    message: str
    #: The source that failed.
    source: str
    #: Whether the same may succeed later.
    retryable: bool
    #: How long the source asks to wait, in milliseconds.
    retry_after_ms: int | None = None
    #: The HTTP status, if an answer came.
    http_status: int | None = None

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Failure:
        """Reads it from the wire; members of later versions are passed over."""
        return cls(
            scope=value["scope"],
            kind=value["kind"],
            message=value["message"],
            source=value["source"],
            retryable=value["retryable"],
            retry_after_ms=value.get("retryAfterMs"),
            http_status=value.get("httpStatus"),
        )


@dataclass(frozen=True, slots=True)
class GivenItem:
    """An item that the client supplies; without an id, one is made from its title."""

    #: Its name.
    title: str
    #: Its identifier, which stays the same from search to search.
    id: str | None = None
    #: A piece of text, split so that the odd elements are the matches; joined, they are the plain text.
    snippet: tuple[str, ...] | None = None
    #: Its URL.
    url: str | None = None
    #: The URL of a picture of it.
    image: str | None = None
    #: What an editor inserts for it.
    insert: str | None = None
    #: What kind of thing it is.
    kind: str | None = None
    #: Where it is on this machine.
    location: Location | None = None
    #: The source it came from, if several were searched at once.
    source: str | None = None
    #: What else the source says.
    fields: Mapping[str, str | int | bool] | None = None

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> GivenItem:
        """Reads it from the wire; members of later versions are passed over."""
        return cls(
            title=value["title"],
            id=value.get("id"),
            snippet=tuple(value["snippet"]) if value.get("snippet") is not None else None,
            url=value.get("url"),
            image=value.get("image"),
            insert=value.get("insert"),
            kind=value.get("kind"),
            location=Location.from_json(value["location"]) if value.get("location") is not None else None,
            source=value.get("source"),
            fields=dict(value["fields"]) if value.get("fields") is not None else None,
        )


@dataclass(frozen=True, slots=True)
class Held:
    """The result of supplying items."""

    #: The number of items that the list has now.
    held: int
    #: The number of supplied items that it does not have.
    dropped: int

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Held:
        """Reads it from the wire; members of later versions are passed over."""
        return cls(
            held=value["held"],
            dropped=value["dropped"],
        )


@dataclass(frozen=True, slots=True)
class CallOutcome:
    """The outcome of a call."""

    #: The state of affairs when the call is made.
    outcome: str
    #: The current generation.
    generation: int
    #: With `backingOff`: the time until the page is retried, in milliseconds.
    retry_after_ms: int | None = None
    #: Of `setQuery`: how many grapheme clusters the text lacks, if it is too short.
    short_by: int | None = None

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> CallOutcome:
        """Reads it from the wire; members of later versions are passed over."""
        return cls(
            outcome=value["outcome"],
            generation=value["generation"],
            retry_after_ms=value.get("retryAfterMs"),
            short_by=value.get("shortBy"),
        )


@dataclass(frozen=True, slots=True)
class Detail:
    """The detail of an item; all text is plain, except as `format` says."""

    #: The item's id.
    id: str
    #: Its name.
    title: str
    #: The text to read.
    text: str
    #: What else the source says.
    fields: Mapping[str, str | int | bool]
    #: How to read the text, if it is not plain.
    format: str | None = None
    #: The language of code, a word like `swift`.
    language: str | None = None
    #: Where it is on this machine.
    location: Location | None = None
    #: Which lines of the text were looked for.
    range: LineRange | None = None
    #: Its URL.
    url: str | None = None
    #: The URL of a picture of it.
    image: str | None = None

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Detail:
        """Reads it from the wire; members of later versions are passed over."""
        return cls(
            id=value["id"],
            title=value["title"],
            text=value["text"],
            fields=dict(value["fields"]),
            format=value.get("format"),
            language=value.get("language"),
            location=Location.from_json(value["location"]) if value.get("location") is not None else None,
            range=LineRange.from_json(value["range"]) if value.get("range") is not None else None,
            url=value.get("url"),
            image=value.get("image"),
        )


@dataclass(frozen=True, slots=True)
class LineRange:
    """A range of lines of a text."""

    #: The first line, from 1.
    first: int
    #: The last line.
    last: int

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> LineRange:
        """Reads it from the wire; members of later versions are passed over."""
        return cls(
            first=value["first"],
            last=value["last"],
        )


@dataclass(frozen=True, slots=True)
class Performed:
    """The result of an action."""

    #: One line for the person.
    message: str | None = None
    #: Whether the source has other items now; the list is then reloaded automatically.
    changed: bool | None = None

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Performed:
        """Reads it from the wire; members of later versions are passed over."""
        return cls(
            message=value.get("message"),
            changed=value.get("changed"),
        )


@dataclass(frozen=True, slots=True)
class LoadingParams:
    """The params of `loading`."""

    #: The session.
    session: str
    #: One more than the last in this session.
    seq: int
    #: Counts searches, refreshes and clearings.
    generation: int
    #: Whether a search, a page or a refresh is running.
    loading: bool
    #: Whether a refresh is running.
    refreshing: bool
    #: Why the text is not being searched for yet.
    pending: str | None
    #: The status of the list.
    status: str
    #: Whether what is running takes long.
    stalled: bool
    #: Whether `submit` would start a search.
    can_submit: bool
    #: The id of the detail that is opening.
    opening: str | None
    #: Whether more items are still to be supplied.
    growing: bool | None = None

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> LoadingParams:
        """Reads it from the wire; members of later versions are passed over."""
        return cls(
            session=value["session"],
            seq=value["seq"],
            generation=value["generation"],
            loading=value["loading"],
            refreshing=value["refreshing"],
            pending=value["pending"],
            status=value["status"],
            stalled=value["stalled"],
            can_submit=value["canSubmit"],
            opening=value["opening"],
            growing=value.get("growing"),
        )


@dataclass(frozen=True, slots=True)
class ItemsParams:
    """The params of `items`: list = list[..<from] + items."""

    #: The session.
    session: str
    #: One more than the last in this session.
    seq: int
    #: Counts searches, refreshes and clearings.
    generation: int
    #: The query that the list belongs to.
    query: str
    #: How much of the list stays unchanged.
    from_: int
    #: The items from `from` on.
    items: tuple[Item, ...]
    #: The number of items in the whole list.
    count: int
    #: Whether there is another page, or more of this one.
    more: bool
    #: The total number of results, if the source says.
    total: int | None = None
    #: What may have been meant instead, if the source says.
    suggestion: str | None = None
    #: Whether some of what was requested did not answer.
    partial: bool | None = None
    #: Those of several sources that have not answered, and why.
    failed: tuple[Failure, ...] | None = None
    #: Whether these are cached answers.
    cached: bool | None = None

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> ItemsParams:
        """Reads it from the wire; members of later versions are passed over."""
        return cls(
            session=value["session"],
            seq=value["seq"],
            generation=value["generation"],
            query=value["query"],
            from_=value["from"],
            items=tuple(Item.from_json(element) for element in value["items"]),
            count=value["count"],
            more=value["more"],
            total=value.get("total"),
            suggestion=value.get("suggestion"),
            partial=value.get("partial"),
            failed=tuple(Failure.from_json(element) for element in value["failed"])
            if value.get("failed") is not None
            else None,
            cached=value.get("cached"),
        )


@dataclass(frozen=True, slots=True)
class ErrorParams:
    """The params of `error`."""

    #: The session.
    session: str
    #: One more than the last in this session.
    seq: int
    #: Counts searches, refreshes and clearings.
    generation: int
    #: What it is about.
    scope: str
    #: The kind of failure.
    kind: str
    #: One line for the person.
    message: str
    #: The source that failed.
    source: str
    #: Whether the same may succeed later.
    retryable: bool
    #: How long the source asks to wait, in milliseconds.
    retry_after_ms: int | None = None
    #: The HTTP status, if an answer came.
    http_status: int | None = None

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> ErrorParams:
        """Reads it from the wire; members of later versions are passed over."""
        return cls(
            session=value["session"],
            seq=value["seq"],
            generation=value["generation"],
            scope=value["scope"],
            kind=value["kind"],
            message=value["message"],
            source=value["source"],
            retryable=value["retryable"],
            retry_after_ms=value.get("retryAfterMs"),
            http_status=value.get("httpStatus"),
        )


@dataclass(frozen=True, slots=True)
class DetailParams:
    """The params of `detail`."""

    #: The session.
    session: str
    #: One more than the last in this session.
    seq: int
    #: Counts searches, refreshes and clearings.
    generation: int
    #: The item's id.
    id: str
    #: Its name.
    title: str
    #: The text to read.
    text: str
    #: What else the source says.
    fields: Mapping[str, str | int | bool]
    #: How to read the text, if it is not plain.
    format: str | None = None
    #: The language of code, a word like `swift`.
    language: str | None = None
    #: Where it is on this machine.
    location: Location | None = None
    #: Which lines of the text were looked for.
    range: LineRange | None = None
    #: Its URL.
    url: str | None = None
    #: The URL of a picture of it.
    image: str | None = None

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> DetailParams:
        """Reads it from the wire; members of later versions are passed over."""
        return cls(
            session=value["session"],
            seq=value["seq"],
            generation=value["generation"],
            id=value["id"],
            title=value["title"],
            text=value["text"],
            fields=dict(value["fields"]),
            format=value.get("format"),
            language=value.get("language"),
            location=Location.from_json(value["location"]) if value.get("location") is not None else None,
            range=LineRange.from_json(value["range"]) if value.get("range") is not None else None,
            url=value.get("url"),
            image=value.get("image"),
        )
