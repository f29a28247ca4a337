"""One action of each task of Gymnasium for MuJoCo here and in MuJoCo, from the same state: `python3 benches/gymnasium_tasks.py`.

    pip install 'gymnasium[mujoco]' and this package
    python3 benches/gymnasium_tasks.py              all tasks
    python3 benches/gymnasium_tasks.py --only Ant   one task

The state is that of an episode here after some random actions. Printed are the largest differences of the parts of an observation, each in
relation to the largest number of the part, and the difference of the reward; medians of several states.
"""

import argparse

import gymnasium
import numpy

_STATES = 20

# Names and widths of the parts of an observation, for tasks whose observations have more than positions and velocities.
_PARTS = {
    "Ant": [("positions", 13), ("velocities", 14), ("contact forces", 78)],
    "Humanoid": [
        ("positions", 22),
        ("velocities", 23),
        ("inertias", 130),
        ("link velocities", 78),
        ("efforts", 17),
        ("contact forces", 78),
    ],
    "Pusher": [("positions", 7), ("velocities", 7), ("places", 9)],
    "InvertedDoublePendulum": [("positions", 5), ("velocities", 3), ("constraint", 1)],
}
_PARTS["HumanoidStandup"] = _PARTS["Humanoid"]


def _compare(task):
    from morse.gym.tasks.mujoco_files import read
    from morse.gym.tasks.mujoco_motion import Motion
    from morse.gym.tasks.mujoco_tasks import DEFINITIONS

    file = read(DEFINITIONS[task].file)
    here, there = gymnasium.make(f"morse/{task}-v5"), gymnasium.make(f"{task}-v5")
    generator = numpy.random.default_rng(1)
    there.reset(seed=1)
    rows = []
    for number in range(_STATES):
        here.reset(seed=number)
        low, high = here.action_space.low, here.action_space.high
        for _ in range(int(generator.integers(0, 25))):
            if here.step(generator.uniform(low, high).astype(numpy.float32))[2]:
                here.reset(seed=number)
        batch = here.unwrapped._batch
        motion = Motion(file, batch.state())
        there.unwrapped.set_state(motion.positions[0], motion.velocities[0])
        action = generator.uniform(low, high).astype(numpy.float32)
        found, reward, *_ = here.step(action)
        expected, expected_reward, *_ = there.step(action)
        parts = _PARTS.get(task, [("observation", len(expected))])
        at, row = 0, []
        for _, width in parts:
            one, other = found[at : at + width], expected[at : at + width]
            row.append(numpy.abs(one - other).max() / max(numpy.abs(other).max(), 1e-3))
            at += width
        rows.append([*row, abs(reward - expected_reward)])
    here.close()
    there.close()
    medians = numpy.median(rows, axis=0)
    cells = [f"{name} {value:.1e}" for (name, _), value in zip(parts, medians)]
    return f"| {task} | {', '.join(cells)} | {medians[-1]:.1e} |"


def main():
    """Prints a table."""
    import morse.gym  # noqa: F401
    from morse.gym.tasks.mujoco_tasks import DEFINITIONS

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", nargs="*", default=list(DEFINITIONS))
    arguments = parser.parse_args()
    print("| task | relative difference | difference of the reward |\n| --- | --- | --- |")
    for task in arguments.only:
        print(_compare(task), flush=True)


if __name__ == "__main__":
    main()
