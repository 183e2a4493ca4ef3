"""Input in all framings: split, joined, wrong, huge, cut off. The process stays up and says what was wrong."""

import contextlib
import json
import os
import re
import socket
import struct
import subprocess
import unittest

from support import BINARY, Server, Turns, best, line, note, run, seekline

GOOD = b'{"jsonrpc":"2.0","id":"good","method":"listSources"}\n'


class BadInput(unittest.TestCase):
    def check(self, data, code, message, identifier=None):
        """`data` is answered with this error, and the next good line works."""
        with seekline() as engine:
            engine.write(data)
            answer = engine.next()
            self.assertEqual(answer["error"]["code"], code, answer)
            self.assertRegex(answer["error"]["message"], message)
            self.assertEqual(answer["id"], identifier)
            engine.write(GOOD)
            self.assertEqual(engine.next()["id"], "good")
            engine.end_input()
            self.assertEqual(engine.rest(), [])
            self.assertEqual(engine.wait(), 0)

    def test_a_line_that_is_not_json_is_an_error(self):
        self.check(b"hello\n", -32700, "^Parse error: found `h` where a JSON value should stand at byte 0$")

    def test_a_trailing_comma_is_an_error(self):
        self.check(b'{"jsonrpc":"2.0","id":4,}\n', -32700, "^Parse error: .* a member's name in quotes", 4)

    def test_wrong_types_are_errors(self):
        self.check(
            b'{"jsonrpc":"2.0","id":1,"method":"setQuery","params":{"query":5}}\n',
            -32602, "^Invalid params: `query` must be a string, not 5$", 1,
        )
        self.check(
            b'{"jsonrpc":"2.0","id":1,"method":["setQuery"]}\n',
            -32600, "^Invalid Request: `method` must be a string, not an array$", 1,
        )

    def test_an_unknown_method_is_an_error(self):
        self.check(b'{"jsonrpc":"2.0","id":1,"method":"fly"}\n', -32601, '^Method not found: "fly"', 1)

    def test_an_unknown_session_is_an_error(self):
        self.check(
            b'{"jsonrpc":"2.0","id":1,"method":"getState","params":{"session":"x"}}\n',
            -32001, '^Unknown session: "x" is not open', 1,
        )

    def test_a_line_of_2_mib_is_skipped_with_an_error(self):
        line = b'{"jsonrpc":"2.0","id":8,"method":"setQuery","params":{"query":"' + b"x" * (2 << 20) + b'"}}\n'
        self.check(line, -32600, "^Invalid Request: the message is longer than 1048576 bytes, and was skipped", 8)

    def test_a_line_of_exactly_1_mib_is_accepted(self):
        line = b'{"jsonrpc":"2.0","id":8,"method":"listSources","params":{"x":"'
        line += b"x" * ((1 << 20) - len(line) - 3) + b'"}}\n'
        self.assertEqual(len(line), (1 << 20) + 1)
        with seekline() as engine:
            engine.write(line)
            self.assertIn("result", engine.next())

    def test_nesting_200_levels_deep_is_an_error(self):
        line = b'{"jsonrpc":"2.0","id":8,"method":"setQuery","params":' + b"[" * 200 + b"]" * 200 + b"}\n"
        self.check(line, -32700, "^Parse error: nested deeper than 128", 8)

    def test_invalid_utf_8_is_an_error(self):
        line = b'{"jsonrpc":"2.0","id":8,"method":"setQuery","params":{"query":"\xff"}}\n'
        self.check(line, -32700, "^Parse error: a string holds bytes that are not UTF-8 .* at byte 63$", 8)

    def test_nul_bytes_are_an_error(self):
        self.check(b"\0\0\0\n", -32700, "^Parse error: found byte 0x0")

    def test_half_a_line_at_the_end_of_the_input_is_an_error(self):
        with seekline() as engine:
            engine.write(GOOD + b'{"jsonrpc":"2.0","id":2,"met')
            engine.end_input()
            first, second = engine.rest()
            self.assertEqual((first["id"], second["id"]), ("good", 2))
            self.assertEqual(second["error"]["code"], -32700)
            self.assertEqual(engine.wait(), 0)

    def test_a_last_line_without_a_line_end_counts(self):
        with seekline() as engine:
            engine.write(GOOD.rstrip())
            engine.end_input()
            self.assertEqual([message["id"] for message in engine.rest()], ["good"])

    def test_an_empty_input_is_a_silent_exit_with_code_0(self):
        with seekline() as engine:
            engine.end_input()
            self.assertEqual((engine.rest(), engine.wait()), ([], 0))

    def test_an_unknown_id_is_reported_in_a_single_short_line(self):
        with seekline() as engine:
            for params in {"method": "openDetail"}, {"method": "perform", "action": "end"}:
                error = engine.call(**params, id="a\nb" * 100_000)["error"]
                self.assertEqual(error["code"], -32003)
                self.assertLess(len(error["message"].encode()), 4200)
                self.assertNotIn("\n", error["message"])

    def test_a_thousand_bad_lines_get_a_thousand_answers(self):
        with seekline() as engine:
            engine.write(b"{\n" * 1000 + GOOD)
            answers = engine.until(lambda message: message["id"] == "good")
            self.assertEqual(len(answers), 1001)

    def test_a_flood_of_lines_does_not_monopolize_the_loop(self):
        """All that had been read at once used to be answered in one go: 0.1 s for 30,000 one-letter lines."""

        def longest():
            turns = Turns(self)
            with seekline(env=turns.environment) as engine:
                engine.write(b"x\n" * 60_000)
                engine.call("getState")
            return turns.longest

        # A turn of 256 lines takes a fiftieth of that.
        self.assertLess(best(longest, 50), 50)

    def test_control_characters_do_not_reach_a_terminal_through_the_log(self):
        with seekline() as engine:
            engine.write('{"jsonrpc":"2.0","method":"\\u001b[2Jx","params":{}}\n'.encode() + GOOD)
            engine.next()
            engine.end_input()
            engine.wait()
            engine.kill()
            self.assertNotIn("\x1b", "".join(engine.log))
            self.assertIn("[2Jx", "".join(engine.log))


