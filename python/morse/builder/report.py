"""Messages of the builder: logged at once, and kept for the scene document."""

import logging
from typing import Any, List, NamedTuple, Optional

from morse.builder.source import Place, calling_place

logger = logging.getLogger("morsebuilder.morse.builder")


class Report(NamedTuple):
    """One warning or error that did not stop the script."""

    severity: str
    subject: Any  # the component it is about, or None
    message: str
    place: Optional[Place]


#: All reports of the present scene, oldest first.
reports: List[Report] = []


def warn(message: str, subject: Any = None) -> None:
    """Log a warning and keep it for the document."""
    _report("warning", message, subject)


def error(message: str, subject: Any = None) -> None:
    """Log an error and keep it for the document; the script goes on."""
    _report("error", message, subject)


def _report(severity: str, message: str, subject: Any) -> None:
    place = calling_place()
    reports.append(Report(severity, subject, message, place))
    text = f"{place}: {message}" if place else message
    logger.log(logging.ERROR if severity == "error" else logging.WARNING, text)
