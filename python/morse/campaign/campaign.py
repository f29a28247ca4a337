"""Runs a campaign with the command ``morse campaign``, and reads its results."""

import json
import os
import subprocess
import sys
from typing import Any, Dict, Iterator, Mapping, Optional, Union

from morse.campaign.command import CommandNotFound, morse_program

Path = Union[str, "os.PathLike[str]"]

#: Files in the folder of a campaign.
RESULTS = "runs.jsonl"
TABLE = "results.parquet"
PLAN = "plan.json"


class CampaignError(RuntimeError):
    """A campaign that could not be done: its message is that of the command."""


class Results:
    """The results of a campaign, which lie in a folder."""

    def __init__(self, folder: Path, summary: Optional[Mapping[str, Any]] = None) -> None:
        self.folder = os.fspath(folder)
        #: What the command said in the end: ``runs``, ``done``, ``successes``, ``failures``, ``errors``, ``elapsed_s``, …
        self.summary: Dict[str, Any] = dict(summary or {})
        if not os.path.isfile(os.path.join(self.folder, RESULTS)):
            raise CampaignError(f"{self.folder} holds no campaign")

    @property
    def table(self) -> str:
        """The path of the Parquet table, for ``pandas.read_parquet``, ``polars.read_parquet`` or DuckDB."""
        return os.path.join(self.folder, TABLE)

    def rows(self) -> Iterator[Dict[str, Any]]:
        """A dictionary for each run that is done, with the columns of the table, in the order of the runs."""
        with open(os.path.join(self.folder, RESULTS), encoding="utf-8") as stream:
            records = [json.loads(line) for line in stream if line.endswith("\n")]
        for record in sorted(records, key=lambda record: record["run"]):
            parameters, metrics = record.pop("parameters"), record.pop("metrics")
            yield {**record, **parameters, **metrics}

    def report(self, output: Optional[Path] = None) -> str:
        """Write the page with plots, and return its path."""
        words = ["report", self.folder]
        if output is not None:
            words += ["--output", os.fspath(output)]
        return _command(words, {0}).strip()


def run(
    plan: Union[Path, Mapping[str, Any]],
    *,
    output: Optional[Path] = None,
    workers: Optional[int] = None,
    ray: Optional[str] = None,
    restart: bool = False,
    python: Optional[str] = None,
) -> Results:
    """Do the runs of a plan that are not done, and return all results.

    ``plan`` is a file, or a dictionary with the keys of a plan; paths of scenes in it are then relative to the working
    directory, and ``output`` must name a folder. ``workers`` is how many runs are done at once, ``ray`` the address of a
    Ray cluster. ``python`` runs the scene scripts, by default this one. Runs that cannot be done are in the results, with
    their ``error``. Raises CampaignError when the campaign itself cannot be done.
    """
    if isinstance(plan, Mapping):
        if output is None:
            raise ValueError("a plan that is no file needs output, the folder of its results")
        plan = _written(plan, output)
    words = [os.fspath(plan), "--json", "--python", python or sys.executable]
    if output is not None:
        words += ["--output", os.fspath(output)]
    if workers is not None:
        words += ["--workers", str(workers)]
    if ray is not None:
        words += ["--ray", ray]
    if restart:
        words.append("--restart")
    # Status 1 with a summary says that some runs could not be done.
    summary = json.loads(_command(words, {0, 1}))
    return Results(summary["folder"], summary)


def _written(plan: Mapping[str, Any], output: Path) -> str:
    """A file with the plan, in the folder of its results."""
    os.makedirs(output, exist_ok=True)
    path = os.path.join(os.fspath(output), PLAN)
    whole = dict(plan)
    if isinstance(whole.get("scenes"), (list, tuple)):
        whole["scenes"] = [os.path.abspath(scene) for scene in whole["scenes"]]
    with open(path, "w", encoding="utf-8") as stream:
        json.dump(whole, stream, indent=2, allow_nan=False)
    return path


def _command(words: Any, good: Any) -> str:
    try:
        program = morse_program()
    except CommandNotFound as problem:
        raise CampaignError(str(problem)) from None
    ended = subprocess.run([program, "campaign", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if ended.returncode not in good or not ended.stdout:
        raise CampaignError(ended.stderr.strip() or f"`morse campaign` ended with status {ended.returncode}")
    return ended.stdout
