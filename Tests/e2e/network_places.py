"""Servers at which the faults of `network_faults` happen, each with its own session of one engine."""

import json
import os
import pathlib
import socket
import ssl
import subprocess
import time
from urllib.parse import parse_qs, urlsplit

from network_faults import HEADERS, SETTINGS, found, frame, sends
from support import FOUND, Server, library, seekline

BEFORE = FOUND.replace(b'"One"', b'"Before"')


class Certificates:
    """Certificates for TLS servers. All but that of `unknown` are in `file`."""

    def __init__(self, folder):
        self.folder = folder
        self.file = os.path.join(folder, "trusted.pem")
        self.right = self._make("right", "IP:127.0.0.1")
        self.h2 = self._make("h2", "IP:127.0.0.1")
        self.h2.set_alpn_protocols(["h2", "http/1.1"])
        self.elsewhere = self._make("elsewhere", "DNS:elsewhere.test")
        self.unknown = self._make("unknown", "IP:127.0.0.1", is_trusted=False)
        self.expired = self._make("expired", "IP:127.0.0.1", ("20200101000000Z", "20200102000000Z"))

    def _make(self, name, host, dates=None, is_trusted=True):
        key, request, certificate = (os.path.join(self.folder, name + suffix) for suffix in (".key", ".csr", ".crt"))
        create = ["openssl", "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", f"/CN={name}",
                  "-addext", f"subjectAltName={host}", "-keyout", key]
        if dates:
            self._run(*create, "-out", request)
            settings = pathlib.Path(self.folder, "ca.conf")
            settings.write_text(
                f"[ca]\ndefault_ca=own\n[own]\nnew_certs_dir={self.folder}\ndatabase={self.folder}/index\nserial={self.folder}/serial\n"
                "default_md=sha256\npolicy=any\ncopy_extensions=copy\n[any]\ncommonName=supplied\n"
            )
            pathlib.Path(self.folder, "index").touch()
            pathlib.Path(self.folder, "serial").write_text("01\n")
            self._run("openssl", "ca", "-config", settings, "-batch", "-notext", "-selfsign", "-keyfile", key, "-in", request,
                      "-startdate", dates[0], "-enddate", dates[1], "-out", certificate)
        else:
            self._run(*create, "-x509", "-days", "2", "-out", certificate)
        if is_trusted:
            with open(self.file, "a", encoding="ascii") as file:
                file.write(pathlib.Path(certificate).read_text(encoding="ascii"))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        return context

    @staticmethod
    def _run(*command):
        subprocess.run(command, check=True, capture_output=True)


class NoTLS:
    """A server that does not speak TLS although it should."""

    @staticmethod
    def wrap_socket(connection, server_side):
        connection.recv(65536)
        sends(b"HTTP/1.1 400 Bad Request\r\n\r\n")(connection_of(connection))
        raise OSError("no TLS")


def connection_of(connection):
    """Returns an exchange that `sends` can write to."""
    return type("Exchange", (), {"write": connection.sendall, "close": lambda _: connection.shutdown(socket.SHUT_RDWR)})()


class Place:
    """A server at which a fault happens, and the engine's source for it. It answers correctly except while it
    `is_wrong`."""

    def __init__(self, fault, places):
        self.fault, self.places, self.is_wrong = fault, places, False
        self.server = Server(self.reply)
        self.origin = self.server.origin

    def reply(self, exchange):
        # A redirected client asks for `after`.
        query = parse_qs(urlsplit(exchange.target).query)["srsearch"][0]
        if query == "fault" and self.fault.does:
            self.fault.does(exchange)
        else:
            exchange.answer(BEFORE if query == "before" else FOUND, close=True)

    def go_wrong(self):
        pass

    def go_right(self):
        pass

    def close(self):
        self.server.__exit__()


class Closed(Place):
    """Nothing listens on its port, which no other program gets in the meantime."""

    def go_wrong(self):
        self.server.__exit__()
        self.held = socket.socket()
        self.held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.held.bind(("127.0.0.1", self.server.port))

    def go_right(self):
        self.server = Server(self.reply, port=self.server.port)
        self.held.close()


class Full(Closed):
    """It listens but accepts no connection: its backlog is full."""

    def go_wrong(self):
        super().go_wrong()
        self.listener = socket.create_server(("127.0.0.1", self.server.port), backlog=0)
        self.first = [socket.socket() for _ in range(4)]
        for one in self.first:
            one.setblocking(False)
            one.connect_ex(("127.0.0.1", self.server.port))

    def go_right(self):
        for one in [*self.first, self.listener]:
            one.close()
        super().go_right()


