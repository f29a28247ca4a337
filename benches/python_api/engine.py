"""The engine in Python: a step, a reset, many worlds, also beside busy programs, and a learning task compared with other simulators.

Needs the wheel in the Python that runs this, with numpy and gymnasium: `pip install 'target/wheel/dist/NAME.whl[gym]'`.
The comparison with `pybullet` and `mujoco` is omitted if they are not installed.
"""

import importlib.util
import multiprocessing
import os
import statistics
import subprocess
import sys
import time

_STEPS = 20_000
_ROUNDS = 7
_TASK_S = 3.0
_WORLDS = 64
_FIRST_SCENE = {
    "morse_scene": 1,
    "environment": {"file": "empty"},
    "objects": [
        {"name": "robot", "kind": "robot", "class": "morse.robots.atrv.ATRV", "model": {"file": "robots/atrv"}},
        {"name": "robot.pose", "kind": "sensor", "class": "morse.sensors.pose.Pose", "parent": "robot"},
        {"name": "robot.odometry", "kind": "sensor", "class": "morse.sensors.odometry.Odometry", "parent": "robot"},
        {"name": "robot.waypoint", "kind": "actuator", "class": "morse.actuators.waypoint.Waypoint", "parent": "robot"},
    ],
    "component_modifier": {"robot.pose": [["morse.modifiers.pose_noise.PoseNoiseModifier", "OUT", {}]]},
}


def measure(folder):
    """Rows of the table."""
    missing = [name for name in ("numpy", "gymnasium", "morse._engine") if not _is_installed(name)]
    if missing:
        raise SystemExit(f"this Python has no {', '.join(missing)}; see benches/python_api/engine.py")
    yield _step()
    yield from _resets()
    yield from _laser_task()
    yield from _many_worlds()
    yield _beside_busy_programs()


def _is_installed(name):
    try:
        return importlib.util.find_spec(name) is not None
    except ImportError:
        return False


def _step():
    """A step from Python against the same step in a loop in Rust."""
    import morse

    one, loop = [], []
    with morse.Simulation(_FIRST_SCENE) as sim:
        sim.step(_STEPS)
        for _ in range(_ROUNDS):
            begin = time.perf_counter()
            for _ in range(_STEPS):
                sim.step()
            middle = time.perf_counter()
            sim.step(_STEPS)
            one.append((middle - begin) / _STEPS)
            loop.append((time.perf_counter() - middle) / _STEPS)
    above = statistics.median(a - b for a, b in zip(one, loop))
    return (
        "a step of the first scene, called from Python, above the same step in Rust",
        f"{above * 1e6:.2f} µs",
        "≤ 3 µs",
        f"{statistics.median(one) / statistics.median(loop):.2f} × the step in Rust, {statistics.median(loop) * 1e6:.2f} µs",
    )


