"""Drives an engine through its pipes, one JSON message a line, or each behind a `Content-Length` header."""

import itertools
import json
import os
import queue
import subprocess
import threading
import time


class Ended(Exception):
    """The engine sends nothing more."""


class Transcript:
    """What goes in and out of one process, a line each, for whoever wants to look at it later: in a new file of the
    folder $SEEKLINE_TRANSCRIPTS, if there is one."""

    numbers = itertools.count(1)

    def __init__(self):
        folder = os.environ.get("SEEKLINE_TRANSCRIPTS")
        name = f"{os.getpid()}-{next(self.numbers)}.jsonl"
        self.file = open(os.path.join(folder, name), "w", encoding="utf-8") if folder else None
        self.lock = threading.Lock()
        self.unfinished = {"in": b"", "out": b""}

    def note(self, way, data):
        """Notes bytes that went `in` or `out`."""
        if not self.file:
            return
        with self.lock:
            *lines, self.unfinished[way] = (self.unfinished[way] + data).split(b"\n")
            for line in lines:
                print(json.dumps({way: line.decode("utf-8", "replace")}), file=self.file)

    def close(self):
        """Ends it."""
        with self.lock:
            if not self.file:
                return
            for way, line in self.unfinished.items():
                if line:
                    print(json.dumps({way: line.decode("utf-8", "replace")}), file=self.file)
            self.file.close()
            self.file = None


class Frames:
    """Cuts a stream into messages: lines, or what stands behind a header each."""

    def __init__(self, has_headers):
        self.has_headers = has_headers
        self.rest = b""

    def feed(self, data):
        """The messages that have come to their ends with these bytes."""
        if not self.has_headers:
            *lines, self.rest = (self.rest + data).split(b"\n")
            return lines
        self.rest += data
        messages = []
        while (message := self._header()) is not None:
            messages.append(message)
        return messages

    def _header(self):
        header, end, rest = self.rest.partition(b"\r\n\r\n")
        length = header.lower().split(b"content-length:")[-1].split(b"\r\n")[0].strip()
        if end and length.isdigit() and len(rest) >= int(length):
            self.rest = rest[int(length):]
            return rest[:int(length)]
        return None


class Engine:
    """An engine process. Messages are read by a thread, so that waiting for one has a limit."""

    def __init__(self, command, env=None, cwd=None, stderr=subprocess.PIPE, has_headers=False):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=stderr, env=env, cwd=cwd
        )
        self.messages = queue.Queue()
        self.has_headers = has_headers
        self.sent = Frames(has_headers)
        self.text = b""
        self.log = []
        self.number = 0
        self.transcript = Transcript()
        self._threads = [threading.Thread(target=self._read, daemon=True)]
        if self.process.stderr:
            self._threads.append(threading.Thread(target=self._read_log, daemon=True))
        for thread in self._threads:
            thread.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()

    def _read(self):
        frames = Frames(self.has_headers)
        while chunk := os.read(self.process.stdout.fileno(), 1 << 16):
            messages = frames.feed(chunk)
            self._note("out", chunk, messages)
            for text in messages:
                self.messages.put((read(text), text))
        if frames.rest:
            self.messages.put(({"unfinished": frames.rest.decode("utf-8", "replace")}, frames.rest))
        self.messages.put((None, b""))

    def _note(self, way, data, messages):
        """Notes what goes one way: lines stand in a transcript as they are, and other messages as a line each."""
        lines = (text.replace(b"\n", b" ") + b"\n" for text in messages)
        self.transcript.note(way, b"".join(lines) if self.has_headers else data)

    def _read_log(self):
        for line in self.process.stderr:
            self.log.append(line.decode("utf-8", "replace").rstrip("\n"))

    def write(self, data):
        """Sends bytes as they are; answers the messages that have come to their ends with them."""
        messages = self.sent.feed(data)
        self._note("in", data, messages)
        self.process.stdin.write(data)
        self.process.stdin.flush()
        return messages

    def send(self, message):
        """Sends a message."""
        return self.send_text(json.dumps(message, ensure_ascii=False).encode())

    def send_text(self, text):
        """Sends a message that may be none."""
        return self.write(b"Content-Length: %d\r\n\r\n%s" % (len(text), text) if self.has_headers else text + b"\n")

    def notify(self, method, **params):
        """Sends a notification."""
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def request(self, method, **params):
        """Sends a request; answers its id."""
        self.number += 1
        self.send({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        return self.number

    def next(self, timeout=60):
        """The next message. Its bytes are `text` then."""
        try:
            message, self.text = self.messages.get(timeout=timeout)
        except queue.Empty:
            raise TimeoutError(f"no message within {timeout} s") from None
        if message is None:
            self.messages.put((None, b""))
            raise Ended()
        return message

    def until(self, accepts, timeout=60):
        """All messages up to the first that `accepts` likes, which is the last of them."""
        deadline = time.monotonic() + timeout
        seen = []
        while True:
            seen.append(self.next(max(0.001, deadline - time.monotonic())))
            if accepts(seen[-1]):
                return seen

    def call(self, method, timeout=60, **params):
        """Sends a request and answers its answer; what comes before it is passed over."""
        number = self.request(method, **params)
        return self.until(lambda message: message.get("id") == number, timeout)[-1]

    def settled(self, session="default", timeout=60):
        """All messages up to the one that says that `session` has settled."""

        def is_settled(message):
            params = message.get("params", {})
            return (
                message.get("method") == "loading"
                and params["session"] == session
                and not params["loading"]
                and params["pending"] is None
            )

        return self.until(is_settled, timeout)

    def end_input(self):
        """Lets the engine see the end of its input."""
        self.process.stdin.close()

    def rest(self, timeout=60):
        """Everything up to the end of the output."""
        seen = []
        try:
            while True:
                seen.append(self.next(timeout))
        except Ended:
            return seen

    def wait(self, timeout=60):
        """The exit code, once the process has ended."""
        return self.process.wait(timeout)

    def kill(self):
        """Ends the process, whatever it does."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for thread in self._threads:
            thread.join(60)
        self.transcript.close()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream:
                try:
                    stream.close()
                except BrokenPipeError:
                    pass


def read(text):
    """The message that stands in a text."""
    try:
        return json.loads(text)
    except ValueError:
        return {"unreadable": text.decode("utf-8", "replace")}
