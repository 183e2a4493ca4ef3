"""JSON-RPC 2.0: the text that comes in, and the text that goes out."""

import collections
import json
from typing import AbstractSet, Any, Callable, Deque, Dict, List, Optional, Set, Union

from methods import Engine, RawParams
from jsontext import is_same_id, split, texts_of, value_of
from opening import Answer
from rpc import Problem
from session import Session

MOST_BYTES = 1 << 20
MOST_CALLS = 1000
MOST_ANSWERS = 8 << 20
AHEAD = ("cancel", "$/cancelRequest")


class Batch:
    """The answers to a batch: one message, once all are complete."""

    def __init__(self, write: Callable[[str], None], count: int) -> None:
        self._write = write
        self._answers: List[Optional[str]] = [None] * count
        self._left = count
        self._sessions: List[Session] = []
        self._closed: List[Session] = []
        self._looked_at: List[Session] = []
        self.size = 0

    def hold(self, session: Session) -> None:
        """Notes that a session is called: it sends nothing before the answer."""
        self._sessions.append(session)
        session.hold()

    def close(self, session: Session) -> None:
        """Notes that a session is closed: its end follows this answer, and waits for no other."""
        self._closed.append(session)

    def look_at(self, session: Session) -> None:
        """Notes that a session's state is requested: what was unsent follows this answer, and waits for no other."""
        self._looked_at.append(session)

    def place(self, index: int) -> Callable[[str], None]:
        """Returns a function that takes the answer to a call."""

        def put(answer: str) -> None:
            self._answers[index] = answer
            self.size += len(answer)
            self.has_one_less()

        return put

    def has_one_less(self) -> None:
        """Notes that one more call is answered, or needs no answer."""
        self._left -= 1
        answers = [answer for answer in self._answers if answer is not None]
        if self._left == 0 and answers:
            self._write(f"[{','.join(answers)}]")
        if self._left == 0:
            for session in self._sessions:
                session.release()
            for session in self._looked_at:
                session.tell_kept()
            for session in self._closed:
                session.let_go()


class Waiting:
    """A message of a script that waits for its turn: the ids of its requests, by their place in a batch, and how it is
    handled."""

    def __init__(self, handle: Callable[[Set[int]], None], ids: Dict[int, str], is_batch: bool) -> None:
        self.handle = handle
        self.ids = ids
        self.is_batch = is_batch
        self.cancelled: Set[int] = set()


