"""Incremental search, by the seekline engine."""

from seekline.engine import Engine
from seekline.errors import (
    EngineClosed,
    EngineDied,
    EngineNotFound,
    InvalidParams,
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
from seekline.outcome import Outcome
from seekline.session import Session
from seekline.state import State
from seekline.sync import SyncEngine, SyncSession
from seekline.types import Detail, Failure, Item, Options, Source

__all__ = [
    "Detail",
    "Engine",
    "EngineClosed",
    "EngineDied",
    "EngineNotFound",
    "Failure",
    "InvalidParams",
    "Item",
    "NoSuchItem",
    "Options",
    "Outcome",
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
    "SyncSession",
    "UnknownSession",
    "UnknownSource",
]
