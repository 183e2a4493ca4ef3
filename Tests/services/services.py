"""The five services, imitated by one web server on loopback. They can be slow, hang, disconnect and lie."""

import collections
import contextlib
import json
import os
import pathlib
import tempfile
import threading
import time
from urllib.parse import parse_qsl, unquote, urlsplit

from firestore import Firestore
from hotpepper import HotPepper
from qiita import Qiita
from service import Answer
from web import Server
from wiki import Wiki
from yahoo import Images, Yahoo

FAULTS = ["slow", "hang", "hold", "cut", "lie", "status", "body", "kind"]


class Request:
    """One request, as a service sees it."""

    def __init__(self, exchange):
        url = urlsplit(exchange.target)
        self.target = exchange.target
        self.path = unquote(url.path)
        self.query = dict(parse_qsl(url.query, keep_blank_values=True))
        self.headers = exchange.headers


class Services:
    """All services. `log` has (service, request) for each request so far."""

    def __init__(self):
        self.web = Server(self._reply)
        self.origin = self.web.origin
        pictures = self.origin + Images.path
        self.wikipedia = Wiki()
        self.qiita = Qiita(pictures)
        self.hotpepper = HotPepper(pictures)
        self.yahoo = Yahoo(pictures)
        self.firestore = Firestore()
        self.by_name = {
            "wikipedia": self.wikipedia, "qiita": self.qiita, "hotpepper": self.hotpepper, "yahoo-images": self.yahoo,
            "account-id": self.firestore, "images": Images(),
        }
        self.log = []
        self.log_grew = threading.Condition()
        self.faults = collections.defaultdict(collections.deque)
        self.gates = collections.defaultdict(threading.Event)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.web.__exit__()

    @property
    def config(self):
        """The contents of a configuration file for the engine."""
        return {
            "sources": {
                "wikipedia": {"endpoint": self.origin + Wiki.path, "concurrency": 4},
                "qiita": {"endpoint": self.origin},
                "hotpepper": {"endpoint": self.origin + HotPepper.path, "key": HotPepper.key},
                "yahoo-images": {"endpoint": self.origin + Yahoo.path, "imagePrefix": self.yahoo.prefix},
                "account-id": {"project": Firestore.project, "emulator": self.origin.removeprefix("http://")},
                # Answers time out only when a test makes them, however slow the machine is.
                "http": {"contact": "mailto:you@example.org", "timeoutMs": 600_000},
            }
        }

    @contextlib.contextmanager
    def environment(self, sources=None):
        """Yields an environment in which the engine finds the services without any flag; `sources` is added to their
        configuration, and overrides it."""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "seekline", "config.json")
            path.parent.mkdir()
            config = {"sources": {**self.config["sources"], **(sources or {})}}
            path.write_text(json.dumps(config, indent=4) + "\n")
            yield {**os.environ, "XDG_CONFIG_HOME": folder, "SEEKLINE_SERVICES": self.origin}

    def fail(self, service, times=1, **fault):
        """Makes the next requests to `service` go wrong: be `slow` or `hang` for this many seconds, `hold` the answer
        until it is released, `cut` it off in the middle, `lie` about its length, or have another `status`, `body` or
        `kind` of body."""
        if service not in self.by_name or not fault or not set(fault) <= set(FAULTS):
            raise ValueError(f"service must be one of {', '.join(self.by_name)}; a fault is one of {', '.join(FAULTS)}")
        self.faults[service].extend([fault] * times)

    def release(self, service):
        """Releases the answers that `service` holds, and those that it would still hold."""
        if service not in self.by_name:
            raise ValueError(f"release must be one of {', '.join(self.by_name)}")
        with self.log_grew:
            self.faults[service] = collections.deque(fault for fault in self.faults[service] if "hold" not in fault)
            self.gates.pop(service, threading.Event()).set()

    def requests(self, service, count=None, timeout=60):
        """Returns the requests to a service so far; with `count`, waits until there are that many."""
        def found():
            return [request for name, request in self.log if name == service]

        with self.log_grew:
            if count is not None and not self.log_grew.wait_for(lambda: len(found()) >= count, timeout):
                raise TimeoutError(f"{len(found())} requests to {service}, not {count}")
            return found()

    # MARK: Answering

    def _reply(self, exchange):
        request = Request(exchange)
        if request.path == "/control":
            return self._send(exchange, self._control(request.query))
        names = [name for name, service in self.by_name.items() if request.path.startswith(service.path)]
        if not names:
            return self._send(exchange, Answer({"error": f"nothing is at {request.path}"}, 404))
        with self.log_grew:
            self.log.append((names[0], request))
            fault = self.faults[names[0]].popleft() if self.faults[names[0]] else {}
            gate = self.gates[names[0]]
            self.log_grew.notify_all()
        if "hang" in fault:
            return exchange.wait_for_end(float(fault["hang"]) or 60)
        time.sleep(float(fault.get("slow", 0)))
        if "hold" in fault:
            gate.wait()
        with self.log_grew:
            answer = self.by_name[names[0]].answer(request)
        answer.status = int(fault.get("status", answer.status))
        if "body" in fault:
            answer.body = fault["body"].encode()
        if "kind" in fault:
            answer.headers[0] = f"Content-Type: {fault['kind']}"
        if "lie" in fault or "cut" in fault:
            length = len(answer.body) * (2 if "lie" in fault else 1)
            sent = answer.body if "lie" in fault else answer.body[:len(answer.body) // 2]
            exchange.write(f"HTTP/1.1 {answer.status} X\r\nContent-Length: {length}\r\n\r\n".encode() + sent)
            return exchange.close()
        return self._send(exchange, answer)

    @staticmethod
    def _send(exchange, answer):
        exchange.answer(answer.body, answer.status, answer.headers)

    def _control(self, query):
        """Handles `/control?service=qiita&slow=0.5&times=3`, `/control?service=qiita&hold=1`, `/control?release=qiita`,
        `/control?publish=2` and `/control`; returns the requests so far."""
        query = dict(query)
        try:
            if "publish" in query:
                self.qiita.publish(int(query.pop("publish")))
            if "release" in query:
                self.release(query.pop("release"))
            if "service" in query:
                self.fail(query.pop("service"), int(query.pop("times", 1)), **query)
        except (TypeError, ValueError) as error:
            return Answer({"error": str(error)}, 400)
        with self.log_grew:
            return Answer([[name, request.target] for name, request in self.log])
