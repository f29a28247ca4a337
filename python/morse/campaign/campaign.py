"""Runs a campaign with the command ``morse campaign``, and reads its results."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Union

from morse.campaign.command import CommandNotFound, morse_program

Path = Union[str, "os.PathLike[str]"]
#: A plan, a summary or a row of results. Any: JSON, with values that depend on the scenes.
Row = dict[str, Any]

#: Files in the folder of a campaign.
RESULTS = "runs.jsonl"
TABLE = "results.parquet"
PLAN = "plan.json"


class CampaignError(RuntimeError):
    """A campaign that failed. The text is the message of the command."""


class Results:
    """The results of a campaign in a folder. Raises CampaignError for other folders."""

    def __init__(self, folder: Path, summary: Row | None = None) -> None:
        self.folder = os.fspath(folder)
        #: Summary of the command: ``runs``, ``done``, ``successes``, ``failures``, ``errors``, ``elapsed_s``, …
        self.summary: Row = dict(summary or {})
        if not os.path.isfile(os.path.join(self.folder, RESULTS)):
            raise CampaignError(f"{self.folder} holds no campaign")

    @property
    def table(self) -> str:
        """Path of the Parquet table, for ``pandas.read_parquet``, ``polars.read_parquet`` or DuckDB."""
        return os.path.join(self.folder, TABLE)

    def rows(self) -> Iterator[Row]:
        """A dictionary with the columns of the table for each finished run, in the order of the runs."""
        with open(os.path.join(self.folder, RESULTS), encoding="utf-8") as stream:
            records = [json.loads(line) for line in stream if line.endswith("\n")]
        for record in sorted(records, key=lambda record: record["run"]):
            parameters, metrics = record.pop("parameters"), record.pop("metrics")
            yield {**record, **parameters, **metrics}

    def report(self, output: Path | None = None) -> str:
        """Write the page with plots, and return its path."""
        arguments = ["report", self.folder]
        if output is not None:
            arguments += ["--output", os.fspath(output)]
        return _command(arguments, {0}).strip()


def run(
    plan: Path | Row,
    *,
    output: Path | None = None,
    workers: int | None = None,
    ray: str | None = None,
    restart: bool = False,
    python: str | None = None,
    render: str | None = None,
) -> Results:
    """Make the missing runs of a plan, and return all results.

    ``plan`` is a file, or a dictionary with the keys of a plan. Paths of scenes in a dictionary are relative to the
    working directory, and ``output`` must name a folder. ``workers`` is the number of simultaneous runs, ``ray`` the
    address of a Ray cluster. ``python`` runs the scene scripts; the default is this interpreter. ``render`` is the
    processor that draws pictures: ``"auto"``, ``"cpu"`` or ``"gpu"``. Failed runs are in the results, with their
    ``error``. Raises CampaignError when the campaign itself fails.
    """
    if isinstance(plan, Mapping):
        if output is None:
            raise ValueError("a plan that is not a file needs output, the folder of its results")
        plan = _written(plan, output)
    arguments = [os.fspath(plan), "--json", "--python", python or sys.executable]
    if output is not None:
        arguments += ["--output", os.fspath(output)]
    if workers is not None:
        arguments += ["--workers", str(workers)]
    if ray is not None:
        arguments += ["--ray", ray]
    if render is not None:
        arguments += ["--render", render]
    if restart:
        arguments.append("--restart")
    # Status 1 with a summary means that some runs failed.
    summary: Row = json.loads(_command(arguments, {0, 1}))
    return Results(summary["folder"], summary)


def _written(plan: Row, output: Path) -> str:
    """Write the plan to a file in the folder of its results."""
    os.makedirs(output, exist_ok=True)
    path = os.path.join(os.fspath(output), PLAN)
    document = dict(plan)
    if isinstance(document.get("scenes"), (list, tuple)):
        document["scenes"] = [os.path.abspath(scene) for scene in document["scenes"]]
    with open(path, "w", encoding="utf-8") as stream:
        json.dump(document, stream, indent=2, allow_nan=False)
    return path


def _command(arguments: Sequence[str], accepted: Collection[int]) -> str:
    """Run ``morse campaign``, and return its output. Raises CampaignError for a status that is not accepted."""
    try:
        program = morse_program()
    except CommandNotFound as problem:
        raise CampaignError(str(problem)) from None
    ended = subprocess.run([program, "campaign", *arguments], capture_output=True, text=True)
    if ended.returncode not in accepted or not ended.stdout:
        raise CampaignError(ended.stderr.strip() or f"`morse campaign` ended with status {ended.returncode}")
    return ended.stdout
