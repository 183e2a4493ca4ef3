"""The services that the tests use: what `Tests/services/run` leaves behind, and where its pictures are."""

import os
import pathlib
import signal
import subprocess
import sys
import unittest

from support import ROOT, Services, wait_until

RUN = ROOT / "Tests" / "services" / "run"


def is_alive(pid):
    """Whether a process runs; a zombie does not."""
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


class Run(unittest.TestCase):
    def test_a_signal_ends_the_command_too(self):
        for number in (signal.SIGTERM, signal.SIGHUP):
            with self.subTest(number):
                command = [sys.executable, RUN, "sh", "-c", "echo $$; exec sleep 300"]
                with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
                    child = int(process.stdout.readline())
                    try:
                        process.send_signal(number)
                        self.assertEqual(process.wait(60), 128 + number)
                        wait_until(lambda: not is_alive(child), "the end of the command")
                    finally:
                        if is_alive(child):
                            os.kill(child, signal.SIGKILL)

    def test_the_exit_status_is_that_of_the_command(self):
        for words, status in ((["true"], 0), (["sh", "-c", "exit 7"], 7), (["sh", "-c", "kill -9 $$"], 137), (["/nowhere"], 127)):
            self.assertEqual(subprocess.run([sys.executable, RUN, *words], stderr=subprocess.DEVNULL, timeout=60).returncode, status)


class Pictures(unittest.TestCase):
    def test_pictures_are_served_by_this_machine(self):
        with Services() as services:
            pictures = services.origin + "/images/"
            for article in services.qiita.articles:
                self.assertTrue(article["user"]["profile_image_url"].startswith(pictures))
            for shop in services.hotpepper.shops:
                for address in (*shop["photo"]["pc"].values(), shop["logo_image"]):
                    self.assertTrue(address.startswith(pictures), address)


if __name__ == "__main__":
    unittest.main()
