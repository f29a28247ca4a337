"""Builds the wheel: maturin builds the engine module, and the commands `morse` and `morseexec` are added as programs.

The command could be a Python script that calls the engine module. But a script takes 20 ms and more to start, a program
3 ms, and `morse topic echo` and shell completion are started often. The program adds some megabytes.

The environment variable MORSE_WHEEL_PROFILE is the profile of cargo: `release`, `dist` for distribution, or `dev`
for tests.
"""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Union

import maturin

ROOT = Path(__file__).resolve().parents[2]
PROFILE = os.environ.get("MORSE_WHEEL_PROFILE", "release")
#: Tag of the systems that the wheel fits, such as `manylinux_2_31`; maturin checks it. Without one it fits this system.
COMPATIBILITY = os.environ.get("MORSE_WHEEL_COMPATIBILITY")
#: Optional features that take minutes to compile. Releases have them.
OPTIONAL = ["zenoh", "gpu"] if PROFILE == "dist" else []
#: Folder of the files for the wheel beside its packages: `data` in pyproject.toml.
DATA = ROOT / "target" / "wheel" / "data"
#: Folder of the command.
SCRIPTS = DATA / "scripts"
#: Folder of files that are installed into `share`, where shells and `man` look for them beside a command.
SHARE = DATA / "data" / "share"
#: Completions of shells and their files.
COMPLETIONS = {
    "bash": "bash-completion/completions/morse",
    "zsh": "zsh/site-functions/_morse",
    "fish": "fish/vendor_completions.d/morse.fish",
}
COMMANDS = ["morse.exe", "morseexec.exe"] if sys.platform == "win32" else ["morse", "morseexec"]
#: Folders of the repository that no build needs.
NOT_NEEDED = ("target/", "docs/pictures/", "docs/gallery/", "tests/", "benches/", "addons/", "viewer/", "PKG-INFO")

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
    _write_shared_files(SCRIPTS / COMMANDS[0])


def _write_shared_files(program: Path) -> None:
    """Let the command write its completions and its page for `man`."""
    files = [(["completions", shell], file) for shell, file in COMPLETIONS.items()]
    for words, file in [*files, (["man"], "man/man1/morse.1")]:
        text = subprocess.run([str(program), *words], check=True, stdout=subprocess.PIPE).stdout
        (SHARE / file).parent.mkdir(parents=True, exist_ok=True)
        (SHARE / file).write_bytes(text)


def _with_profile(settings: Settings) -> dict[str, object]:
    arguments = [f"--profile {PROFILE}", *(f"--features {feature}" for feature in OPTIONAL)]
    if COMPATIBILITY:
        arguments.append(f"--compatibility {COMPATIBILITY}")
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
    """Hook of PEP 517. maturin's own would lack the sources of the command."""
    with tempfile.TemporaryDirectory() as folder:
        info = prepare_metadata_for_build_wheel(folder, config_settings)
        metadata = (Path(folder) / info / "METADATA").read_bytes()
    base = info[: -len(".dist-info")]
    with tarfile.open(Path(sdist_directory) / f"{base}.tar.gz", "w:gz", format=tarfile.PAX_FORMAT) as archive:
        for file in _sources():
            archive.add(ROOT / file, f"{base}/{file}", filter=_without_owner)
        entry = tarfile.TarInfo(f"{base}/PKG-INFO")
        entry.size = len(metadata)
        archive.addfile(entry, io.BytesIO(metadata))
    return f"{base}.tar.gz"


def _sources() -> list[str]:
    """The files that a build needs, in order: those of git, or all if the sources are not a clone."""
    if (ROOT / ".git").exists():
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, stdout=subprocess.PIPE, check=True)
        files = [file for file in listed.stdout.decode().split("\0") if (ROOT / file).is_file()]
    else:
        paths = (path for path in ROOT.rglob("*") if path.is_file())
        files = [path.relative_to(ROOT).as_posix() for path in paths]
    return sorted(file for file in files if not file.startswith(NOT_NEEDED))


def _without_owner(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    return entry


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
