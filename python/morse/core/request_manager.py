"""The base of request managers: what brings requests of clients and sends them answers."""

from typing import Any, Dict, List, Sequence, Tuple
from uuid import UUID, uuid4

from morse.core import status
from morse.core.builtin import call
from morse.core.exceptions import MorseMethodNotFoundError, MorseRPCInvokationError
from morse.core.services import functions, services_of
from morse.host import scene_state


class RequestManager:
    """Brings requests over a middleware of your own.

    ``main`` is called in every tick; it passes each request to ``on_incoming_request``. When an asynchronous service has
    ended, ``on_service_completion`` is called.
    """

    def __init__(self) -> None:
        #: Services that are exposed: by component and name, whether each ends later.
        self._services: Dict[Tuple[str, str], bool] = {}
        self._path = ""
        self._extensions: Any = None

    def __str__(self) -> str:
        return type(self).__name__

    def initialization(self) -> bool:
        """Opens what clients connect to. Returns whether that worked."""
        raise NotImplementedError(f"{type(self).__name__} has no initialization()")

    def finalization(self) -> bool:
        """Closes it. Returns whether that worked."""
        raise NotImplementedError(f"{type(self).__name__} has no finalization()")

    def post_registration(self, component_name: str, service_name: str, is_async: bool) -> bool:
        """Called for each service that the scene exposes. Returns whether it can be served."""
        return True

    def on_service_completion(self, request_id: Any, result: Tuple[str, Any]) -> None:
        """Called when an asynchronous service has ended; ``result`` is status and value."""
        raise NotImplementedError(f"{type(self).__name__} has no on_service_completion()")

    def main(self) -> None:
        """Called in every tick."""
        raise NotImplementedError(f"{type(self).__name__} has no main()")

    def services(self) -> Dict[Tuple[str, str], bool]:
        """The services that are exposed: by component and name, whether each ends later."""
        return dict(self._services)

    def on_incoming_request(self, component: str, service: str, params: Sequence[Any]) -> Tuple[bool, Any]:
        """Serve a request.

        Returns (True, (status, value)) when it has ended, and (False, its id) when it ends later. Raises
        MorseRPCInvokationError when it is refused.
        """
        if (component, service) not in self._services:
            raise MorseMethodNotFoundError(f"{component} has no service {service}")
        request: UUID = uuid4()
        ended: List[Tuple[str, Any]] = []
        pending = [False]

        def end(answer: Any) -> None:
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

    def _serve(self, component: str, service: str, params: Sequence[Any], end: Any) -> Any:
        if (component, service) in functions():
            return functions()[component, service](*params)
        server = self._extensions.server(self._path, component, service)
        if server is None:
            callback = end if self._services[component, service] else None
            return call(component, service, params, callback, manager=self._path)
        function = services_of(type(server))[service]
        return function(server, end, *params) if function._morse_service_is_async else function(server, *params)

    def _open(self, path: str, components: Sequence[str], extensions: Any) -> None:
        """Begin to serve these components."""
        self._path, self._extensions = path, extensions
        if not self.initialization():
            raise MorseRPCInvokationError(f"{type(self).__name__}.initialization() returned False")
        for component in components:
            for service, is_async in sorted(extensions.services_of_component(path, component).items()):
                self._services[component, service] = is_async
                if not self.post_registration(component, service, is_async):
                    del self._services[component, service]
                    scene_state.logger.warning("%s does not serve %s of %s", type(self).__name__, service, component)
