"""What the distribution contains besides the library: the web page, the shell commands, and in a release the engine.

The parts are next to the library in a clone, and in `parts/` in a source distribution. $SEEKLINE_TREE is what a release
has built: `bin/` and `share/`, as they are to be installed. Without it the library finds an engine elsewhere.
"""

from __future__ import annotations

import os
import platform
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE = "web/seekline_web"
COMMANDS = ("shell/seekline-search", "shell/seekline-fzf")


class Parts(BuildHookInterface):  # type: ignore[type-arg]
    """Adds these parts to the build."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Tell the build where they are."""
        root = Path(self.root)
        parts = root / "parts" if (root / "parts").is_dir() else root.parent
        if self.target_name == "sdist":
            build_data["force_include"].update({str(parts / part): f"parts/{part}" for part in (PAGE, *COMMANDS)})
            return
        build_data["force_include"][str(parts / PAGE)] = Path(PAGE).name
        scripts = {str(parts / command): Path(command).name for command in COMMANDS}
        if tree := os.environ.get("SEEKLINE_TREE"):
            scripts[f"{tree}/bin/seekline"] = "seekline"
            files = (file for file in sorted(Path(tree, "share").rglob("*")) if file.is_file())
            build_data["shared_data"].update({str(file): str(file.relative_to(tree)) for file in files})
            build_data["tag"] = f"py3-none-manylinux_2_34_{platform.machine()}"
            build_data["pure_python"] = False
        build_data["shared_scripts"].update(scripts)