def _resets():
    """A reset of a world with 20 objects, against a new simulation."""
    import morse

    boxes = [
        {"name": f"box{n}", "kind": "object", "shape": {"kind": "cube", "half_extents": [0.2, 0.2, 0.2]},
         "body": {"physics": "RIGID_BODY", "mass": 1.0}, "location": [2.0 + n % 5, n // 5, 0.5]}
        for n in range(20)
    ]  # fmt: skip
    robots = [
        {**entry, "name": entry["name"].replace("robot", f"robot{n}"), "location": [2.0 * (n % 5), 2.0 * (n // 5), 0.0],
         **({"parent": f"robot{n}"} if "parent" in entry else {})}
        for n in range(20)
        for entry in _FIRST_SCENE["objects"]
    ]  # fmt: skip
    first = _FIRST_SCENE["objects"]
    for what, objects in (("20 boxes and a robot", [*first, *boxes]), ("20 robots with two sensors each", robots)):
        scene = morse.Scene({"morse_scene": 1, "environment": {"file": "empty"}, "objects": objects})
        made = _median_s(lambda: scene.simulation().close(), 5)
        with scene.simulation() as sim:
            times = []
            for seed in range(100):
                sim.step(30)
                begin = time.perf_counter()
                sim.reset(seed)
                times.append(time.perf_counter() - begin)
        reset = statistics.median(times)
        yield (
            f"a reset of a world with {what}",
            f"{reset * 1e3:.2f} ms",
            "≤ 1 ms",
            f"{reset / made:.3f} × a new simulation of the loaded scene, {made * 1e3:.1f} ms",
        )


def _median_s(call, times):
    taken = []
    for _ in range(times):
        begin = time.perf_counter()
        call()
        taken.append(time.perf_counter() - begin)
    return statistics.median(taken)


def _laser_task():
    """Steps of `morse/ReachGoal-v0` a second on one core, against the same task in other simulators."""
    from python_api import laser_tasks

    ours = _MorseTask()
    tasks = {"ours": ours, **{name: make() for name, make in laser_tasks.peers().items()}}
    speeds = {name: [] for name in tasks}
    for _ in range(_ROUNDS):
        for name, task in tasks.items():
            speeds[name].append(_steps_per_s(task))
    for task in tasks.values():
        task.close()
    own = statistics.median(speeds.pop("ours"))
    for name, measured in speeds.items():
        ratio = own / statistics.median(measured)
        target = "≥ 5" if name == "PyBullet" else "≥ 2" if "rangefinders" in name else ""
        yield (
            f"steps of the laser task (181 rays, 6 ticks of 1/60 s), one world, one core, against {name}",
            f"{ratio:.1f} ×",
            target,
            f"{own:.0f} steps/s; {name}: {statistics.median(measured):.0f} steps/s; medians of {_ROUNDS} alternating rounds",
        )


class _MorseTask:
    """The task without the wrappers of gymnasium, as for the peers."""

    def __init__(self):
        import morse.gym
        from morse.gym import SceneEnv

        self._env = SceneEnv(morse.gym.TASKS["ReachGoal"]())
        self._env.reset(seed=0)

    def reset(self):
        return self._env.reset()[0]

    def step(self, action):
        observation, reward, terminated, truncated, _ = self._env.step(action)
        return observation, reward, terminated, truncated

    def close(self):
        self._env.close()


def _steps_per_s(task):
    import numpy

    actions = numpy.random.default_rng(1).uniform((-0.5, -1.5), (1.0, 1.5), (512, 2)).astype(numpy.float32)
    task.reset()
    count, begin = 0, time.process_time()
    while time.process_time() - begin < _TASK_S / _ROUNDS:
        for action in actions:
            _, _, terminated, truncated = task.step(action)
            if terminated or truncated:
                task.reset()
        count += len(actions)
    return count / (time.process_time() - begin)


def _many_worlds():
    """64 worlds on two threads against one; and two processes of one thread each, the upper limit of two cores."""
    one, two = [], []
    for _ in range(_ROUNDS):
        one.append(_world_steps_per_s(1))
        two.append(_world_steps_per_s(2))
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        together = [sum(pool.map(_world_steps_per_s, [1, 1], chunksize=1)) for _ in range(_ROUNDS)]
    single = statistics.median(one)
    yield (
        f"steps of {_WORLDS} worlds of the laser task together, two threads",
        f"{statistics.median(two) / single:.2f} × one thread",
        "≥ 1.8",
        f"{statistics.median(two):.0f} steps/s; one thread: {single:.0f}; two processes of one thread each: "
        f"{statistics.median(together) / single:.2f} ×",
    )


def _beside_busy_programs():
    """The default number of threads against one, while another program computes on each processor."""
    processors = sorted(os.sched_getaffinity(0))
    command = "import os, sys; os.sched_setaffinity(0, {int(sys.argv[1])})\nwhile True: pass"
    busy = [subprocess.Popen([sys.executable, "-c", command, str(processor)]) for processor in processors]
    try:
        rounds = [(_world_steps_per_s(None), _world_steps_per_s(1)) for _ in range(_ROUNDS)]
    finally:
        for program in busy:
            program.kill()
            program.wait()
    ratios = sorted(default / one for default, one in rounds)
    return (
        f"the same beside a program that computes on each of {len(processors)} processors, default threads",
        f"{statistics.median(ratios):.2f} × one thread",
        "≥ 0.95",
        f"rounds: {', '.join(f'{ratio:.2f}' for ratio in ratios)}; one thread: {statistics.median(one for _, one in rounds):.0f} steps/s",
    )


def _world_steps_per_s(threads):
    import gymnasium
    import numpy

    import morse.gym  # noqa: F401

    env = gymnasium.make_vec("morse/ReachGoal-v0", num_envs=_WORLDS, threads=threads, autoreset_mode="SameStep")
    env.reset(seed=0)
    actions = numpy.random.default_rng(1).uniform((-0.5, -1.5), (1.0, 1.5), (50, _WORLDS, 2)).astype(numpy.float32)
    for row in actions[:5]:
        env.step(row)
    count, begin = 0, time.perf_counter()
    while time.perf_counter() - begin < _TASK_S / _ROUNDS:
        for row in actions:
            env.step(row)
        count += len(actions)
    seconds = time.perf_counter() - begin
    env.close()
    return count * _WORLDS / seconds
