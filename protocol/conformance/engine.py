"""Drives an engine through its pipes, one JSON message per line, or each after a `Content-Length` header."""

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
    """Records the messages to and from one process, one per line, to be checked later: in a new file in the folder
    $SEEKLINE_TRANSCRIPTS, if that is set."""

    numbers = itertools.count(1)

    def __init__(self):
        folder = os.environ.get("SEEKLINE_TRANSCRIPTS")
        name = f"{os.getpid()}-{next(self.numbers)}.jsonl"
        self.file = open(os.path.join(folder, name), "w", encoding="utf-8") if folder else None
        self.lock = threading.Lock()
        self.unfinished = {"in": b"", "out": b""}

    def note(self, way, data):
        """Records bytes that went `in` or `out`."""
        if not self.file:
            return
        with self.lock:
            *lines, self.unfinished[way] = (self.unfinished[way] + data).split(b"\n")
            for line in lines:
                print(json.dumps({way: line.decode("utf-8", "replace")}), file=self.file)

    def close(self):
        """Closes the file."""
        with self.lock:
            if not self.file:
                return
            for way, line in self.unfinished.items():
                if line:
                    print(json.dumps({way: line.decode("utf-8", "replace")}), file=self.file)
            self.file.close()
            self.file = None


class Frames:
    """Cuts a stream into messages: lines, or bodies that each follow a header."""

    def __init__(self, has_headers):
        self.has_headers = has_headers
        self.rest = b""

    def feed(self, data):
        """Returns the messages that these bytes complete."""
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
    """An engine process. A thread reads messages, so that waiting for one can time out."""

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
        """Records what goes one way: lines as they are, messages with headers as one line each."""
        lines = (text.replace(b"\n", b" ") + b"\n" for text in messages)
        self.transcript.note(way, b"".join(lines) if self.has_headers else data)

    def _read_log(self):
        for line in self.process.stderr:
            self.log.append(line.decode("utf-8", "replace").rstrip("\n"))

    def write(self, data):
        """Sends bytes as they are; returns the messages that they complete."""
        messages = self.sent.feed(data)
        self._note("in", data, messages)
        self.process.stdin.write(data)
        self.process.stdin.flush()
        return messages

    def send(self, message):
        """Sends a message."""
        return self.send_text(json.dumps(message, ensure_ascii=False).encode())

    def send_text(self, text):
        """Sends text that need not be a message."""
        return self.write(b"Content-Length: %d\r\n\r\n%s" % (len(text), text) if self.has_headers else text + b"\n")

    def notify(self, method, **params):
        """Sends a notification."""
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def request(self, method, **params):
        """Sends a request; returns its id."""
        self.number += 1
        self.send({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        return self.number

    def next(self, timeout=60):
        """Returns the next message, and stores its bytes in `text`."""
        try:
            message, self.text = self.messages.get(timeout=timeout)
        except queue.Empty:
            raise TimeoutError(f"no message within {timeout} s") from None
        if message is None:
            self.messages.put((None, b""))
            raise Ended()
        return message

    def until(self, accepts, timeout=60):
        """Returns all messages up to and including the first for which `accepts` is true."""
        deadline = time.monotonic() + timeout
        seen = []
        while True:
            seen.append(self.next(max(0.001, deadline - time.monotonic())))
            if accepts(seen[-1]):
                return seen

    def call(self, method, timeout=60, **params):
        """Sends a request and returns its answer; skips what comes before it."""
        number = self.request(method, **params)
        return self.until(lambda message: message.get("id") == number, timeout)[-1]

    def settled(self, session="default", timeout=60):
        """Returns all messages up to the one that says that `session` has settled."""

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
        """Closes the engine's input."""
        self.process.stdin.close()

    def rest(self, timeout=60):
        """Returns everything up to the end of the output."""
        seen = []
        try:
            while True:
                seen.append(self.next(timeout))
        except Ended:
            return seen

    def wait(self, timeout=60):
        """Waits for the process to end; returns its exit code."""
        return self.process.wait(timeout)

    def kill(self):
        """Kills the process if it is still running, and closes its streams."""
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
    """Parses a message."""
    try:
        return json.loads(text)
    except ValueError:
        return {"unreadable": text.decode("utf-8", "replace")}
