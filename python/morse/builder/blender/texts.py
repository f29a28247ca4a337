"""Texts of ``bpy.data.texts``, kept in memory while the script runs."""

from __future__ import annotations

from morse.builder.blender.collections import unique_name
from morse.builder.scene import scene


class Text:
    """A text with a name."""

    def __init__(self, name: str = "Text") -> None:
        self._name = unique_name(name, scene().texts)
        self._text = ""
        scene().texts.append(self)

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
