"""A MediaWiki on loopback that answers what and when it is told to."""

import json
import queue
import select
import socket
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit


def ids(items):
    """Returns the ids that `items` stands for: a list, or "1-20" for a run."""
    if isinstance(items, str):
        first, last = items.split("-")
        return [str(number) for number in range(int(first), int(last) + 1)]
    return [str(item) for item in items]


class Question:
    """One request, as a scenario writes it, and where its answer goes."""

    def __init__(self, asked):
        self.asked = asked
        self.reply = queue.Queue()


class MediaWiki:
    """The server. `asked` receives each question as it comes, `dropped` each one that the engine cancels."""

    def __init__(self):
        self.asked = queue.Queue()
        self.dropped = queue.Queue()
        wiki = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                query = {name: values[0] for name, values in parse_qs(urlsplit(self.path).query, True).items()}
                if "pageids" in query:
                    question = Question({"detail": query["pageids"]})
                else:
                    asked = {"query": query.get("srsearch", ""), "from": int(query.get("sroffset", -1))}
                    question = Question({**asked, "size": int(query.get("srlimit", -1))})
                wiki.asked.put(question)
                reply = self.wait(question)
                if reply is None:
                    wiki.dropped.put(question)
                    self.close_connection = True
                else:
                    self.answer(reply, question.asked)

            def wait(self, question):
                """Returns the reply, or None if the other end disconnects before that."""
                while True:
                    try:
                        return question.reply.get(timeout=0.005)
                    except queue.Empty:
                        pass
                    readable, _, _ = select.select([self.connection], [], [], 0)
                    if readable and not self.connection.recv(1, socket.MSG_PEEK):
                        return None

            def answer(self, reply, asked):
                if reply.get("fail") == "cutOff":
                    self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{")
                    self.close_connection = True
                    return
                body = body_of(reply, asked)
                self.send_response(reply.get("status", 200))
                if "retryAfter" in reply:
                    self.send_header("Retry-After", str(reply["retryAfter"]))
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        class Server(ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 64

            def handle_error(self, *_):
                pass  # The engine disconnected in the middle of an answer.

        self.server = Server(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def close(self):
        """Ends the server."""
        self.server.shutdown()
        self.server.server_close()


def body_of(reply, asked):
    """Returns the body of a reply, as MediaWiki would write it."""
    if "raw" in reply:
        return reply["raw"].encode()
    if reply.get("status", 200) == 204:
        return b""
    if "status" in reply:
        return b"<!DOCTYPE html><title>Internal error</title>"
    if "error" in reply:
        return json.dumps({"error": reply["error"]}).encode()
    if "detail" in asked:
        number = asked["detail"]
        page = {"pageid": int(number)}
        page |= {"missing": ""} if reply.get("missing") else {"title": f"Page {number}", "extract": reply["text"]}
        return json.dumps({"batchcomplete": "", "query": {"pages": {number: page}}}).encode()
    found = ids(reply["items"])
    hits = [{"ns": 0, "pageid": int(number), "title": f"Page {number}", "snippet": ""} for number in found]
    info = {}
    if "total" in reply:
        info["totalhits"] = reply["total"]
    if "suggestion" in reply:
        info["suggestion"] = reply["suggestion"]
    answer = {"batchcomplete": "", "query": {"searchinfo": info, "search": hits}}
    if reply.get("next"):
        answer["continue"] = {"sroffset": asked["from"] + len(found), "continue": "-||"}
    return json.dumps(answer).encode()
