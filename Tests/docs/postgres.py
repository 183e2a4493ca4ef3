"""A PostgreSQL server for one test: Debian's programs, in a folder removed after it, reached only by a socket there."""

import contextlib
import os
import pathlib
import shutil
import subprocess
import tempfile
import time

# It ends on its own after this many seconds, whatever becomes of the test.
LIMIT = 120


def programs():
    """Returns the folder of the programs of the newest installed version; None if there is none."""
    found = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
    return found[-1] if found else None


@contextlib.contextmanager
def running():
    """Runs it; yields what its clients need in their environment."""
    # It does not run as root.
    user = {"user": "nobody", "group": "nogroup"} if os.getuid() == 0 else {}
    folder = tempfile.mkdtemp(prefix="pg", dir="/tmp")
    try:
        if user:
            shutil.chown(folder, **user)
        data = f"{folder}/data"
        options = {"cwd": folder, "stdin": subprocess.DEVNULL, **user}
        initdb = [programs() / "initdb", "--username=me", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync", data]
        subprocess.run(initdb, check=True, capture_output=True, timeout=60, **options)
        command = [programs() / "postgres", "-D", data, "-k", folder, "-F", "-c", "listen_addresses="]
        with open(f"{folder}/log", "wb") as log:
            server = subprocess.Popen(["timeout", "--signal=INT", str(LIMIT), *command], stdout=log, stderr=log, **options)
        try:
            environment = {"PGHOST": folder, "PGUSER": "me", "PGDATABASE": "postgres"}
            wait(server, environment, pathlib.Path(folder, "log"))
            yield environment
        finally:
            server.terminate()
            server.wait(60)
    finally:
        shutil.rmtree(folder)


def wait(server, environment, log):
    """Waits until it answers."""
    while subprocess.run([programs() / "pg_isready", "--quiet"], env={**os.environ, **environment}, check=False).returncode:
        if server.poll() is not None:
            raise ChildProcessError(log.read_text(errors="replace"))
        time.sleep(0.05)
