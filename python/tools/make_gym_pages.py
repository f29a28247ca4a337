"""Writes docs/environments: a page and a picture for each learning environment, with the spaces that it reports.

    python3 python/tools/make_gym_pages.py            in an environment that has the wheel with its extra `gym`
    python3 python/tools/make_gym_pages.py --check    fails if a page is out of date
"""

# Sentences of the pages are not broken into lines.
# ruff: noqa: E501

from __future__ import annotations

import os
import struct
import sys
import zlib
from pathlib import Path
from typing import NamedTuple

# Pictures show the models of this program, not those of an installed MORSE 1.4.
os.environ["MORSE_ROOT"] = os.devnull

import gymnasium
import numpy

import morse.gym
from morse.gym.tasks.mujoco_tasks import DEFINITIONS
from morse.png import png

ROOT = Path(__file__).resolve().parents[2]
PAGES = "docs/environments"
PICTURES = "docs/pictures/environments"
#: Seed of the pictures, and the actions before they are taken.
SEED, ACTIONS = 7, 3


class Row(NamedTuple):
    """Rows of a table of a space: how many numbers, their meaning and unit."""

    numbers: int
    meaning: str
    unit: str


class Page(NamedTuple):
    """The text of a page. Spaces, limits and lengths are those of the environment."""

    title: str
    summary: str
    action: list[Row]
    observation: list[Row]
    reward: str
    start: str
    end: str
    success: str
    source: str


def _joints(names: str) -> list[Row]:
    return [Row(1, name, "rad") for name in names.split()]


SCAN = Row(181, "distance along a ray of the laser scanner, from -90° (right) to 90° (left)", "m")
KUKA = " ".join(f"kuka_{number}" for number in range(1, 8))

PAGES_OF_TASKS = {
    "ReachGoal": Page(
        "Reach a goal among pillars",
        "An ATRV drives to a goal among six pillars, which it sees with a laser scanner.",
        [Row(1, "speed", "m/s"), Row(1, "turn rate, positive to the left", "rad/s")],
        [
            SCAN,
            Row(1, "distance of the goal", "m"),
            Row(1, "sine of the direction of the goal, relative to the robot", "1"),
            Row(1, "cosine of the same direction", "1"),
        ],
        "5 for each meter by which the goal comes nearer, -0.02 for each action, 10 at the goal, -5 for an end near an obstacle.",
        "The robot stands in the center with a random heading. The goal is 1.5 m to 4.5 m away, in a gap if it is at the distance of the pillars.",
        "The goal is nearer than 0.5 m, or a ray is shorter than 0.4 m.",
        "the goal is nearer than 0.5 m",
        "reach_goal.py",
    ),
    "FollowWall": Page(
        "Follow a wall",
        "An ATRV drives through a square corridor at a distance of 1.2 m from the wall on its right.",
        [Row(1, "speed", "m/s"), Row(1, "turn rate, positive to the left", "rad/s")],
        [SCAN],
        "0.1 for each m/s ahead, minus 0.1 for each meter of error of the distance to the right wall (2 m at most), "
        "-5 for an end near a wall.",
        "The robot stands in one side of the corridor, with a random place and a heading of at most 0.3 rad.",
        "A ray is shorter than 0.4 m.",
        "",
        "follow_wall.py",
    ),
    "Hover": Page(
        "Hover at a point",
        "A quadrotor flies to a point and stays there.",
        [Row(1, "roll", "rad"), Row(1, "pitch", "rad"), Row(1, "yaw rate", "rad/s"), Row(1, "thrust, of the largest", "1")],
        [
            Row(3, "offset to the point in the world: x, y, z", "m"),
            Row(4, "attitude as a quaternion", "1"),
            Row(3, "velocity in the world: x, y, z", "m/s"),
            Row(3, "angular velocity in the world: x, y, z", "rad/s"),
        ],
        "1 minus the distance to the point in meters (2 at most), -5 when it is lost.",
        "The quadrotor is up to 1 m from the point along each axis.",
        "It is more than 4 m from the point.",
        "",
        "hover.py",
    ),
    "KukaReach": Page(
        "Reach a point with an arm",
        "A KUKA LWR moves its hand to a point by the angles of its seven joints.",
        _joints(KUKA),
        [*_joints(KUKA), Row(3, "position of the hand in the world: x, y, z", "m"), Row(3, "offset to the point: x, y, z", "m")],
        "Minus the distance to the point in meters, and 5 when it is reached.",
        "The arm points up. The point is 0.3 m to 0.6 m before it, and 0.4 m to 0.8 m above its base.",
        "The hand is nearer to the point than 0.05 m.",
        "the point is reached",
        "kuka_reach.py",
    ),
}


def file_of(task: str) -> str:
    """The name of the page of a task: `reach_goal` for `ReachGoal`."""
    return PAGES_OF_TASKS[task].source.removesuffix(".py")


def number(value: float) -> str:
    """A limit as text."""
    return "∞" if value == numpy.inf else "-∞" if value == -numpy.inf else f"{value:g}"


def table(rows: list[Row], space: gymnasium.spaces.Box) -> str:
    """The table of a space. Its rows must have as many numbers as the space."""
    count = sum(row.numbers for row in rows)
    if space.shape != (count,):
        raise ValueError(f"the page describes {count} numbers, the space has the shape {space.shape}")
    lines = ["| number | meaning | unit | least | most |", "|---|---|---|---|---|"]
    first = 0
    for row in rows:
        low, high = (set(limit[first : first + row.numbers].tolist()) for limit in (space.low, space.high))
        if len(low) > 1 or len(high) > 1:
            raise ValueError(f"{row.meaning}: its numbers have several limits")
        place = str(first) if row.numbers == 1 else f"{first} to {first + row.numbers - 1}"
        lines.append(f"| {place} | {row.meaning} | {row.unit} | {number(low.pop())} | {number(high.pop())} |")
        first += row.numbers
    return "\n".join(lines)


