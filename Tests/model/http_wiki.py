"""A MediaWiki that is asked over HTTP, each question on its own thread and connection."""

import http.client
import socket
import threading
from typing import Any, Callable, Dict, Optional, Union
from urllib.parse import urlencode, urlsplit

from mediawiki_answers import failure_of, read
from passing import pause_before
from source import Detail, Failure, Page, Work
from timeline import Timeline, Timer

LONGEST = 15  # seconds
Post = Callable[[Callable[[], None]], None]


class Exchange(Work):
    """One question, and how often it was asked. Cancelling it closes its connection."""

    def __init__(self, wiki: "HTTPWiki", asked: Dict[str, Any], query: Dict[str, Any], told: Callable[[Any], None]) -> None:
        self._wiki = wiki
        self._asked = asked
        self._query = query
        self._told = told
        self._tries = 0
        self._is_over = False
        self._socket: Optional[socket.socket] = None
        self._timer: Optional[Timer] = None
        self._ask()

    def cancel(self) -> None:
        """Cancels it."""
        self._is_over = True
        if self._timer:
            self._timer.cancel()
        if self._socket:
            try:
                self._socket.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # It is closed already.

    def _ask(self) -> None:
        self._tries += 1
        threading.Thread(target=self._talk, daemon=True).start()

    def _talk(self) -> None:
        outcome = self._exchange()
        self._wiki.post(lambda: self._finish(outcome))

    def _exchange(self) -> Union[Page, Detail, Failure]:
        origin = self._wiki.origin
        try:
            link = socket.create_connection((self._wiki.host, self._wiki.port), timeout=LONGEST)
        except OSError:
            return Failure("offline", f"{origin} cannot be reached", "wikipedia", True)
        self._socket = link
        if self._is_over:
            self.cancel()
        connection = http.client.HTTPConnection(self._wiki.host, self._wiki.port)
        connection.sock = link
        try:
            connection.request("GET", f"{self._wiki.path}?{urlencode(self._query)}", headers={"Connection": "close"})
            response = connection.getresponse()
            body = response.read()
        except socket.timeout:
            return Failure("timeout", f"{origin} did not answer in {LONGEST} s", "wikipedia", True)
        except (OSError, http.client.HTTPException):
            return Failure("http", f"{origin} broke off", "wikipedia", True)
        finally:
            connection.close()
        wait = response.headers.get("Retry-After", "")
        after = int(wait) * 1000 if wait.isascii() and wait.isdigit() else None
        if response.status != 200:
            return failure_of(origin, response.status, after)
        return read(origin, self._asked, body, after)

    def _finish(self, outcome: Union[Page, Detail, Failure]) -> None:
        if self._is_over:
            return
        failed = isinstance(outcome, Failure) and self._wiki.repeats
        pause = pause_before(self._tries, outcome) if failed and isinstance(outcome, Failure) else None
        if pause is not None:
            self._timer = self._wiki.timeline.after(pause, self._ask)
            return
        self._is_over = True
        self._told(outcome)


class HTTPWiki:
    """The source. `post` passes a thread's results back to the loop."""

    name = "wikipedia"
    is_local = False
    is_filled = False
    is_of_several = False
    heeds_submit = False

    def __init__(self, endpoint: str, timeline: Timeline, post: Post) -> None:
        url = urlsplit(endpoint)
        self.host, self.port, self.path = url.hostname or "", url.port or 80, url.path
        self.origin = f"{url.scheme}://{url.netloc}"
        self.timeline = timeline
        self.post = post
        self.repeats = True

    def description(self) -> Dict[str, Any]:
        """Returns the entry in `listSources`."""
        return {"name": self.name, "title": "Wikipedia", "description": "A MediaWiki.", "configured": True}

    def page(
        self, query: str, cursor: int, size: int, told: Callable[[Union[Page, Failure]], None],
        is_submitted: bool = False,
    ) -> Work:
        """Asks for a page."""
        wanted = {"action": "query", "list": "search", "format": "json"}
        return Exchange(self, {}, {**wanted, "srsearch": query, "sroffset": cursor, "srlimit": size}, told)

    def detail(self, id: str, told: Callable[[Union[Detail, Failure]], None]) -> Union[Work, Failure]:
        """Asks for a page's text."""
        if not (id.isascii() and id.isdigit()):
            return Failure("source", f"{id} is no number of a page", self.name, is_missing=True)
        wanted = {"action": "query", "prop": "extracts", "format": "json"}
        return Exchange(self, {"detail": id}, {**wanted, "pageids": id}, told)

    def perform(self, id: str, action: str, told: Callable[[Union[Detail, Failure]], None]) -> Failure:
        """Its items have no actions."""
        return Failure("source", f"{self.name} has no action", self.name)

    def end_of_input(self) -> None:
        """Stops retrying failed requests."""
        self.repeats = False
