"""Who is let in: the right host, a page of the right origin, and a token."""

import hmac
import ipaddress
import re
from urllib.parse import urlsplit

from yarl import URL

PORTS = {"http": 80, "https": 443}
# The last part is no number: then it would be an address.
NAME = re.compile(r"([a-z0-9_-]+\.)*[0-9]*[a-z_-][a-z0-9_-]*\.?")


def is_loopback(host):
    """Whether only this machine can reach `host`."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def origin_of(text):
    """Returns an origin as browsers write it, `https://example.org:8443`; raises ValueError if `text` is not one."""
    try:
        url = urlsplit(text)
        # In a name, other letters than ASCII's are encoded.
        host, port = URL(text).raw_host, url.port
        if url.scheme not in PORTS or not host or text != f"{url.scheme}://{url.netloc}" or "@" in url.netloc:
            raise ValueError("there is more or less than a scheme, a host and a port")
        if not NAME.fullmatch(host):
            host = str(ipaddress.ip_address(host))
    except ValueError as error:
        raise ValueError(text) from error
    origin = f"{url.scheme}://[{host}]" if ":" in host else f"{url.scheme}://{host}"
    return origin if port in (None, PORTS[url.scheme]) else f"{origin}:{port}"


class Gate:
    """Says whether a request may have a session.

    A page of any other site can make a browser send requests here. It cannot choose their Origin, and does not know the
    token. A site whose name comes to resolve to 127.0.0.1 (DNS rebinding) has an Origin like ours, but not our host.
    """

    def __init__(self, host, token, origins=()):
        self.token = token
        self.origins = [origin_of(origin) for origin in origins]
        self._is_local = is_loopback(host)

    def admits_host(self, request):
        """Whether the request is addressed to us by a name that is ours."""
        if not self._is_local:
            return True
        hosts = [urlsplit(origin).netloc for origin in self.origins]
        name, _, port = request.host.rpartition(":") if not request.host.endswith("]") else (request.host, "", "")
        return is_loopback(name if name and port.isdigit() else request.host) or request.host.lower() in hosts

    def admits_origin(self, request):
        """Whether the request comes from our page, or from an origin that was allowed."""
        origin = request.headers.get("Origin", "").lower()
        return origin in self.origins or origin in (f"http://{request.host.lower()}", f"https://{request.host.lower()}")

    def admits_token(self, request):
        """Whether the request has the token; takes as long for a near miss as for a far one."""
        return hmac.compare_digest(request.query.get("token", "").encode("utf-8", "surrogatepass"), self.token.encode())
