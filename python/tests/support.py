"""Helpers of the tests: run a scene script given as text, in this process or in a new one."""

import contextlib
import io
import json
import logging
import os
import subprocess
import sys
import tempfile
import textwrap
import unittest
from collections.abc import Sequence
from typing import Any, NamedTuple, Optional

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
EXAMPLES = os.path.join(os.path.dirname(ROOT), "examples")
sys.path.insert(0, ROOT)

from morse.builder import run, scene
from morse.builder.script import errors

SOCKET = "morse.middleware.socket_datastream.SocketDatastreamManager"
SOCKET_OUT = "morse.middleware.socket_datastream.SocketPublisher"
SOCKET_IN = "morse.middleware.socket_datastream.SocketReader"
SOCKET_REQUESTS = "morse.middleware.socket_request_manager.SocketRequestManager"

IMPORT = "from morse.builder import *\n"
END = "\nenv = Environment('empty')\n"


class Outcome(NamedTuple):
    """Result of a script that ran in a new process."""

    status: int
    document: Optional[dict[str, Any]]
    stdout: str
    stderr: str


class BuilderTest(unittest.TestCase):
    """A test that describes scenes."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = os.path.realpath(folder.name)
        logging.getLogger("morsebuilder").disabled = False

    def write(self, text: str, name: str = "scene.py") -> str:
        """Writes a file in the folder of this test and returns its path."""
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(textwrap.dedent(text))
        return path

    def describe(self, text: str, arguments: Sequence[str] = ()) -> dict[str, Any]:
        """The document of a complete script; errors of the script propagate."""
        return self.describe_file(self.write(text), arguments)

    def scene(self, text: str) -> dict[str, Any]:
        """The document of a script given without its first and last line: the import and the empty Environment."""
        return self.describe(IMPORT + textwrap.dedent(text) + END)

    def describe_file(self, path: str, arguments: Sequence[str] = ()) -> dict[str, Any]:
        """The document of the script in a file."""
        scene.start_over().is_run = True
        main, arguments, hook = sys.modules["__main__"], sys.argv, sys.excepthook
        logging.getLogger("morsebuilder").setLevel(logging.CRITICAL)
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                module = run.execute(path, list(arguments))
                document = run.finished_document(path)
                del module
        finally:
            sys.modules["__main__"], sys.argv, sys.excepthook = main, arguments, hook
            errors.remove_hook()
        # The simulator reads the document as JSON.
        return json.loads(json.dumps(document, allow_nan=False))

    def run_process(self, path: str, *arguments: str, environment: Optional[dict[str, str]] = None) -> Outcome:
        """Runs a script like the command."""
        reader, writer = os.pipe()
        command = [sys.executable, "-m", "morse.builder.run", path, "--document-fd", str(writer), *arguments]
        variables = {**os.environ, "PYTHONPATH": ROOT, **(environment or {})}
        process = subprocess.Popen(
            command,
            pass_fds=[writer],
            cwd=self.folder,
            env=variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            universal_newlines=True,
        )
        os.close(writer)
        with os.fdopen(reader, "rb") as stream:
            written = stream.read()
        stdout, stderr = process.communicate(timeout=60)
        return Outcome(process.returncode, json.loads(written) if written else None, stdout, stderr)


# Defaults of the keys of objects.
_DEFAULTS: dict[str, Any] = {
    **dict.fromkeys(("class", "parent", "attach_to", "rate_hz", "level", "model", "shape", "source")),
    "parts": [],
    "body": {},
    "visual": {},
    "external": False,
    "options": {},
    "sources": {},
}


def names(document: dict[str, Any]) -> list[str]:
    """Names of the objects, in order."""
    return [entry["name"] for entry in document["objects"]]


def named(document: dict[str, Any], name: str) -> dict[str, Any]:
    """The object of this name, with the defaults of the format."""
    return {**_DEFAULTS, **next(entry for entry in document["objects"] if entry["name"] == name)}


def messages(document: dict[str, Any], severity: str) -> list[str]:
    """Messages that the Builder logged at this severity."""
    return [entry["message"] for entry in document["builder_log"] if entry["severity"] == severity]
