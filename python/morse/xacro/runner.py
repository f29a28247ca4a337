"""Expands one xacro file: a program of its own, because macros compute and may not end.

::

    python3 runner.py FILE REQUEST

REQUEST is a JSON object: ``arguments``, texts by name, and ``resources``, folders that may hold packages. The result
is a JSON object on standard output: ``urdf`` and ``links``, the folders that the meshes of the URDF are in, by the
name that stands for each; or ``problem``. Warnings of xacro go to standard error.
"""

from __future__ import annotations

import contextlib
import difflib
import importlib
import io
import json
import os
import re
import sys
from typing import TYPE_CHECKING, Any

# The folder of this file is first on the search path, because Python runs the file by its path.
if TYPE_CHECKING:
    from morse.xacro.packages import Packages
else:
    from packages import Packages

#: Memory that a file may use for its expansion. [bytes]
MEMORY_MAX = 4 << 30

#: The declaration of an argument.
_DECLARATION = re.compile(r"""<xacro:arg\s[^>]*?\bname\s*=\s*["']([^"']+)["']""")

#: Elements of URDF whose attribute ``filename`` is a file.
_WITH_FILES = ("mesh", "texture")


class Problem(Exception):
    """Why a file cannot be expanded."""


class Arguments(dict[str, str]):
    """The arguments of a file. It remembers the names that the file declares or uses."""

    def __init__(self, given: dict[str, str]) -> None:
        super().__init__(given)
        self.asked: set[str] = set()

    def __contains__(self, name: object) -> bool:
        self.asked.add(str(name))
        return super().__contains__(name)

    def __getitem__(self, name: str) -> str:
        self.asked.add(name)
        return super().__getitem__(name)


def expanded(file: str, given: dict[str, str], resources: list[str]) -> dict[str, Any]:
    """The URDF of a file, and its links. Raises Problem."""
    xacro = _library()
    file = os.path.abspath(file)
    packages = Packages(os.path.dirname(file), resources)
    _find_packages_with(packages)
    arguments = Arguments(given)
    try:
        document = xacro.process_file(file, mappings=arguments)
    except RecursionError:
        raise Problem(_with_place(xacro, "a macro or an include contains itself without end")) from None
    except MemoryError:
        raise Problem(_with_place(xacro, f"the expansion needs more than {MEMORY_MAX >> 30} GiB of memory")) from None
    except SyntaxError as problem:
        raise Problem(_with_place(xacro, f"the expression {(problem.text or '').strip()!r}: {problem.msg}")) from None
    except Exception as problem:
        raise Problem(_with_place(xacro, _text_of(problem))) from None
    declared = arguments.asked | _declared([file, *getattr(xacro, "all_includes", [])])
    unknown = sorted(set(given) - declared)
    if unknown:
        raise Problem(_unknown(unknown[0], sorted(declared)))
    links = Links(packages, os.path.dirname(file))
    for tag in _WITH_FILES:
        for element in document.getElementsByTagName(tag):
            if element.hasAttribute("filename"):
                element.setAttribute("filename", links.linked(element.getAttribute("filename")))
    return {"urdf": document.toprettyxml(indent="  "), "links": links.folders}


class Links:
    """Folders with the meshes of a file, by the names that stand for them in the URDF.

    The URDF is written to another folder than that of the xacro file. There, a link of each name leads to the folder.
    """

    def __init__(self, packages: Packages, folder: str) -> None:
        self.folders: dict[str, str] = {}
        self._packages = packages
        self._folder = folder

    def linked(self, reference: str) -> str:
        """The reference to a mesh as it is written in the URDF; the same if it names an unknown package."""
        path = self._path(reference.strip())
        if path is None:
            return reference
        # A mesh may refer to files beside its folder, such as `../textures/a.png`.
        above = os.path.dirname(os.path.dirname(path))
        folder = self._packages.around(path) or above
        return f"{self._name(folder)}/{os.path.relpath(path, folder).replace(os.sep, '/')}"

    def _path(self, reference: str) -> str | None:
        for scheme in ("package:", "model:"):
            if reference.startswith(scheme):
                package, _, inner = reference[len(scheme) :].lstrip("/").partition("/")
                folder = self._packages.find(package)
                path = os.path.normpath(os.path.join(folder, inner)) if folder and inner else None
                return path if folder and path and path.startswith(os.path.join(folder, "")) else None
        if reference.startswith("file:"):
            reference = "/" + reference[len("file:") :].lstrip("/")
        is_path = reference and "://" not in reference
        return os.path.normpath(os.path.join(self._folder, reference)) if is_path else None

    def _name(self, folder: str) -> str:
        plain = os.path.basename(folder) or "root"
        count = 1
        name = plain
        while self.folders.setdefault(name, folder) != folder:
            count += 1
            name = f"{plain}_{count}"
        return name


