"""The example providers, each in the folder that its recorded session needs."""

import contextlib
import json
import os
import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROVIDERS = ROOT / "protocol" / "providers"
EXAMPLES = PROVIDERS / "examples"
SESSIONS = PROVIDERS / "sessions"


@contextlib.contextmanager
def prepared(header):
    """Yields the command of a session's provider, and how to start it: in its own folder, which is also the home
    folder.

    Members of a header: `run`, the provider and its arguments; `files`, what is in the folder; `shell`, what was run
    there.
    """
    with tempfile.TemporaryDirectory() as folder:
        home = pathlib.Path(folder)
        for name, text in header["files"].items():
            (home / name).parent.mkdir(parents=True, exist_ok=True)
            (home / name).write_text(text, encoding="utf-8")
            os.utime(home / name, (0, 0))
        who = {f"GIT_{role}_{part}": value for role in ("AUTHOR", "COMMITTER")
               for part, value in (("NAME", "Ann"), ("EMAIL", "ann@example.org"), ("DATE", "2026-01-02T03:04:05+0000"))}
        library = ROOT / "clients" / "python" / "src"
        environment = {**os.environ, **who, "HOME": folder, "GIT_CONFIG_NOSYSTEM": "1", "XDG_CONFIG_HOME": folder,
                       "PYTHONPATH": str(library), "PYTHONDONTWRITEBYTECODE": "1"}
        subprocess.run(["sh", "-euc", header.get("shell", ":")], cwd=folder, env=environment, check=True, timeout=60)
        program, *arguments = header["run"]
        yield [str(EXAMPLES / program), *arguments], {"cwd": folder, "env": environment}


def header_of(path):
    """Returns the first line of a session."""
    return json.loads(path.read_text(encoding="utf-8").splitlines()[0])
