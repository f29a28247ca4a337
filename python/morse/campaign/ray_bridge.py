"""Passes the jobs of a campaign on to workers on a Ray cluster.

``ray_bridge ADDRESS WORKERS PROGRAM WORDS…``: reads requests from standard input and writes answers to standard output, as
a worker of ``morse campaign`` does, but does WORKERS runs at once; 0 is one for each CPU of the cluster. Each actor of Ray
holds one process of the same program on its node.
"""

import asyncio
import json
import os
import shutil
import subprocess
import sys
from typing import Any, Dict, List, Optional, TextIO

_INSTALL = (
    "Ray is not installed in {python}: pip install 'morse-simulator[ray]', or pip install ray; another Python is chosen "
    "with --python PATH"
)


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

    def do(self, request: str) -> str:
        """Pass a request on and return the answer."""
        assert self._process.stdin is not None
        self._process.stdin.write(request)
        self._process.stdin.flush()
        return self._line()

    def _line(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"the process of a worker ended with status {self._process.wait()}")
        return line


class Bridge:
    """The actors, and which of them is free."""

    def __init__(self, ray: Any, command: List[str], count: int, answers: TextIO) -> None:
        self._ray = ray
        # Nodes of the cluster need not have this module.
        ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])
        self._actor_class = ray.remote(num_cpus=1, max_restarts=0)(Worker)
        self._command = command
        self._answers = answers
        # At once: they load while the scenes are made.
        self._free: List[Any] = [self._new_actor() for _ in range(count)]
        self._busy: Dict[int, Any] = {}

    def _new_actor(self) -> Any:
        return self._actor_class.remote(self._command)

    async def do(self, run: int, line: str) -> None:
        """Do a run; an actor that dies is given up, and the run is lost."""
        actor = self._free.pop() if self._free else self._new_actor()
        self._busy[run] = actor
        try:
            answer = await actor.do.remote(line)
            self._free.append(actor)
        except Exception as problem:  # Whatever happens to an actor, the conductor decides about the run.
            self._ray.kill(actor)
            reason = " ".join(str(problem).split())
            answer = json.dumps({"run": run, "result": {"lost": reason}}) + "\n"
        finally:
            self._busy.pop(run, None)
        self._tell(answer)

    def cancel(self, run: int) -> None:
        """Give a run up."""
        actor = self._busy.get(run)
        if actor is not None:
            self._ray.kill(actor)

    def _tell(self, line: str) -> None:
        self._answers.write(line)
        self._answers.flush()


async def serve(bridge: Bridge, requests: TextIO) -> None:
    """Pass requests on until there are no more."""
    loop = asyncio.get_running_loop()
    tasks = set()
    while True:
        line: str = await loop.run_in_executor(None, requests.readline)
        if not line:
            break
        request = json.loads(line)
        if "cancel" in request:
            bridge.cancel(request["cancel"])
            continue
        task = loop.create_task(bridge.do(request["do"]["run"], line))
        tasks.add(task)
        task.add_done_callback(tasks.discard)


def main(words: Optional[List[str]] = None) -> None:
    """Execute the command line."""
    address, workers, *command = sys.argv[1:] if words is None else words
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
    answers.write(json.dumps({"capacity": count}) + "\n")
    answers.flush()
    asyncio.run(serve(bridge, sys.stdin))
    ray.shutdown()
