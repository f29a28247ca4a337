"""Linear policies that are learned in MuJoCo and then act here: `python3 benches/learned_policies.py`.

    pip install 'gymnasium[mujoco]' and this package
    python3 benches/learned_policies.py                      all tasks of `_TASKS`
    python3 benches/learned_policies.py --only Hopper        one task
    python3 benches/learned_policies.py --save FOLDER        keeps the policies; --load FOLDER uses them again
    python3 benches/learned_policies.py --open-loop          compares a second of motion under fixed commands

A policy is a matrix from normalized observations to actions, learned by augmented random search (Mania, Guy, Recht: Simple random search of
static linear policies is competitive for reinforcement learning, NeurIPS 2018, algorithm V2) in Gymnasium's environment of the same name.
Returns are means of ten episodes with random starts, which are the same here and in MuJoCo.
"""

import argparse
import json
import multiprocessing
import time
from pathlib import Path
from typing import NamedTuple

import gymnasium
import numpy

_EPISODES = 10


class Search(NamedTuple):
    """Settings of the search: directions of an iteration, the best of them that count, step, size of the noise, iterations."""

    directions: int
    best: int
    step: float
    noise: float
    iterations: int
    # Part of the reward that only measures survival; the search does without it.
    alive: float = 0.0


_TASKS = {
    "InvertedPendulum": Search(4, 2, 0.05, 0.1, 40),
    "Reacher": Search(8, 4, 0.02, 0.02, 150),
    "Swimmer": Search(4, 2, 0.02, 0.02, 60),
    "Hopper": Search(8, 4, 0.01, 0.025, 250, 1.0),
    "HalfCheetah": Search(8, 4, 0.02, 0.03, 100),
    "Walker2d": Search(16, 8, 0.03, 0.025, 150, 1.0),
    "InvertedDoublePendulum": Search(16, 8, 0.05, 0.05, 200),
    "Pusher": Search(8, 4, 0.02, 0.03, 60),
    "Ant": Search(8, 4, 0.015, 0.025, 80, 1.0),
    "Humanoid": Search(16, 8, 0.02, 0.01, 60, 5.0),
    "HumanoidStandup": Search(6, 3, 0.02, 0.02, 15),
}


class Normal:
    """Running mean and variance of observations."""

    def __init__(self, width):
        self.count, self.mean, self.squares = 0, numpy.zeros(width), numpy.zeros(width)

    def add(self, rows):
        """Includes observations."""
        for row in rows:
            self.count += 1
            change = row - self.mean
            self.mean += change / self.count
            self.squares += change * (row - self.mean)

    def scale(self):
        """Factor of each number of an observation."""
        deviation = numpy.sqrt(self.squares / max(1, self.count - 1))
        return numpy.where(deviation > 1e-7, 1.0 / numpy.maximum(deviation, 1e-7), 0.0)


def _episode(env, policy, mean, scale, seed, alive=0.0, first=None):
    """Return and observations of an episode, from a seed or from the state and first observation of the environment."""
    observation = env.reset(seed=seed)[0] if first is None else first
    total, rows = 0.0, []
    while True:
        observation = numpy.asarray(observation, numpy.float64)
        rows.append(observation)
        action = numpy.clip(policy @ ((observation - mean) * scale), env.action_space.low, env.action_space.high)
        observation, reward, terminated, truncated, _ = env.step(action.astype(env.action_space.dtype))
        total += reward - alive
        if terminated or truncated:
            return total, rows


def _learn(task, search):
    """A policy of MuJoCo's environment: its matrix, and mean and scale of observations."""
    env = gymnasium.make(f"{task}-v5")
    generator = numpy.random.default_rng(1)
    width = env.observation_space.shape[0]
    policy, normal = numpy.zeros((env.action_space.shape[0], width)), Normal(width)
    best = (-numpy.inf, policy, normal.mean.copy(), normal.scale())
    for iteration in range(search.iterations):
        mean, scale = normal.mean.copy(), normal.scale() if normal.count else numpy.ones(width)
        found = []
        for _ in range(search.directions):
            way = generator.standard_normal(policy.shape)
            seed = int(generator.integers(1 << 31))
            returns = []
            for sign in (1.0, -1.0):
                total, rows = _episode(env, policy + sign * search.noise * way, mean, scale, seed, search.alive)
                normal.add(rows)
                returns.append(total)
            found.append((max(returns), *returns, way))
        found.sort(key=lambda it: -it[0])
        kept = found[: search.best]
        spread = numpy.std([value for _, plus, minus, _ in kept for value in (plus, minus)]) + 1e-9
        policy = policy + search.step / (search.best * spread) * sum((plus - minus) * way for _, plus, minus, way in kept)
        if iteration % 5 == 4:
            mean, scale = normal.mean.copy(), normal.scale()
            value = numpy.mean([_episode(env, policy, mean, scale, seed)[0] for seed in range(3)])
            if value > best[0]:
                best = (value, policy.copy(), mean, scale)
    env.close()
    return best[1:]


