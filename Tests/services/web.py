"""A web server that does what it is told to, including what no server should do."""

import contextlib
import queue
import socket
import threading
import time


class Exchange:
    """One request that a server has read, and the connection to answer on."""

    def __init__(self, connection, head):
        self.connection = connection
        request, *lines = head.decode().split("\r\n")
        self.method, self.target, _ = request.split(" ")
        self.headers = {name.lower(): value.strip() for name, value in (line.split(":", 1) for line in lines if line)}
        self.body = b""

    def write(self, data):
        """Sends bytes as they are; it is not an error if the client has disconnected."""
        try:
            self.connection.sendall(data)
        except OSError:
            pass

    def answer(self, body=b"", status=200, headers=(), close=False):
        """Sends a whole answer."""
        lines = [f"HTTP/1.1 {status} X", f"Content-Length: {len(body)}", *headers]
        if close:
            lines.append("Connection: close")
        self.write("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
        if close:
            self.close()

    def close(self):
        """Ends the connection."""
        try:
            self.connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.connection.close()

    def wait_for_end(self, timeout=60):
        """Waits until the other end closes the connection; returns when that was."""
        self.connection.settimeout(timeout)
        try:
            while self.connection.recv(4096):
                pass
        except ConnectionResetError:
            pass
        return time.monotonic()


class Server:
    """A web server on loopback. Each request waits in `exchanges` until the test answers it, or is passed to
    `reply`."""

    def __init__(self, reply=None, tls=None, host="127.0.0.1", port=0):
        self.exchanges = queue.Queue()
        self.reply = reply
        self.tls = tls
        self.connections = 0
        # Connections that may be open. Only the thread that serves one closes it: after that, its descriptor may be
        # another file's, and whoever still used it would write there.
        self._open = set()
        self._handed = []
        self._closing = threading.Lock()
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self.listener = socket.create_server((host, port), family=family, backlog=128)
        self.port = self.listener.getsockname()[1]
        self.origin = f"{'https' if tls else 'http'}://{f'[{host}]' if ':' in host else host}:{self.port}"
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        # A thread is blocked in `accept`: closing alone would leave the port open until the next connection.
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        with self._closing:
            for connection in self._open:
                with contextlib.suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)
        for exchange in self._handed:
            exchange.connection.close()

    def _accept(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            self.connections += 1
            with self._closing:
                self._open.add(connection)
            threading.Thread(target=self._begin, args=[connection], daemon=True).start()

    def _begin(self, connection):
        if self.tls:
            plain = connection
            try:
                connection = self.tls.wrap_socket(plain, server_side=True)
            except OSError:
                return self._end(plain)
            with self._closing:
                self._open.remove(plain)
                self._open.add(connection)
        if not self._serve(connection):
            self._end(connection)

    def _end(self, connection):
        with self._closing:
            self._open.remove(connection)
            connection.close()

    def _serve(self, connection):
        """Reads requests and passes them on; returns whether the test owns the connection now."""
        try:
            pending = b""
            while True:
                while b"\r\n\r\n" not in pending:
                    chunk = connection.recv(65536)
                    if not chunk:
                        return False
                    pending += chunk
                head, pending = pending.split(b"\r\n\r\n", 1)
                exchange = Exchange(connection, head)
                length = int(exchange.headers.get("content-length", 0))
                while len(pending) < length:
                    chunk = connection.recv(65536)
                    if not chunk:
                        return False
                    pending += chunk
                exchange.body, pending = pending[:length], pending[length:]
                if self.reply is None:
                    self._handed.append(exchange)
                    self.exchanges.put(exchange)
                    return True
                self.reply(exchange)
        except OSError:
            return False

    def next(self, timeout=60):
        """Returns the next request."""
        return self.exchanges.get(timeout=timeout)