def _library() -> Any:
    try:
        return importlib.import_module("xacro")
    except ModuleNotFoundError as problem:
        if problem.name == "xacro":
            raise Problem(
                f"the Python package xacro is not installed for {sys.executable}: pip install xacro"
            ) from None
        raise Problem(f"the Python package xacro cannot be imported: {problem}") from None
    except Exception as problem:
        raise Problem(f"the Python package xacro cannot be imported: {type(problem).__name__}: {problem}") from None


def _find_packages_with(packages: Packages) -> None:
    """Make ``$(find NAME)`` search the packages, before the finder of ROS if there is one."""
    for module in ("xacro.substitution_args", "roslaunch.substitution_args"):
        try:
            substitution = importlib.import_module(module)
        except ImportError:
            continue
        original = getattr(substitution, "_eval_find", None)

        def find(name: str, original: Any = original) -> str:
            found = packages.find(name)
            if found is None and original is not None:
                # The package index of ROS raises errors of many types, and ImportError where ROS is not installed.
                with contextlib.suppress(Exception):
                    found = str(original(name))
            if found is None:
                raise Problem(_no_package(name, packages))
            return found

        # The functions of a module are in its dictionary, where its other functions look them up.
        vars(substitution)["_eval_find"] = find
        known = getattr(substitution, "_eval_dict", None)
        if isinstance(known, dict):
            known["find"] = find


def _no_package(name: str, packages: Packages) -> str:
    similar = difflib.get_close_matches(name, packages.names(), 1)
    meant = f" (did you mean {similar[0]}?)" if similar else ""
    return (
        f"$(find {name}): there is no package {name}{meant} in AMENT_PREFIX_PATH, in ROS_PACKAGE_PATH "
        "or above the file; add the folder that holds it to ROS_PACKAGE_PATH"
    )


def _text_of(problem: BaseException) -> str:
    """The message of xacro. It wraps the error of a substitution, so the innermost one counts."""
    inner: Any = problem
    while getattr(inner, "exc", None) is not None:
        inner = inner.exc
    if isinstance(inner, Problem):
        return str(inner)
    if type(inner).__name__ == "ArgException":
        return f"it needs a value for its argument {inner}"
    if isinstance(inner, RecursionError):
        return "a macro, an include or an expression contains itself without end"
    text = str(problem) or repr(problem)
    if inner is not problem and (text.count(str(inner)) > 1 or isinstance(inner, OSError)):
        # xacro repeats the wrapped error.
        text = text.replace(f" {inner}", "", 1)
    return text.replace(" \n", "\n")


def _with_place(xacro: Any, problem: str) -> str:
    """The problem with the files and macros in which xacro met it."""
    written = io.StringIO()
    with contextlib.redirect_stderr(written), contextlib.suppress(Exception):
        xacro.print_location()
    places = [line.strip() for line in written.getvalue().splitlines() if line.strip()]
    # Without end means hundreds of places.
    kept = places if len(places) <= 8 else [*places[:4], f"… {len(places) - 8} more …", *places[-4:]]
    return "\n  ".join([problem, *kept])


def _declared(files: list[str]) -> set[str]:
    """The arguments that files declare, also in conditions that do not hold."""
    names: set[str] = set()
    for file in files:
        with contextlib.suppress(OSError), open(file, encoding="utf-8", errors="replace") as stream:
            names.update(_DECLARATION.findall(stream.read()))
    return names


def _unknown(name: str, known: list[str]) -> str:
    similar = difflib.get_close_matches(name, known, 1)
    meant = f"; did you mean {similar[0]!r}?" if similar else ""
    names = f"its arguments are {', '.join(known)}" if known else "it has no arguments"
    return f"it has no argument {name!r}{meant}; {names}"


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # on Windows
        return
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    limit = MEMORY_MAX if hard == resource.RLIM_INFINITY else min(MEMORY_MAX, hard)
    # A system may refuse limits.
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (limit, hard))


def main(words: list[str]) -> int:
    """Expand the file of the command line and print the result."""
    file, request = words[0], json.loads(words[1])
    _limit_memory()
    output = sys.stdout
    # Files may print.
    sys.stdout = sys.stderr
    # A folder beside this file must not take the place of an installed package.
    del sys.path[0]
    try:
        result = expanded(file, request["arguments"], request["resources"])
    except Problem as problem:
        result = {"problem": str(problem)}
    except KeyboardInterrupt:
        return 130
    output.write(json.dumps(result))
    output.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
