"""The programs that seekline is compared with, and how they are built; those that cannot be built are left out."""

import functools
import os
import pathlib
import shutil
import subprocess
import sys

BENCH = pathlib.Path(__file__).resolve().parents[1]
ROOT = BENCH.parents[1]
PEERS = BENCH / "peers"
SCRATCH = ROOT / ".build-bench"


def compiled(source, *flags):
    """Compiles a C program; returns its path, or None if its headers or libraries are missing."""
    program = SCRATCH / source.stem
    SCRATCH.mkdir(exist_ok=True)
    built = subprocess.run(["cc", "-O2", "-Wall", "-Wextra", source, *flags, "-o", program])
    return program if built.returncode == 0 else None


def server():
    """Builds the web server on loopback."""
    return compiled(BENCH / "server.c", "-pthread")


def libcurl():
    """libcurl only: a line in, a GET, a line out."""
    targets = [ROOT / "Sources" / target for target in ("CCurl", "CPlatform")]
    includes = [f"-I{target / 'include'}" for target in targets]
    return compiled(PEERS / "curl.c", *includes, *(source for target in targets for source in target.glob("*.c")), "-ldl")


def libxml2():
    """libxml2's SAX parser; None without its headers (Debian's libxml2-dev)."""
    if not shutil.which("xml2-config"):
        return None
    flags = subprocess.run(["xml2-config", "--cflags"], capture_output=True, text=True, check=True).stdout.split()
    return compiled(PEERS / "libxml2.c", *flags, "-lxml2")


def serde_json():
    """Rust's serde_json; None without cargo or Debian's librust-serde-json-dev."""
    if not shutil.which("cargo") or not list(pathlib.Path("/usr/share/cargo/registry").glob("serde_json-*")):
        return None
    # Built from a copy: cargo writes next to what it builds.
    folder = SCRATCH / "serde_json"
    shutil.copytree(PEERS / "serde_json", folder, dirs_exist_ok=True)
    built = subprocess.run(["cargo", "build", "--quiet", "--release", "--offline"], cwd=folder)
    return folder / "target" / "release" / "seekline-bench-serde-json" if built.returncode == 0 else None


def part(product):
    """Builds and strips a program that has only some of seekline's libraries; returns its path."""
    # Built in the same way as seekline itself, so that what they share is not rebuilt.
    command = ["swift", "build", "--quiet", "-c", "release", "--static-swift-stdlib", "--package-path", ROOT]
    subprocess.run([*command, "--product", product], check=True, env=os.environ | {"SEEKLINE_APART": product})
    SCRATCH.mkdir(exist_ok=True)
    stripped = SCRATCH / product
    # Valgrind gives up on debug information that it cannot read.
    subprocess.run(["strip", "-o", stripped, ROOT / ".build" / "release" / product], check=True)
    return stripped


def parts():
    """seekline's parts, without the engine around them."""
    return part("seekline-bench")


@functools.cache
def matcher():
    """The matcher by itself."""
    return part("seekline-match")


def python(name, *arguments):
    """A peer in Python."""
    return [sys.executable, PEERS / f"{name}.py", *arguments]


def node(name, *arguments):
    """A peer in Node; None without it."""
    return ["node", PEERS / f"{name}.mjs", *arguments] if shutil.which("node") else None