@contextlib.contextmanager
def loopback():
    """Yields two sockets whose datagrams go to each other: an input that can fail once the other end is closed."""
    with socket.socket(type=socket.SOCK_DGRAM) as ours, socket.socket(type=socket.SOCK_DGRAM) as theirs:
        ours.bind(("127.0.0.1", 0))
        theirs.bind(("127.0.0.1", 0))
        ours.connect(theirs.getsockname())
        theirs.connect(ours.getsockname())
        yield ours, theirs


class Unreadable(unittest.TestCase):
    """An input that cannot be read is not an ordinary end of input: what was to come is missing."""

    def check(self, descriptor, reason):
        done = subprocess.run([BINARY], stdin=descriptor, capture_output=True, timeout=60)
        self.assertEqual((done.returncode, done.stdout), (1, b""))
        self.assertEqual(done.stderr.decode(), f"seekline: error: standard input: {reason}\n")

    def test_a_folder_as_input_is_an_error(self):
        folder = os.open("/", os.O_RDONLY)
        try:
            self.check(folder, "Is a directory")
        finally:
            os.close(folder)

    def test_an_input_opened_only_for_writing_is_an_error(self):
        with open("/dev/null", "wb") as file:
            self.check(file, "Bad file descriptor")

    def test_requests_read_before_the_input_fails_are_drained(self):
        with Server() as server, loopback() as (ours, theirs):
            engine = subprocess.Popen(
                [BINARY, *server.settings], stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            try:
                ours.send(line("openDetail", 7, id="1"))
                exchange = server.next()
                # There is no receiver for the datagram any more, which the next read reports as an error.
                ours.close()
                theirs.send(b"to nobody")
                self.assertEqual(engine.stderr.readline(), b"seekline: error: standard input: Connection refused\n")
                exchange.answer(b'{"query":{"pages":[{"pageid":1,"title":"One","extract":"All"}]}}', close=True)
                told, _ = engine.communicate(timeout=60)
                self.assertIn(b'"text":"All"', told)
                self.assertEqual(engine.returncode, 1)
            finally:
                engine.kill()
                engine.communicate()

    def test_a_connection_reset_by_the_client_is_an_ordinary_end(self):
        with socket.create_server(("127.0.0.1", 0)) as listening:
            ours = socket.create_connection(listening.getsockname())
            theirs, _ = listening.accept()
        # With this option, closing resets the connection instead of ending it properly.
        ours.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        ours.close()
        with theirs:
            done = subprocess.run([BINARY], stdin=theirs, capture_output=True, timeout=60)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, b"", b""))


