"""Base class of overlays."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Callable

from morse.core.abstractobject import AbstractObject

if TYPE_CHECKING:
    from morse.host.types import Answer, Completion, Value


class MorseOverlay(AbstractObject):
    """Replaces the services of a component on one middleware."""

    # Value: an overlay calls the services of its component, whose class it knows.
    def __init__(self, overlaid_object: Value, **kwargs: object) -> None:
        if kwargs:
            names = ", ".join(map(repr, kwargs))
            raise TypeError(f"{type(self).__name__} takes no {names}: its __init__ has none of that name")
        AbstractObject.__init__(self)
        #: The component.
        self.overlaid_object = overlaid_object

    def __init_subclass__(cls, **kwargs: object) -> None:
        super().__init_subclass__(**kwargs)
        name = vars(cls).get("name")
        if inspect.isfunction(name) and not inspect.signature(name).parameters:
            # The documentation of the original defines `name` without `self`.
            cls.name = staticmethod(name)  # type: ignore[method-assign]

    def name(self) -> str:
        """The name used by clients: that of the component."""
        name: str = self.overlaid_object.name()
        return name

    def chain_callback(self, fn: Callable[[Answer], Answer | str] | None = None) -> Completion:
        """The first argument for an asynchronous service of the component, which then ends that of the overlay.

        ``fn`` takes (status, result) and returns the answer of the overlay.
        """

        def end(answer: Answer | str) -> None:
            pair = answer if isinstance(answer, tuple) else (answer, None)
            changed = fn(pair) if fn is not None else pair
            self.completed(*(changed if isinstance(changed, tuple) else (changed, None)))

        return end

    def interrupt(self) -> None:
        """Interrupt the service of the component, which also ends that of the overlay; without one, end the latter."""
        if self.overlaid_object.on_completion is not None:
            self.overlaid_object.interrupt()
        else:
            super().interrupt()
