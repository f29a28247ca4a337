"""The request manager of sockets, which is built in."""


class SocketRequestManager:
    """Requests over sockets: ``add_service('socket')``. It is built in, and cannot be a base class."""

    def __init_subclass__(cls, **kwargs: object) -> None:
        raise TypeError(
            f"{cls.__name__}: the simulator computes SocketRequestManager itself, and no class can derive from it; "
            "derive from morse.core.request_manager.RequestManager"
        )
