"""Texts of ``bpy.data.texts``, kept in memory while the script runs. ``import x`` finds the text ``x.py``."""

from __future__ import annotations

import importlib.abc
import importlib.util
import linecache
import sys
from importlib.machinery import ModuleSpec
from types import ModuleType

from morse.builder.blender.collections import unique_name
from morse.builder.scene import scene


class Text:
    """A text with a name."""

    def __init__(self, name: str = "Text") -> None:
        self._name = unique_name(name, scene().texts)
        self._text = ""
        scene().texts.append(self)
        _install()

    @property
    def name(self) -> str:
        """Name of the text; an assigned name that is taken gets a number."""
        return self._name

    @name.setter
    def name(self, name: str) -> None:
        self._name = unique_name(str(name), [text for text in scene().texts if text is not self])

    def clear(self) -> None:
        """Remove the content."""
        self._text = ""

    def write(self, text: str) -> None:
        """Append to the content."""
        self._text += text

    def from_string(self, text: str) -> None:
        """Replace the content."""
        self._text = text

    def as_string(self) -> str:
        """The content."""
        return self._text

    @property
    def lines(self) -> list[TextLine]:
        """The lines of the content."""
        return [TextLine(line) for line in self._text.split("\n")]


class TextLine:
    """A line of a text."""

    def __init__(self, body: str) -> None:
        self.body = body


class _TextFinder(importlib.abc.MetaPathFinder, importlib.abc.InspectLoader):
    """Import finder for texts whose names end in ``.py``, after all files."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        text = _text_of(name)
        return None if text is None else importlib.util.spec_from_loader(name, self, origin=f"<text {text.name}>")

    def get_source(self, fullname: str) -> str:
        """The content of a text. Raises ImportError."""
        text = _text_of(fullname)
        if text is None:
            raise ImportError(f"there is no text {fullname}.py", name=fullname)
        return text.as_string()

    def exec_module(self, module: ModuleType) -> None:
        """Run the text as a module."""
        file, source = f"<text {module.__name__}.py>", self.get_source(module.__name__)
        # Tracebacks show its lines.
        linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
        exec(compile(source, file, "exec"), vars(module))


def _text_of(module: str) -> Text | None:
    return next((text for text in scene().texts if text.name == f"{module}.py"), None)


def _install() -> None:
    if not any(isinstance(finder, _TextFinder) for finder in sys.meta_path):
        sys.meta_path.append(_TextFinder())
