"""Compares the verdicts of `morse check` and `morse run` about broken scenes: good ones with one changed word.

    python3 benches/broken_scenes.py --count 500 --seed 1 target/debug/morse

A word is a name, a number or a text of the script. Prints each scene about which the verdicts differ, with its change,
and the numbers. The exit status is 1 if they differ about a scene.
"""

from __future__ import annotations

import argparse
import ast
import io
import os
import random
import subprocess
import sys
import tempfile
import tokenize
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
#: Folders with good scenes.
FOLDERS = ("examples", "tests/e2e/tutorials")
#: Time limit of a command. [s]
LIMIT_S = 120
#: Share of the changes that are of numbers and texts.
VALUES_SHARE = 0.6
#: Values that replace numbers.
NUMBERS = ("0", "-1", "1e9", "0.5", "'1'", "None", "[1, 2]")
#: Scenes that wait for a program, need files of their own, or give their word to a client.
LEFT_OUT = ("ardupilot", "px4", "gym_", "_client", "campaign")


class Change(NamedTuple):
    """One change of a scene."""

    scene: Path
    line: int
    before: str
    after: str
    text: str


class Verdict(NamedTuple):
    """The exit status of a command, and its log."""

    is_accepted: bool
    log: str


def scenes() -> list[Path]:
    """The good scenes, in alphabetical order."""
    found = [path for folder in FOLDERS for path in sorted((ROOT / folder).glob("*.py"))]
    return [
        path
        for path in found
        if "Environment(" in path.read_text(encoding="utf-8") and not any(part in path.name for part in LEFT_OUT)
    ]


def words(text: str) -> list[tokenize.TokenInfo]:
    """The words of a script that may be changed: those after its imports."""
    tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    imports = {
        line
        for node in ast.walk(ast.parse(text))
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    kinds = (tokenize.NAME, tokenize.NUMBER, tokenize.STRING)
    keywords = {"for", "in", "if", "def", "class", "return", "import", "from", "as", "self", "with", "lambda", "else"}
    return [
        token
        for token in tokens
        if token.type in kinds
        and token.start[0] not in imports
        and token.string not in keywords
        and not token.string.startswith(('"' * 3, "'" * 3))
    ]


def misspelled(word: str, chance: random.Random) -> str:
    """A word with a letter left out, doubled, or exchanged with the next one."""
    place = chance.randrange(len(word))
    ways = [word[:place] + word[place + 1 :], word[:place] + word[place] + word[place:]]
    if place + 1 < len(word):
        ways.append(word[:place] + word[place + 1] + word[place] + word[place + 2 :])
    return chance.choice([way for way in ways if way and way != word] or [word + "x"])


def replacement(token: tokenize.TokenInfo, others: list[str], chance: random.Random) -> str:
    """Another word in place of a name, number or text. `others` are the script's words of the same kind."""
    if token.type == tokenize.NUMBER:
        return chance.choice([number for number in NUMBERS if number != token.string])
    other = [word for word in others if word != token.string]
    if other and chance.random() < 0.4:
        return chance.choice(other)
    if token.type == tokenize.NAME:
        return misspelled(token.string, chance)
    quote = token.string[-1]
    inside = token.string[token.string.index(quote) + 1 : -1]
    return f"{quote}{misspelled(inside, chance) if inside else 'x'}{quote}"


def change(scene: Path, chance: random.Random) -> Change:
    """A scene with one changed word."""
    text = scene.read_text(encoding="utf-8")
    found = words(text)
    # A wrong name ends most scripts; a wrong value shows what the simulator makes of it.
    values = [word for word in found if word.type != tokenize.NAME]
    token = chance.choice(values if values and chance.random() < VALUES_SHARE else found)
    others = sorted({word.string for word in found if word.type == token.type})
    after = replacement(token, others, chance)
    lines = text.splitlines(keepends=True)
    (row, begin), (_, end) = token.start, token.end
    line = lines[row - 1]
    lines[row - 1] = line[:begin] + after + line[end:]
    return Change(scene, row, token.string, after, "".join(lines))


def verdict(command: list[str], scene: Path, folder: Path) -> Verdict:
    """Whether a command accepts a scene."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(scene.parent), os.environ.get("PYTHONPATH", "")])}
    try:
        ended = subprocess.run(
            [*command, str(scene)],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=LIMIT_S,
            check=False,
        )
    except subprocess.TimeoutExpired as late:
        return Verdict(False, f"no end after {LIMIT_S} s\n{(late.output or b'').decode(errors='replace')}")
    return Verdict(ended.returncode == 0, ended.stdout.decode(errors="replace"))


def judged(morse: str, changed: Change) -> tuple[Verdict, Verdict]:
    """The verdicts of `check` and of `run`."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        # The scene keeps its name, and the files beside it.
        for beside in changed.scene.parent.iterdir():
            (folder / beside.name).symlink_to(beside)
        scene = folder / changed.scene.name
        scene.unlink()
        scene.write_text(changed.text, encoding="utf-8")
        check = verdict([morse, "check"], scene, folder)
        run = [morse, "run", "--fast", "--duration", "0.1", "--port", "0", "--stream-port", "0"]
        return check, verdict(run, scene, folder)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("morse", help="the command")
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first scene")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    morse = str(Path(options.morse).resolve())
    good = scenes()
    changes = []
    for number in range(options.first, options.first + options.count):
        chance = random.Random(f"{options.seed}/{number}")
        changes.append(change(good[number % len(good)], chance))
    counts: Counter[str] = Counter()
    with ThreadPoolExecutor(options.jobs) as pool:
        for number, (changed, (check, run)) in enumerate(
            zip(changes, pool.map(lambda changed: judged(morse, changed), changes)), options.first
        ):
            kind = {True: "accepted", False: "refused"}
            counts[f"check {kind[check.is_accepted]}, run {kind[run.is_accepted]}"] += 1
            if check.is_accepted != run.is_accepted:
                where = f"{changed.scene.relative_to(ROOT)}:{changed.line}: {changed.before} -> {changed.after}"
                print(f"=== {number}: {where}\n--- check\n{check.log[-1500:]}\n--- run\n{run.log[-2500:]}", flush=True)
    print(f"{len(good)} good scenes, {options.count} changes: " + "; ".join(f"{n} {k}" for k, n in sorted(counts.items())))
    return int(any(k in counts for k in ("check accepted, run refused", "check refused, run accepted")))


if __name__ == "__main__":
    sys.exit(main())
