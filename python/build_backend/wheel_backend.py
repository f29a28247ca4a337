"""Builds the wheel: maturin builds the engine module, and the command `morse` goes beside it as a program.

The command could have been a Python script that calls the engine module. A program starts in 3 ms, a Python script in
20 ms and more, and `morse topic echo` or a shell's completion are started often; the price is some megabytes.

The variable MORSE_WHEEL_PROFILE names the profile of cargo: `release`, `dist` for what is given to others, or `dev` for the tests.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Dict, List, Optional

import maturin

ROOT = Path(__file__).resolve().parents[2]
PROFILE = os.environ.get("MORSE_WHEEL_PROFILE", "release")
#: Where the command lies for the wheel; `data` in pyproject.toml.
SCRIPTS = ROOT / "target" / "wheel" / "data" / "scripts"
COMMAND = "morse.exe" if sys.platform == "win32" else "morse"

Settings = Optional[Dict[str, Any]]


def _build_command() -> None:
    """Build the command, and with it everything that the engine module shares with it."""
    cargo = os.environ.get("CARGO", "cargo")
    words = [cargo, "build", "--profile", PROFILE, "--package", "morse-cli", "--package", "morse-python"]
    subprocess.run(words, cwd=ROOT, check=True)
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    folder = target / ("debug" if PROFILE == "dev" else PROFILE)
    SCRIPTS.mkdir(parents=True, exist_ok=True)
    place = SCRIPTS / COMMAND
    place.unlink(missing_ok=True)
    shutil.copy2(folder / COMMAND, place)
    strip = shutil.which("strip")
    if strip is not None:
        subprocess.run([strip, str(place)], check=True)


def _with_profile(settings: Settings) -> Dict[str, Any]:
    return {**(settings or {}), "build-args": f"--profile {PROFILE}"}


def build_wheel(wheel_directory: str, config_settings: Settings = None, metadata_directory: Optional[str] = None) -> str:
    """The hook of PEP 517."""
    _build_command()
    return str(maturin.build_wheel(wheel_directory, _with_profile(config_settings), metadata_directory))


def build_editable(
    wheel_directory: str, config_settings: Settings = None, metadata_directory: Optional[str] = None
) -> str:
    """The hook of PEP 660."""
    _build_command()
    return str(maturin.build_editable(wheel_directory, _with_profile(config_settings), metadata_directory))


def build_sdist(sdist_directory: str, config_settings: Settings = None) -> str:
    """The hook of PEP 517."""
    SCRIPTS.mkdir(parents=True, exist_ok=True)
    return str(maturin.build_sdist(sdist_directory, config_settings))


def prepare_metadata_for_build_wheel(metadata_directory: str, config_settings: Settings = None) -> str:
    """The hook of PEP 517."""
    SCRIPTS.mkdir(parents=True, exist_ok=True)
    return str(maturin.prepare_metadata_for_build_wheel(metadata_directory, _with_profile(config_settings)))


prepare_metadata_for_build_editable = prepare_metadata_for_build_wheel


def get_requires_for_build_wheel(config_settings: Settings = None) -> List[str]:
    """The hook of PEP 517."""
    return list(maturin.get_requires_for_build_wheel(config_settings))


get_requires_for_build_editable = get_requires_for_build_wheel


def get_requires_for_build_sdist(config_settings: Settings = None) -> List[str]:
    """The hook of PEP 517."""
    return list(maturin.get_requires_for_build_sdist(config_settings))
