"""Builds the wheel: maturin builds the engine module, and the commands `morse` and `morseexec` are added as programs.

The command could be a Python script that calls the engine module. But a script takes 20 ms and more to start, a program
3 ms, and `morse topic echo` and shell completion are started often. The program adds some megabytes.

The environment variable MORSE_WHEEL_PROFILE is the profile of cargo: `release`, `dist` for distribution, or `dev`
for tests.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Union

import maturin

ROOT = Path(__file__).resolve().parents[2]
PROFILE = os.environ.get("MORSE_WHEEL_PROFILE", "release")
#: Optional features that take minutes to compile. Releases have them.
OPTIONAL = ["zenoh", "gpu"] if PROFILE == "dist" else []
#: Folder of the command for the wheel: `data` in pyproject.toml.
SCRIPTS = ROOT / "target" / "wheel" / "data" / "scripts"
COMMANDS = ["morse.exe", "morseexec.exe"] if sys.platform == "win32" else ["morse", "morseexec"]

Settings = Union[dict[str, object], None]


def _build_command() -> None:
    """Build the command. Maturin then builds the engine module, which shares its dependencies.

    The module is not built here: maturin's settings differ, so that it would be linked twice.
    """
    cargo = os.environ.get("CARGO", "cargo")
    build = [cargo, "build", "--profile", PROFILE, "--package", "morse-cli"]
    for feature in OPTIONAL:
        build += ["--features", feature]
    subprocess.run(build, cwd=ROOT, check=True)
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    folder = target / ("debug" if PROFILE == "dev" else PROFILE)
    SCRIPTS.mkdir(parents=True, exist_ok=True)
    strip = shutil.which("strip")
    for command in COMMANDS:
        program = SCRIPTS / command
        program.unlink(missing_ok=True)
        shutil.copy2(folder / command, program)
        if strip is not None:
            subprocess.run([strip, str(program)], check=True)


def _with_profile(settings: Settings) -> dict[str, object]:
    arguments = [f"--profile {PROFILE}", *(f"--features {feature}" for feature in OPTIONAL)]
    return {**(settings or {}), "build-args": " ".join(arguments)}


def build_wheel(wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None) -> str:
    """Hook of PEP 517."""
    _build_command()
    return str(maturin.build_wheel(wheel_directory, _with_profile(config_settings), metadata_directory))


def build_editable(
    wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None
) -> str:
    """Hook of PEP 660."""
    _build_command()
    return str(maturin.build_editable(wheel_directory, _with_profile(config_settings), metadata_directory))


def build_sdist(sdist_directory: str, config_settings: Settings = None) -> str:
    """Hook of PEP 517."""
    SCRIPTS.mkdir(parents=True, exist_ok=True)
    return str(maturin.build_sdist(sdist_directory, config_settings))


def prepare_metadata_for_build_wheel(metadata_directory: str, config_settings: Settings = None) -> str:
    """Hook of PEP 517."""
    SCRIPTS.mkdir(parents=True, exist_ok=True)
    return str(maturin.prepare_metadata_for_build_wheel(metadata_directory, _with_profile(config_settings)))


prepare_metadata_for_build_editable = prepare_metadata_for_build_wheel


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    """Hook of PEP 517."""
    return list(maturin.get_requires_for_build_wheel(config_settings))


get_requires_for_build_editable = get_requires_for_build_wheel


def get_requires_for_build_sdist(config_settings: Settings = None) -> list[str]:
    """Hook of PEP 517."""
    return list(maturin.get_requires_for_build_sdist(config_settings))
