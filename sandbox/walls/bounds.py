"""Walls around what a box may use up."""

from __future__ import annotations

from typing import Final

from sandbox.walls.plan import Plan, wall

LOCKED_MEMORY: Final = 64 * 1024


@wall
def bounded_memory(plan: Plan) -> None:
    """Of all its processes and folders together."""
    plan.memory = plan.limits.memory


@wall
def no_swap(plan: Plan) -> None:
    """What is bounded is memory, and not what does not fit onto the disk."""
    plan.swap = False


@wall
def bounded_processes(plan: Plan) -> None:
    """And threads."""
    plan.processes = plan.limits.processes


@wall
def bounded_processor(plan: Plan) -> None:
    """A share of the machine's processors, whatever it starts."""
    plan.cores = plan.limits.cores


@wall
def bounded_open_files(plan: Plan) -> None:
    plan.bounds["nofile"] = plan.limits.open_files


@wall
def bounded_file_size(plan: Plan) -> None:
    plan.bounds["fsize"] = plan.limits.file_size


@wall
def bounded_locked_memory(plan: Plan) -> None:
    plan.bounds["memlock"] = LOCKED_MEMORY


@wall
def no_core_dumps(plan: Plan) -> None:
    plan.bounds["core"] = 0


@wall
def no_message_queues(plan: Plan) -> None:
    plan.bounds["msgqueue"] = 0


@wall
def bounded_folders(plan: Plan) -> None:
    """In bytes: they lie in memory."""
    plan.sized = True


@wall
def counted_files(plan: Plan) -> None:
    """An empty file costs the kernel a kilobyte, and nothing of the folder's bytes."""
    plan.counted = True


@wall
def nothing_written_runs(plan: Plan) -> None:
    """No wall against an interpreter, but one against what it would have to compile."""
    plan.runs_written = False


@wall
def no_links_followed(plan: Plan) -> None:
    """In the folder of its socket, the only one that is looked into from outside."""
    plan.follows_links = False


@wall
def first_to_go(plan: Plan) -> None:
    """Where the machine itself runs out of memory, a box ends before anything of ours."""
    plan.first_to_go = True


@wall
def bounded_output(plan: Plan) -> None:
    """What it writes is kept head and tail, and taken no faster than somebody could read it."""
    plan.output = plan.limits.output


@wall
def whole_tree_ends(plan: Plan) -> None:
    """At the end every process in its cgroup is frozen, killed and waited for, whatever it is called."""
    plan.whole_tree_ends = True
