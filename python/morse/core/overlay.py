"""The base of overlays."""

import inspect
from typing import Any, Callable, Optional, Tuple

from morse.core.abstractobject import AbstractObject

Answer = Tuple[str, Any]


class MorseOverlay(AbstractObject):
    """Puts services of your own over those of a component, on one middleware."""

    def __init__(self, overlaid_object: Any, **kwargs: Any) -> None:
        if kwargs:
            raise TypeError(f"{type(self).__name__} takes no {', '.join(map(repr, kwargs))}: its __init__ has none of that name")
        AbstractObject.__init__(self)
        #: The component.
        self.overlaid_object = overlaid_object

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        name = vars(cls).get("name")
        if inspect.isfunction(name) and not inspect.signature(name).parameters:
            # As the original's page on overlays has it.
            cls.name = staticmethod(name)  # type: ignore[assignment]

    def name(self) -> str:
        """The name under which clients call it: that of the component."""
        return self.overlaid_object.name()

    def chain_callback(self, fn: Optional[Callable[[Answer], Answer]] = None) -> Callable[[Any], None]:
        """What an asynchronous service of the component takes first, to end the running service of the overlay.

        ``fn`` gets (status, result), and returns what is answered instead.
        """

        def end(answer: Any) -> None:
            pair = answer if isinstance(answer, tuple) else (answer, None)
            changed = fn(pair) if fn is not None else pair
            self.completed(*(changed if isinstance(changed, tuple) else (changed, None)))

        return end

    def interrupt(self) -> None:
        """Interrupt the component if it runs something, which ends the service here too; else end the service here."""
        if self.overlaid_object.on_completion is not None:
            self.overlaid_object.interrupt()
        else:
            super().interrupt()
