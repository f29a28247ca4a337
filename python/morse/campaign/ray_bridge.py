"""Passes the jobs of a campaign on to workers on a Ray cluster.

``ray_bridge ADDRESS WORKERS AHEAD PROGRAM WORDS…``: reads requests from standard input and writes answers to standard output,
as a worker of ``morse campaign`` does, but does WORKERS runs at once; 0 is one for each CPU of the cluster. AHEAD more for
each of them may wait. Each actor of Ray holds one process of the same program on its node.
"""

import asyncio
import json
import os
import shutil
import subprocess
import sys
import time
from typing import Any, Dict, List, Optional, Set, TextIO, Tuple

_INSTALL = (
    "Ray is not installed in {python}: pip install 'morse-simulator[ray]', or pip install ray; another Python is chosen "
    "with --python PATH"
)


#: How long an actor works between two answers, if runs are shorter. Ray takes milliseconds for each call. [s]
_BATCH_S = 0.1

Batch = List[Tuple[int, str]]


class Worker:
    """An actor: a worker process on a node of the cluster."""

    def __init__(self, command: List[str]) -> None:
        program = shutil.which(command[0]) or shutil.which("morse")
        if program is None:
            raise RuntimeError(
                f"this node has neither {command[0]} nor a `morse` on its PATH: pip install morse-simulator there"
            )
        self._process = subprocess.Popen(
            [program, *command[1:]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._line()

    def do(self, requests: List[str]) -> Tuple[List[str], Optional[str]]:
        """Pass requests on, one after the other; return the answers, and why there are no more if the process died."""
        answers: List[str] = []
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
    """The actors, which of them is free, and what waits for one."""

    def __init__(self, ray: Any, command: List[str], count: int, answers: TextIO) -> None:
        self._ray = ray
        # Nodes of the cluster need not have this module.
        ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])
        self._actor_class = ray.remote(num_cpus=1, max_restarts=0)(Worker)
        self._command = command
        self._count = count
        self._answers = answers
        # At once: they load while the scenes are made.
        self._free: List[Any] = [self._new_actor() for _ in range(count)]
        self._busy: Dict[int, Any] = {}
        self._waiting: Batch = []
        self._tasks: Set["asyncio.Task[None]"] = set()
        # How long a run of the last batch took; nothing before there was one. [s]
        self._run_s: Optional[float] = None

    def _new_actor(self) -> Any:
        return self._actor_class.remote(self._command)

    def do(self, run: int, line: str) -> None:
        """Do a run as soon as an actor is free."""
        self._waiting.append((run, line))
        self._hand_out()

    def cancel(self, run: int) -> None:
        """Give a run up."""
        actor = self._busy.get(run)
        if actor is not None:
            self._ray.kill(actor)

    def _hand_out(self) -> None:
        while self._waiting and self._free:
            size = self._batch_size()
            batch, self._waiting = self._waiting[:size], self._waiting[size:]
            task = asyncio.get_running_loop().create_task(self._do(self._free.pop(), batch))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _batch_size(self) -> int:
        """How many runs an actor gets at once: so many that it is done soon, and no more than its share of what waits."""
        if self._run_s is None:
            return 1
        share = -(-len(self._waiting) // self._count)
        return max(1, min(share, int(_BATCH_S / max(self._run_s, 1e-6))))

    async def _do(self, actor: Any, batch: Batch) -> None:
        """Do some runs, one after the other. An actor that dies is given up with the run that it did."""
        self._busy.update((run, actor) for run, _ in batch)
        begun = time.monotonic()
        try:
            answers, problem = await actor.do.remote([line for _, line in batch])
        except Exception as lost:  # Whatever happens to an actor, the conductor decides about the runs.
            answers, problem = [], str(lost)
            # Nobody knows which of them it was.
            self._lose(batch, problem)
            batch = []
        for run, _ in batch:
            self._busy.pop(run, None)
        self._tell("".join(answers))
        if problem is None:
            self._run_s = (time.monotonic() - begun) / len(batch)
            self._free.append(actor)
        else:
            self._ray.kill(actor)
            self._lose(batch[len(answers) : len(answers) + 1], problem)
            # The others were not begun.
            self._waiting[:0] = batch[len(answers) + 1 :]
            # One by one from now on, until runs have come to their ends again.
            self._run_s = None
            self._free.append(self._new_actor())
        self._hand_out()

    def _lose(self, batch: Batch, problem: str) -> None:
        reason = " ".join(problem.split())
        for run, _ in batch:
            self._busy.pop(run, None)
            self._tell(json.dumps({"run": run, "result": {"lost": reason}}) + "\n")

    def _tell(self, lines: str) -> None:
        self._answers.write(lines)
        self._answers.flush()


async def serve(bridge: Bridge, requests: TextIO) -> None:
    """Pass requests on until there are no more."""
    loop = asyncio.get_running_loop()
    while True:
        line: str = await loop.run_in_executor(None, requests.readline)
        if not line:
            break
        request = json.loads(line)
        if "cancel" in request:
            bridge.cancel(request["cancel"])
            continue
        bridge.do(request["do"]["run"], line)


def main(words: Optional[List[str]] = None) -> None:
    """Execute the command line."""
    address, workers, ahead, *command = sys.argv[1:] if words is None else words
    # Ray prints as it likes; the answers go where standard output was.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def fail(reason: str) -> None:
        answers.write(json.dumps({"failure": reason}) + "\n")
        answers.flush()

    try:
        import ray
    except ImportError:
        return fail(_INSTALL.format(python=sys.executable))
    try:
        ray.init(
            address=None if address == "local" else address,
            num_cpus=(int(workers) or None) if address == "local" else None,
            include_dashboard=False if address == "local" else None,
            log_to_driver=False,
        )
    except Exception as problem:
        reason = " ".join(str(problem).split())
        return fail(f"no Ray cluster at {address}: {reason}. `ray start --head` starts one; --ray local uses one of its own")
    cpus = int(ray.cluster_resources().get("CPU", 1))
    count = int(workers) or cpus
    if count > cpus:
        return fail(f"--workers {count}: the cluster has {cpus} CPUs")
    bridge = Bridge(ray, command, count, answers)
    answers.write(json.dumps({"ready": {"workers": count, "queue": count * int(ahead)}}) + "\n")
    answers.flush()
    asyncio.run(serve(bridge, sys.stdin))
    ray.shutdown()