class Nameless(Place):
    """A server whose name is unknown until `name` is called: libcurl caches the names that it knows."""

    def __init__(self, fault, places):
        super().__init__(fault, places)
        self.origin = f"http://nowhere.test:{self.server.port}"

    def go_right(self):
        self.places.name("nowhere.test", "127.0.0.1")


class IPv6(Place):
    def __init__(self, fault, places):
        super().__init__(fault, places)
        self.server.__exit__()
        self.server = Server(self.reply, host="::1")
        self.origin = self.server.origin


class Public(Place):
    def __init__(self, fault, places):
        super().__init__(fault, places)
        self.origin = f"http://203.0.113.7:{self.server.port}"


class Secured(Place):
    def __init__(self, fault, places):
        super().__init__(fault, places)
        self.server.__exit__()
        self.server = Server(self.reply, tls=places.certificates.right)
        self.origin = self.server.origin

    def go_wrong(self):
        name = self.fault.place
        self.server.tls = NoTLS if name == "no TLS" else getattr(self.places.certificates, name)

    def go_right(self):
        self.server.tls = self.places.certificates.right


class HTTP2(Place):
    """A server that speaks HTTP/2, and gives the same answer to every request."""

    def __init__(self, fault, places):
        super().__init__(fault, places)
        self.server.__exit__()
        self.says, self.has_h2 = found, True
        self.server = Server(tls=self)
        self.origin = self.server.origin

    def go_wrong(self):
        self.says = self.fault.does

    def go_right(self):
        self.says = found

    def wrap_socket(self, connection, server_side):
        context = self.places.certificates.h2
        connection = context.wrap_socket(connection, server_side=True)
        self.has_h2 = connection.selected_alpn_protocol() == "h2"
        with connection, connection.makefile("rb") as stream:
            stream.read(24)
            connection.sendall(frame(SETTINGS))
            while header := stream.read(9):
                stream.read(int.from_bytes(header[:3], "big"))
                if header[3] == HEADERS:
                    connection.sendall(self.says(int.from_bytes(header[5:], "big")))
                elif header[3] == SETTINGS and not header[4]:
                    connection.sendall(frame(SETTINGS, flags=1))
        raise OSError("said")


class Places:
    """An engine, and a session and a server for each fault."""

    kinds = {
        "plain": Place, "closed": Closed, "full": Full, "nameless": Nameless, "ipv6": IPv6, "public": Public, "elsewhere": Secured,
        "expired": Secured, "unknown": Secured, "no TLS": Secured, "h2": HTTP2,
    }

    def __init__(self, faults, folder):
        self.folder = folder
        self.certificates = Certificates(folder)
        self.hosts = os.path.join(folder, "hosts")
        self.name("inside.test", "127.0.0.1")
        self.all = {}
        for number, fault in enumerate(faults):
            self.all[f"s{number}"] = self.kinds[fault.place](fault, self)
        sources = {
            name: {"type": "wikipedia", "endpoint": f"{place.origin}/w/api.php"} for name, place in self.all.items()
        }
        config = pathlib.Path(folder, "config.json")
        config.write_text(json.dumps({"sources": sources | {"http": {"caFile": self.certificates.file}}}))
        preloaded = {"LD_PRELOAD": library(folder, "hosts"), "SEEKLINE_TEST_HOSTS": self.hosts}
        self.engine = seekline("--config", config, "--log-level=off", env=preloaded)
        for name in self.all:
            self.engine.call("openSession", session=name, source=name)

    def name(self, name, address):
        """Gives a name to an address."""
        with open(self.hosts, "a", encoding="ascii") as hosts:
            hosts.write(f"{name} {address}\n")

    def close(self):
        self.engine.kill()
        for place in self.all.values():
            place.close()

    def search(self, query, names):
        """Has all these sessions search for the same query at once; returns what each receives in the end, an error or
        a list, and after how many seconds."""
        began, told, missing = {}, {}, set(names)
        for name in names:
            began[name] = time.monotonic()
            self.engine.notify("submit", query=query, session=name)
        while missing:
            message = self.engine.next()
            params = message["params"]
            name = params["session"]
            if message["method"] in ("error", "items"):
                told[name] = (params, time.monotonic() - began[name])
            elif not params["loading"]:
                missing.discard(name)
        return told
