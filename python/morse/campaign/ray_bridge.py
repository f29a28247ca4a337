"""Forwards the jobs of a campaign to workers on a Ray cluster.

``ray_bridge ADDRESS WORKERS AHEAD PROGRAM ARGUMENTS…`` reads requests from standard input and writes answers to
standard output, like a worker of ``morse campaign``, but makes WORKERS runs at once (0: one for each CPU of the
cluster). AHEAD further runs per worker may be queued. Each Ray actor has a process of the program on its node.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Protocol, TextIO

if TYPE_CHECKING:
    from collections.abc import Awaitable
    from types import ModuleType

_INSTALL = (
    "Ray is not installed in {python}: pip install 'morse-simulator[ray]', or pip install ray; "
    "another Python is chosen with --python PATH"
)


#: Duration of a batch of short runs. A call of Ray takes milliseconds. [s]
_BATCH_S = 0.1

#: Numbers and requests of runs.
Batch = list[tuple[int, str]]


class _Do(Protocol):
    def remote(self, requests: list[str]) -> Awaitable[tuple[list[str], str | None]]: ...


class _Actor(Protocol):
    """The handle of a `Worker` on the cluster."""

    @property
    def do(self) -> _Do: ...


class Worker:
    """An actor: a worker process on a node of the cluster."""

    def __init__(self, command: list[str]) -> None:
        program = shutil.which(command[0]) or shutil.which("morse")
        if program is None:
            raise RuntimeError(
                f"this node has neither {command[0]} nor a `morse` on its PATH: install MORSE there"
            )
        self._process = subprocess.Popen(
            [program, *command[1:]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._line()

    def do(self, requests: list[str]) -> tuple[list[str], str | None]:
        """Forward requests one by one. Returns the answers, and a reason if the process ended before the last one."""
        answers: list[str] = []
        assert self._process.stdin is not None
        try:
            for request in requests:
                self._process.stdin.write(request)
                self._process.stdin.flush()
                answers.append(self._line())
        except (OSError, RuntimeError) as problem:
            return answers, str(problem)
        return answers, None

    def _line(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"the process of a worker ended with status {self._process.wait()}")
        return line


class Bridge:
    """The actors, and the queue of runs."""

    def __init__(self, ray: ModuleType, command: list[str], count: int, answers: TextIO) -> None:
        self._ray = ray
        # Nodes of the cluster need not have this module.
        ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])
        self._actor_class = ray.remote(num_cpus=1, max_restarts=0)(Worker)
        self._command = command
        self._count = count
        self._answers = answers
        # Created immediately, so that they start while the scenes are built.
        self._free = [self._new_actor() for _ in range(count)]
        self._busy: dict[int, _Actor] = {}
        self._waiting: Batch = []
        self._tasks: set[asyncio.Task[None]] = set()
        # Mean duration of a run in the last batch; None before the first one. [s]
        self._run_s: float | None = None

    def _new_actor(self) -> _Actor:
        actor: _Actor = self._actor_class.remote(self._command)
        return actor

    def do(self, run: int, line: str) -> None:
        """Make a run as soon as an actor is free."""
        self._waiting.append((run, line))
        self._dispatch()

    def cancel(self, run: int) -> None:
        """Cancel a run, by ending its actor."""
        actor = self._busy.get(run)
        if actor is not None:
            self._ray.kill(actor)

    def _dispatch(self) -> None:
        while self._waiting and self._free:
            size = self._batch_size()
            batch, self._waiting = self._waiting[:size], self._waiting[size:]
            task = asyncio.get_running_loop().create_task(self._do(self._free.pop(), batch))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _batch_size(self) -> int:
        """Number of runs for an actor: about `_BATCH_S` of work, and at most its share of the queue."""
        if self._run_s is None:
            return 1
        share = -(-len(self._waiting) // self._count)
        return max(1, min(share, int(_BATCH_S / max(self._run_s, 1e-6))))

    async def _do(self, actor: _Actor, batch: Batch) -> None:
        """Make runs one by one. If the process of the actor ends, the current run is lost and the actor replaced."""
        self._busy.update((run, actor) for run, _ in batch)
        begun = time.monotonic()
        try:
            answers, problem = await actor.do.remote([line for _, line in batch])
        except Exception as lost:  # After any error of an actor, the command decides about the lost runs.
            answers, problem = [], str(lost)
            # The current run is unknown, so all runs are lost.
            self._lose(batch, problem)
            batch = []
        for run, _ in batch:
            self._busy.pop(run, None)
        self._write("".join(answers))
        if problem is None:
            self._run_s = (time.monotonic() - begun) / len(batch)
            self._free.append(actor)
        else:
            self._ray.kill(actor)
            self._lose(batch[len(answers) : len(answers) + 1], problem)
            # The following runs were not started.
            self._waiting[:0] = batch[len(answers) + 1 :]
            # Batches of one run, until a run succeeds.
            self._run_s = None
            self._free.append(self._new_actor())
        self._dispatch()

    def _lose(self, batch: Batch, problem: str) -> None:
        reason = " ".join(problem.split())
        for run, _ in batch:
            self._busy.pop(run, None)
            self._write(json.dumps({"run": run, "result": {"lost": reason}}) + "\n")

    def _write(self, lines: str) -> None:
        self._answers.write(lines)
        self._answers.flush()


async def serve(bridge: Bridge, requests: TextIO) -> None:
    """Forward requests until the end of the input."""
    loop = asyncio.get_running_loop()
    while True:
        line = await loop.run_in_executor(None, requests.readline)
        if not line:
            break
        request = json.loads(line)
        if "cancel" in request:
            bridge.cancel(request["cancel"])
            continue
        bridge.do(request["do"]["run"], line)


def main(arguments: list[str] | None = None) -> None:
    """Execute the command line."""
    address, workers, ahead, *command = sys.argv[1:] if arguments is None else arguments
    # Ray prints to standard output: redirects it to standard error, and writes answers to the original output.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def fail(reason: str) -> None:
        answers.write(json.dumps({"failure": reason}) + "\n")
        answers.flush()

    try:
        import ray
    except ImportError:
        fail(_INSTALL.format(python=sys.executable))
        return
    try:
        ray.init(
            address=None if address == "local" else address,
            num_cpus=(int(workers) or None) if address == "local" else None,
            include_dashboard=False if address == "local" else None,
            log_to_driver=False,
        )
    except Exception as problem:
        reason = " ".join(str(problem).split())
        hint = "`ray start --head` starts one; --ray local uses one of its own"
        fail(f"no Ray cluster at {address}: {reason}. {hint}")
        return
    cpus = int(ray.cluster_resources().get("CPU", 1))
    count = int(workers) or cpus
    if count > cpus:
        fail(f"--workers {count}: the cluster has {cpus} CPUs")
        return
    bridge = Bridge(ray, command, count, answers)
    answers.write(json.dumps({"ready": {"workers": count, "queue": count * int(ahead)}}) + "\n")
    answers.flush()
    asyncio.run(serve(bridge, sys.stdin))
    ray.shutdown()