def _returns(task, policy, mean, scale):
    """Returns in MuJoCo and here, of episodes with the same starts."""
    from morse.gym.tasks.mujoco_files import read
    from morse.gym.tasks.mujoco_motion import Motion
    from morse.gym.tasks.mujoco_tasks import DEFINITIONS

    file = read(DEFINITIONS[task].file)
    here, there = gymnasium.make(f"morse/{task}-v5"), gymnasium.make(f"{task}-v5")
    found = []
    for seed in range(100, 100 + _EPISODES):
        own, _ = _episode(here, policy, mean, scale, seed)
        here.reset(seed=seed)
        motion = Motion(file, here.unwrapped._batch.state())
        there.reset(seed=seed)
        there.unwrapped.set_state(motion.positions[0], motion.velocities[0])
        other, _ = _episode(there, policy, mean, scale, None, first=there.unwrapped._get_obs())
        found.append((other, own))
    here.close()
    there.close()
    return zip(*found)


def _row(job):
    import morse.gym  # noqa: F401

    task, load, save = job
    start = time.time()
    if load:
        policy, mean, scale = (numpy.array(part) for part in json.loads((Path(load) / f"{task}.json").read_text()))
    else:
        policy, mean, scale = _learn(task, _TASKS[task])
    if save:
        (Path(save) / f"{task}.json").write_text(json.dumps([policy.tolist(), mean.tolist(), scale.tolist()]))
    learned = time.time() - start
    there, here = _returns(task, policy, mean, scale)
    kept = numpy.mean(here) / numpy.mean(there)
    # Returns below zero: a share above 1 is a loss.
    kept = 1.0 / kept if numpy.mean(there) < 0 else kept
    numbers = [f"{numpy.mean(there):.1f} ± {numpy.std(there):.1f}", f"{numpy.mean(here):.1f} ± {numpy.std(here):.1f}", f"{100 * kept:.0f} %"]
    return f"| {task} | {' | '.join(numbers)} | {learned:.0f} |"


def _open_loop(task):
    """Largest differences of positions and velocities after 0.1 s, 0.25 s, 0.5 s and 1 s of the same commands."""
    import mujoco

    from morse.gym.tasks.mujoco_files import read
    from morse.gym.tasks.mujoco_tasks import DEFINITIONS
    from morse.simulation import Simulation

    file = read(DEFINITIONS[task].file)
    env = gymnasium.make(f"{task}-v5").unwrapped
    model, data = env.model, mujoco.MjData(env.model)
    cells = []
    with Simulation(file.scene) as simulation:
        joints = simulation.robots["robot"].joints
        numbers = [mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_JOINT, name) for name in joints.names]
        steps = round(1.0 / file.tick_s)
        marks = {round(share * steps) for share in (0.1, 0.25, 0.5, 1.0)}
        for step in range(1, steps + 1):
            commands = 0.5 * numpy.sin(2 * numpy.pi * (1.0 + 0.3 * numpy.arange(model.nu)) * (step - 1) * file.tick_s)
            data.ctrl[:] = commands * file.motors.high
            joints.command(dict(zip(file.motors.joints, (commands * file.motors.high * file.motors.gears).tolist())))
            mujoco.mj_step(model, data)
            simulation.step()
            if step in marks:
                position = numpy.abs(joints.position - data.qpos[model.jnt_qposadr[numbers]]).max()
                velocity = numpy.abs(joints.velocity - data.qvel[model.jnt_dofadr[numbers]]).max()
                cells.append(f"{position:.1e}, {velocity:.1e}")
    return f"| {task} | {' | '.join(cells)} |"


def main():
    """Learns, measures, and prints a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", nargs="*", default=list(_TASKS))
    parser.add_argument("--save")
    parser.add_argument("--load")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--open-loop", action="store_true")
    arguments = parser.parse_args()
    if arguments.open_loop:
        print("| task | 0.1 s | 0.25 s | 0.5 s | 1 s |\n| --- | --- | --- | --- | --- |")
        for task in arguments.only:
            print(_open_loop(task), flush=True)
        return
    print("| task | return in MuJoCo | return here | share | learned in [s] |\n| --- | --- | --- | --- | --- |")
    with multiprocessing.get_context("spawn").Pool(arguments.jobs) as pool:
        for row in pool.imap(_row, [(task, arguments.load, arguments.save) for task in arguments.only]):
            print(row, flush=True)


if __name__ == "__main__":
    main()
