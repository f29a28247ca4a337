"""Messages of the builder: stored for the scene document; those without a code are also logged at once."""

import logging
from typing import Any, Callable, List, NamedTuple, Optional, Sequence

from morse.builder.source import Place, calling_place

logger = logging.getLogger("morsebuilder.morse.builder")


class Report(NamedTuple):
    """One warning or error that did not stop the script."""

    severity: str
    subject: Any  # the component it is about, or None
    message: Callable[[], str]  # called when the scene is complete, so that it has the names of the end
    place: Optional[Place]
    code: Optional[str] = None  # the kind of finding, where the simulator shows it as one of its own
    related: Sequence[Place] = ()  # other lines that it is about


#: All reports of the present scene, oldest first.
reports: List[Report] = []


def warn(message: str, subject: Any = None) -> None:
    """Log a warning and keep it for the document."""
    _report("warning", message, subject)


def error(message: str, subject: Any = None) -> None:
    """Log an error and keep it for the document; the script goes on."""
    _report("error", message, subject)


def finding(
    code: str, message: Callable[[], str], subject: Any, place: Optional[Place], related: Sequence[Optional[Place]] = ()
) -> None:
    """Keep a warning for the simulator to show, with the lines that it is about."""
    others = [other for other in related if other is not None and other != place]
    reports.append(Report("warning", subject, message, place, code, others))


def _report(severity: str, message: str, subject: Any) -> None:
    place = calling_place()
    reports.append(Report(severity, subject, lambda: message, place))
    text = f"{place}: {message}" if place else message
    logger.log(logging.ERROR if severity == "error" else logging.WARNING, text)
