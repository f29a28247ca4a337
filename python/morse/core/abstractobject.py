"""What everything with services has in common."""

from collections import OrderedDict
from typing import Any, Callable, Optional

from morse.core import status
from morse.core.services import make_room


class AbstractObject:
    """Something with data and services, of which one asynchronous one can run at a time."""

    def __init__(self) -> None:
        #: What is called when the running asynchronous service ends; None while none runs.
        self.on_completion: Optional[Callable] = None
        #: Data by field, in order.
        self.local_data: "OrderedDict[str, Any]" = OrderedDict()

    def completed(self, status: str, result: Any = None) -> None:
        """End the running asynchronous service. Without one, nothing happens."""
        end, self.on_completion = self.on_completion, None
        if end is not None:
            end((status, result))

    def interrupt(self) -> None:
        """Stop the running asynchronous service: it was cancelled, or another one wants its place."""
        self.completed(status.PREEMPTED)

    def set_service_callback(self, callback: Callable) -> None:
        """Begin an asynchronous service; the running one gives way, or an error is raised because it does not."""
        if self.on_completion is not None:
            make_room(self)
        self.on_completion = callback

    def name(self) -> str:
        """The name under which clients know it."""
        raise NotImplementedError

    def finalize(self) -> None:
        """Called once, when the simulation ends."""
