"""The request manager of sockets, which the simulator computes."""

from typing import Any


class SocketRequestManager:
    """Requests over sockets: ``add_service('socket')``. It is built in, and nothing can derive from it."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        raise TypeError(
            f"{cls.__name__}: the simulator computes SocketRequestManager itself, and no class can derive from it; "
            "derive from morse.core.request_manager.RequestManager"
        )