class Wire:
    """One client. `write` is called with each outgoing message, as text."""

    def __init__(self, engine: Engine, write: Callable[[str], None]) -> None:
        self._engine = engine
        self._write = write
        self._waiting: Deque[Waiting] = collections.deque()
        self.has_ended = False
        self.exit_code = 0
        engine.settled = self.go_on
        engine.cancel_waiting = self._cancel_waiting

    def line(self, data: bytes) -> None:
        """Handles a line, without its end."""
        text = data.decode("utf-8", "surrogateescape")
        if len(data) > MOST_BYTES:
            self._now(lambda: self._refuse(text, Problem(-32600, f"longer than {MOST_BYTES} bytes"), self._write))
            return
        if not text.strip(" \t\r"):
            return
        text = text[1:] if text.startswith("\ufeff") else text
        try:
            data.decode("utf-8")
            message = value_of(text)
        except (ValueError, RecursionError) as error:
            problem = Problem(-32700, str(error))
            self._now(lambda: self._refuse(text, problem, self._write))
            return
        if self._engine.is_script and isinstance(message, dict) and message.get("method") in AHEAD:
            self._message(text.strip(" \t\r"), message)
            self.go_on()
        else:
            text = text.strip(" \t\r")
            is_batch = isinstance(message, list)
            calls = zip(split(text), message) if is_batch else [(text, message)]
            ids = {index: texts_of(part + " ").get("id") for index, (part, call) in enumerate(calls) if is_call(call)}
            requests = {index: id for index, id in ids.items() if id is not None}
            self._wait(Waiting(lambda cancelled: self._message(text, message, cancelled), requests, is_batch))

    def end(self) -> None:
        """Handles the end of the input."""

        def drain() -> None:
            self.has_ended = True
            self._engine.drain()

        self._now(drain)

    def lose(self, reason: str) -> None:
        """Handles a loss of framing: where the next message begins is unknown."""
        self._now(lambda: self._refuse("", Problem(-32700, reason), self._write))
        self.exit_code = 1
        self.end()

    @staticmethod
    def text_of(value: Any) -> str:
        """Returns a value as it is written."""
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

    def go_on(self) -> None:
        """Handles the messages that wait for everything before them to settle."""
        while self._waiting and not self._engine.is_busy():
            waiting = self._waiting.popleft()
            waiting.handle(waiting.cancelled)

    def _cancel_waiting(self, id: str) -> bool:
        for place, waiting in enumerate(self._waiting):
            for index, one in waiting.ids.items():
                if not is_same_id(one, id) or index in waiting.cancelled:
                    continue
                if waiting.is_batch:
                    waiting.cancelled.add(index)
                else:
                    del self._waiting[place]
                    self._answer(one, self._write)(Problem(-32800))
                return True
        return False

    def _now(self, handle: Callable[[], None]) -> None:
        self._wait(Waiting(lambda _: handle(), {}, False))

    def _wait(self, waiting: Waiting) -> None:
        if self._engine.is_script:
            self._waiting.append(waiting)
            self.go_on()
        else:
            waiting.handle(set())

    def _message(self, text: str, message: Any, cancelled: AbstractSet[int] = frozenset()) -> None:
        if isinstance(message, list):
            self._batch(text, message, cancelled)
        else:
            self._call(text, message, self._write)
        self._engine.flush()

    def _batch(self, text: str, messages: List[Any], cancelled: AbstractSet[int]) -> None:
        if not messages or len(messages) > MOST_CALLS:
            wrong = "an empty batch" if not messages else f"a batch has at most {MOST_CALLS} calls"
            self._refuse("", Problem(-32600, wrong), self._write)
            return
        batch = self._engine.batch = Batch(self._write, len(messages))
        for index, (part, message) in enumerate(zip(split(text), messages)):
            if index in cancelled:
                self._answer(texts_of(part + " ")["id"], batch.place(index))(Problem(-32800))
                continue
            needs_answer = not isinstance(message, dict) or "id" in message or not is_call(message)
            if needs_answer and batch.size >= MOST_ANSWERS:
                self._refuse(part, Problem(-32600, "the answers to this batch are too long"), batch.place(index))
                continue
            self._call(part, message, batch.place(index))
            if not needs_answer:
                batch.has_one_less()
        self._engine.batch = None

    def _call(self, text: str, message: Any, write: Callable[[str], None]) -> None:
        if not is_call(message):
            self._refuse(text, Problem(-32600, "no request"), write)
            return
        texts = texts_of(text.rstrip() + " ")
        id = texts.get("id")
        answer = self._answer(id, write) if id is not None else None
        params = message.get("params")
        if params is None or params == []:
            params = {}
        if isinstance(params, list):
            if answer:
                answer(Problem(-32602, "params are by name"))
            return
        raw = RawParams({name: value for name, value in params.items() if value is not None or name == "id"})
        raw.raw = texts_of(texts["params"] + " ") if params else {}
        self._engine.call(message["method"], raw, id, answer)

    def _answer(self, id: str, write: Callable[[str], None]) -> Answer:
        def answer(outcome: Union[Dict[str, Any], Problem]) -> None:
            is_problem = isinstance(outcome, Problem)
            body = outcome.members() if isinstance(outcome, Problem) else outcome
            member = "error" if is_problem else "result"
            write(f'{{"jsonrpc":"2.0","id":{id},"{member}":{self.text_of(body)}}}')

        return answer

    def _refuse(self, text: str, problem: Problem, write: Callable[[str], None]) -> None:
        id = texts_of(text.strip(" \t\r\ufeff")).get("id", "null")
        self._answer(id if is_id(id) else "null", write)(problem)


def is_id(text: str) -> bool:
    """Whether a value can be the id of a request."""
    return not text.startswith(("{", "[", "t", "f"))


def is_call(message: Any) -> bool:
    """Whether a message is a request or a notification."""
    return (
        isinstance(message, dict)
        and message.get("jsonrpc") == "2.0"
        and isinstance(message.get("method"), str)
        and isinstance(message.get("params"), (dict, list, type(None)))
        and isinstance(message.get("id"), (str, int, float, type(None)))
        and not isinstance(message.get("id"), bool)
    )
