"""Base class of all objects with services."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

from morse.core import status
from morse.core.services import make_room

if TYPE_CHECKING:
    from morse.host.types import Completion, Data, Value


class AbstractObject:
    """An object with data and services. One asynchronous service can run at a time."""

    def __init__(self) -> None:
        #: Called when the running asynchronous service ends; None while no service runs.
        self.on_completion: Completion | None = None
        #: Data by field, in order.
        self.local_data: Data = OrderedDict()

    def completed(self, status: str, result: Value = None) -> None:
        """End the running asynchronous service, if any."""
        end, self.on_completion = self.on_completion, None
        if end is not None:
            end((status, result))

    def interrupt(self) -> None:
        """Stop the running asynchronous service, which was cancelled or is replaced by a newer one."""
        self.completed(status.PREEMPTED)

    def set_service_callback(self, callback: Completion) -> None:
        """Begin an asynchronous service. Interrupts the running one, or raises an error if it cannot be interrupted."""
        if self.on_completion is not None:
            make_room(self)
        self.on_completion = callback

    def name(self) -> str:
        """The name used by clients."""
        raise NotImplementedError

    def finalize(self) -> None:
        """Called once, when the simulation ends."""
