"""Texts, which scripts kept in Blender's file: here, in memory while the script runs."""

from typing import List

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
        """Its name; a taken one gets a number when written."""
        return self._name

    @name.setter
    def name(self, name: str) -> None:
        self._name = unique_name(str(name), [text for text in scene().texts if text is not self])

    def clear(self) -> None:
        """Remove all of it."""
        self._text = ""

    def write(self, text: str) -> None:
        """Add to it."""
        self._text += text

    def from_string(self, text: str) -> None:
        """Replace it."""
        self._text = text

    def as_string(self) -> str:
        """The whole text."""
        return self._text

    @property
    def lines(self) -> List["TextLine"]:
        """Its lines."""
        return [TextLine(line) for line in self._text.split("\n")]


class TextLine:
    """A line of a text."""

    def __init__(self, body: str) -> None:
        self.body = body
