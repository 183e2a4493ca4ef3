"""Incremental search, by the seekline engine."""

from seekline.engine import Engine
from seekline.errors import (
    EngineClosed,
    EngineDied,
    EngineNotFound,
    InvalidParams,
    ItemsSpent,
    NoSuchItem,
    ProtocolError,
    RequestCancelled,
    RequestFailed,
    SearchRefused,
    SeeklineError,
    SourceFailed,
    UnknownSession,
    UnknownSource,
)
from seekline.locate import find_engine
from seekline.outcome import Outcome
from seekline.pick import Pick
from seekline.session import Session
from seekline.state import State
from seekline.sync import SyncEngine
from seekline.sync_session import SyncPick, SyncSession
from seekline.types import Detail, Failure, Held, Item, ItemAction, Options, Performed, Source

__all__ = [
    "Detail",
    "Engine",
    "EngineClosed",
    "EngineDied",
    "EngineNotFound",
    "Failure",
    "Held",
    "InvalidParams",
    "Item",
    "ItemAction",
    "ItemsSpent",
    "NoSuchItem",
    "Options",
    "Outcome",
    "Performed",
    "Pick",
    "ProtocolError",
    "RequestCancelled",
    "RequestFailed",
    "SearchRefused",
    "SeeklineError",
    "Session",
    "Source",
    "SourceFailed",
    "State",
    "SyncEngine",
    "SyncPick",
    "SyncSession",
    "UnknownSession",
    "UnknownSource",
    "find_engine",
]