class Framing(unittest.TestCase):
    MESSAGES = [
        {"jsonrpc": "2.0", "id": number, "method": "listSources", "params": {"x": "é→😀\u2028" * number}}
        for number in range(1, 5)
    ]

    def test_messages_may_arrive_one_byte_at_a_time(self):
        with seekline() as engine:
            for message in self.MESSAGES:
                for byte in json.dumps(message, ensure_ascii=False).encode() + b"\r\n":
                    engine.write(bytes([byte]))
                self.assertEqual(engine.next()["id"], message["id"])

    def test_blank_lines_a_byte_order_mark_and_joined_lines_are_accepted(self):
        text = "\ufeff" + "\n\r\n \t\n".join(json.dumps(message) for message in self.MESSAGES) + "\n"
        with seekline() as engine:
            engine.write(text.encode())
            self.assertEqual([engine.next()["id"] for _ in self.MESSAGES], [1, 2, 3, 4])

    @staticmethod
    def framed(message):
        body = json.dumps(message, ensure_ascii=False).encode()
        return b"Content-Length: %d\r\n\r\n" % len(body) + body

    @staticmethod
    def frames(data):
        """Returns the messages in a stream of frames."""
        messages = []
        while data:
            header, data = data.split(b"\r\n\r\n", 1)
            name, length = header.split(b": ")
            assert name == b"Content-Length", header
            messages.append(json.loads(data[: int(length)]))
            data = data[int(length) :]
        return messages

    def talk(self, data, *arguments):
        """Returns everything that is answered to `data`, and the exit code."""
        done = run(*arguments, stdin=data)
        if done.stdout.startswith(b"Content-Length"):
            note(self.lines(data), self.lines(done.stdout))
        return done.stdout, done.returncode

    @staticmethod
    def lines(stream):
        """Returns the bodies of frames, a line each; what cannot be read is skipped."""
        bodies = [
            stream[header.end() :][: int(header[1])] for header in re.finditer(rb"(?i)content-length: (\d+)\r\n\r\n", stream)
        ]
        return b"".join(body.strip() + b"\n" for body in bodies)

    def test_content_length_framing_is_detected_and_used_both_ways(self):
        stream = b"".join(self.framed(message) for message in self.MESSAGES)
        stream += self.framed({"jsonrpc": "2.0", "method": "setQuery", "params": {"query": "snowman"}})
        output, code = self.talk(stream)
        messages = self.frames(output)
        self.assertEqual([message["id"] for message in messages[:4]], [1, 2, 3, 4])
        self.assertIn("☃", [item["insert"] for item in messages[-2]["params"]["items"]])
        self.assertEqual(code, 0)

    def test_content_length_framing_can_be_requested(self):
        output, _ = self.talk(b"content-length: 2\r\n\r\n{}", "--framing", "content-length")
        self.assertEqual(self.frames(output)[0]["error"]["code"], -32600)

    def test_line_framing_can_be_requested(self):
        output, code = self.talk(b"Content-Length: 2\n" + GOOD, "--framing=lines")
        errors = [json.loads(line).get("error", {}).get("code") for line in output.splitlines()]
        self.assertEqual((errors, code), ([-32700, None], 0))

    def test_an_unreadable_header_is_answered_and_ends_with_code_1(self):
        output, code = self.talk(self.framed(self.MESSAGES[0]) + b"Content-Length: x\r\n\r\n" + GOOD)
        first, second = self.frames(output)
        self.assertEqual((first["id"], second["id"], second["error"]["code"]), (1, None, -32700))
        self.assertEqual(second["error"]["message"], "Parse error: Content-Length must be a number of bytes, not `x`")
        self.assertEqual(code, 1)

    def test_a_body_that_is_too_long_is_skipped_with_an_error(self):
        output, code = self.talk(b"Content-Length: 2097152\r\n\r\n" + b" " * 2097152 + self.framed(self.MESSAGES[0]))
        first, second = self.frames(output)
        self.assertEqual((first["error"]["code"], second["id"], code), (-32600, 1, 0))


if __name__ == "__main__":
    unittest.main()
