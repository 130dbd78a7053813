"""Whether bubblewrap can make walls on this machine, and what to do where it cannot."""

from __future__ import annotations

import contextlib
import os
import subprocess
from pathlib import Path

from athanor_contract.limits.sandbox import Limits
from sandbox.leases import Lease
from sandbox.runtimes.shelf import Tree
from sandbox.runtimes.table import PYTHON
from sandbox.walls import every, raised
from sandbox.walls.bubbled import arguments
from sandbox.walls.folders import of_a_match

PATIENCE = 10.0


def trial(engine: Path, tree: Tree) -> str | None:
    """Makes walls around a program that does nothing: what went wrong."""
    limits = Limits()
    user = Lease(Path("0"), -1).uid if os.geteuid() == 0 else None
    told = arguments(raised(limits, user, of_a_match(limits), every()), tree.root, [], "/")
    try:
        tried = subprocess.run(
            [engine, *told, PYTHON, "-I", "-S", "-c", ""],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
            env={},
            user=user,
            group=user,
            extra_groups=None if user is None else [],
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"bubblewrap does not run here: {error}"
    if tried.returncode == 0:
        return None
    said = tried.stderr.strip().splitlines()[-1:] or [f"exit code {tried.returncode}"]
    return f"bubblewrap cannot make a sandbox here: {said[0]}. {remedy()}"


def remedy() -> str:
    """What forbids namespaces on this machine, by the switches that are known to."""
    switches = {
        "kernel/unprivileged_userns_clone": ("0", "sysctl kernel.unprivileged_userns_clone=1"),
        "kernel/apparmor_restrict_unprivileged_userns": (
            "1",
            "sysctl kernel.apparmor_restrict_unprivileged_userns=0",
        ),
        "user/max_user_namespaces": ("0", "sysctl user.max_user_namespaces=15000"),
    }
    for name, (bad, remedy) in switches.items():
        with contextlib.suppress(OSError):
            if Path(f"/proc/sys/{name}").read_text().strip() == bad:
                return f"This machine forbids user namespaces: as root, `{remedy}`; or use Docker"
    return "User namespaces may be forbidden here (are you in a container?): allow them, or use Docker"