def pixels(picture: bytes) -> bytes:
    """The uncompressed lines of a file of `morse.png`: compressed bytes depend on the version of zlib."""
    begin = picture.index(b"IDAT")
    (length,) = struct.unpack(">I", picture[begin - 4 : begin])
    return picture[8:33] + zlib.decompress(picture[begin + 4 : begin + 4 + length])


def is_current(path: Path, data: bytes) -> bool:
    """Whether a file holds this text or picture."""
    if not path.exists():
        return False
    found = path.read_bytes()
    return pixels(found) == pixels(data) if path.suffix == ".png" else found == data


def page(task: str) -> tuple[str, bytes]:
    """The page of a task, and its picture."""
    text, name = PAGES_OF_TASKS[task], f"morse/{task}-v0"
    env = gymnasium.make(name, render_mode="rgb_array")
    env.reset(seed=SEED)
    for _ in range(ACTIONS):
        env.step(numpy.zeros(env.action_space.shape or 0, numpy.float32))
    picture = png(numpy.asarray(env.render(), numpy.uint8))
    made = morse.gym.TASKS[task]()
    ticks, most = made.ticks, made.steps_max
    action, observation = env.action_space, env.observation_space
    assert isinstance(action, gymnasium.spaces.Box) and isinstance(observation, gymnasium.spaces.Box)
    success = f'`info["is_success"]`: {text.success}.' if text.success else "This task reports no success: its return is the measure."
    parts = [
        f"# {name}",
        f"![{text.title}](../pictures/environments/{file_of(task)}.png)",
        text.summary,
        f'```python\nimport gymnasium\nimport morse.gym\n\nenv = gymnasium.make("{name}")\n'
        'observation, info = env.reset(seed=7)\nobservation, reward, terminated, truncated, info = env.step(env.action_space.sample())\n'
        "env.close()\n```",
        f"Source: [{text.source}](../../python/morse/gym/tasks/{text.source}). Version 0: a change of spaces, rewards or ends gets a new number.",
        f"## Actions\n\n`Box({action.shape}, {action.dtype})`. An action lasts {ticks} ticks, {ticks / 60:g} s.\n\n{table(text.action, action)}",
        f"## Observations\n\n`Box({observation.shape}, {observation.dtype})`.\n\n{table(text.observation, observation)}",
        f"## Reward\n\n{text.reward}",
        f"## Episode\n\n{text.start}\n\nIt ends (`terminated`) when: {text.end[0].lower() + text.end[1:]} It is cut off (`truncated`) after "
        f"{most} actions.\n\n{success}",
    ]
    env.close()
    return "\n\n".join(parts) + "\n", picture


def mujoco_page() -> str:
    """The page of the tasks of Gymnasium."""
    lines = ["| environment | observation | action | action limits | an action lasts | actions at most |", "|---|---|---|---|---|---|"]
    for task, definition in DEFINITIONS.items():
        env = gymnasium.make(f"morse/{task}-v5")
        observation, action = env.observation_space, env.action_space
        assert isinstance(action, gymnasium.spaces.Box) and isinstance(observation, gymnasium.spaces.Box)
        limits = f"{number(action.low.min())} to {number(action.high.max())}"
        seconds = 1.0 / float(env.unwrapped.metadata["render_fps"])
        url = f"https://gymnasium.farama.org/environments/mujoco/{snake(task)}/"
        lines.append(
            f"| [`morse/{task}-v5`]({url}) | {observation.shape[0]} | {action.shape[0]} | {limits} | {seconds:g} s | {definition.steps_max} |"
        )
        env.close()
    return (
        "# Tasks of Gymnasium for MuJoCo\n\nThe files, actions, observations, rewards and ends of episodes are those of the installed package "
        "`gymnasium`;\nits pages, linked in the table, explain each number. [Differences](../learning.md#tasks-of-gymnasium).\n\n"
        + "\n".join(lines)
        + '\n\n```python\nimport gymnasium\nimport morse.gym\n\nenv = gymnasium.make("morse/Hopper-v5")\nobservation, info = env.reset(seed=7)\n'
        "observation, reward, terminated, truncated, info = env.step(env.action_space.sample())\nenv.close()\n```\n"
    )


def snake(task: str) -> str:
    """The name of a task in addresses of Gymnasium: `half_cheetah` for `HalfCheetah`."""
    return "".join(f"_{letter.lower()}" if letter.isupper() and place else letter.lower() for place, letter in enumerate(task))


def files() -> dict[str, bytes]:
    """All pages and pictures: their paths and bytes."""
    if set(PAGES_OF_TASKS) != set(morse.gym.TASKS):
        raise ValueError(f"tasks without a page: {set(morse.gym.TASKS) ^ set(PAGES_OF_TASKS)}")
    made = {f"{PAGES}/mujoco.md": mujoco_page().encode()}
    for task in morse.gym.TASKS:
        text, picture = page(task)
        made[f"{PAGES}/{file_of(task)}.md"] = text.encode()
        made[f"{PICTURES}/{file_of(task)}.png"] = picture
    return made


def main() -> None:
    """Write the files, or compare them."""
    stale = []
    for name, data in files().items():
        path = ROOT / name
        if "--check" in sys.argv[1:]:
            if not is_current(path, data):
                stale.append(name)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    if stale:
        sys.exit("out of date: " + ", ".join(stale) + "\nwrite them with: python3 python/tools/make_gym_pages.py")


if __name__ == "__main__":
    main()
