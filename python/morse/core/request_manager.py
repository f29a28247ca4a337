"""Base class of request managers, which receive requests of clients and send answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from uuid import UUID, uuid4

from morse.core import status
from morse.core.builtin import call
from morse.core.exceptions import MorseMethodNotFoundError, MorseRPCInvokationError
from morse.core.services import functions, services_of
from morse.host import scene_state

if TYPE_CHECKING:
    from morse.host.components.extensions import Extensions
    from morse.host.types import Answer, Completion, Value


class RequestManager:
    """Receives requests over a custom middleware.

    ``main`` is called in each tick and passes each request to ``on_incoming_request``. When an asynchronous service
    ends, ``on_service_completion`` is called.
    """

    # Set by `_open`, before the first call.
    _extensions: Extensions

    def __init__(self) -> None:
        #: Whether each exposed service is asynchronous, by component and name.
        self._services: dict[tuple[str, str], bool] = {}
        self._path = ""

    def __str__(self) -> str:
        return type(self).__name__

    def initialization(self) -> bool:
        """Starts to accept clients. Returns whether this succeeded."""
        raise NotImplementedError(f"{type(self).__name__} has no initialization()")

    def finalization(self) -> bool:
        """Stops to accept clients. Returns whether this succeeded."""
        raise NotImplementedError(f"{type(self).__name__} has no finalization()")

    def post_registration(self, component_name: str, service_name: str, is_async: bool) -> bool:
        """Called for each exposed service. Returns whether it can be served."""
        return True

    def on_service_completion(self, request_id: UUID, result: Answer) -> None:
        """Called when an asynchronous service has ended; ``result`` is its status and value."""
        raise NotImplementedError(f"{type(self).__name__} has no on_service_completion()")

    def main(self) -> None:
        """Called in each tick."""
        raise NotImplementedError(f"{type(self).__name__} has no main()")

    def services(self) -> dict[tuple[str, str], bool]:
        """Whether each exposed service is asynchronous, by component and name."""
        return dict(self._services)

    def on_incoming_request(
        self, component: str, service: str, params: Sequence[Value]
    ) -> tuple[bool, Answer | UUID]:
        """Serve a request.

        Returns (True, (status, value)) for an ended service, and (False, id of the request) for a service that ends
        later. Raises MorseRPCInvokationError for a refused request.
        """
        if (component, service) not in self._services:
            raise MorseMethodNotFoundError(f"{component} has no service {service}")
        request: UUID = uuid4()
        ended: list[Answer] = []
        pending = [False]

        def end(answer: Answer | str) -> None:
            pair = answer if isinstance(answer, tuple) else (answer, None)
            if pending[0]:
                self.on_service_completion(request, pair)
            else:
                ended.append(pair)

        result = self._serve(component, service, params, end)
        if not self._services[component, service]:
            return True, (status.SUCCESS, result)
        if ended:
            return True, ended[0]
        pending[0] = True
        return False, request

    def _serve(self, component: str, service: str, params: Sequence[Value], end: Completion) -> Value:
        if (component, service) in functions():
            return functions()[component, service](*params)
        server = self._extensions.server(self._path, component, service)
        if server is None:
            callback = end if self._services[component, service] else None
            return call(component, service, params, callback, manager=self._path)
        function = services_of(type(server))[service]
        return function(server, end, *params) if function._morse_service_is_async else function(server, *params)

    def _open(self, path: str, components: Sequence[str], extensions: Extensions) -> None:
        """Start to serve these components."""
        self._path, self._extensions = path, extensions
        if not self.initialization():
            raise MorseRPCInvokationError(f"{type(self).__name__}.initialization() returned False")
        for component in components:
            for service, is_async in sorted(extensions.services_of_component(path, component).items()):
                self._services[component, service] = is_async
                if not self.post_registration(component, service, is_async):
                    del self._services[component, service]
                    scene_state.logger.warning("%s does not serve %s of %s", type(self).__name__, service, component)
