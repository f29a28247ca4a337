"""Messages of the Builder. They are part of the scene document; those without a code are also logged at once."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING, Callable, NamedTuple

from morse.builder.script.source import Place, calling_place

if TYPE_CHECKING:
    from morse.builder.components.wired import Wired

logger = logging.getLogger("morsebuilder.morse.builder")


class Report(NamedTuple):
    """A warning or an error that did not stop the script."""

    #: ``warning`` or ``error``.
    severity: str
    #: The component concerned, if any.
    subject: Wired | None
    #: Returns the text. It is called when the scene is complete, so that the text has the final names.
    message: Callable[[], str]
    place: Place | None
    #: Code of the simulator's diagnostic, for a finding that the simulator shows.
    code: str | None = None
    #: Other lines that the message refers to.
    related: Sequence[Place] = ()


#: All messages, oldest first; `start_over` of the scene clears the list.
reports: list[Report] = []


def warn(message: str, subject: Wired | None = None) -> None:
    """Log a warning and keep it for the document."""
    _report("warning", message, subject)


def error(message: str, subject: Wired | None = None) -> None:
    """Log an error and keep it for the document; the script goes on."""
    _report("error", message, subject)


def finding(
    code: str,
    message: Callable[[], str],
    subject: Wired | None,
    place: Place | None,
    related: Sequence[Place | None] = (),
) -> None:
    """Keep a warning for the simulator to show, with the related lines."""
    others = [other for other in related if other is not None and other != place]
    reports.append(Report("warning", subject, message, place, code, others))


def _report(severity: str, message: str, subject: Wired | None) -> None:
    place = calling_place()
    reports.append(Report(severity, subject, lambda: message, place))
    text = f"{place}: {message}" if place else message
    logger.log(logging.ERROR if severity == "error" else logging.WARNING, text)
