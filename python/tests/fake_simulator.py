"""A fake simulator: it answers requests and sends streams as configured by a test."""

import json
import queue
import socket
import threading
from typing import Any, Callable, Optional

Answer = tuple[str, str]

SCENE = {
    "robots": [
        {
            "name": "robot",
            "type": "ATRV",
            "components": {
                "robot.pose": {"type": "Pose", "stream_interfaces": [["socket", "OUT"]], "services": ["get_local_data"]},
                "robot.motion": {"type": "Waypoint", "stream_interfaces": [["socket", "IN"]], "services": ["goto", "stop"]},
                "robot.arm": {"type": "Armature", "services": ["set_rotations"]},
                "robot.arm.pose": {"type": "ArmaturePose", "stream_interfaces": [["socket", "OUT"]]},
                "robot.log": {"type": "Pose", "stream_interfaces": [["text", "OUT"]]},
            },
        },
        {"name": "cat", "type": "ATRV", "components": {}, "services": ["purr"]},
        {"name": "cat_001", "type": "ATRV", "components": {}},
        {"name": "big-dog.1", "type": "ATRV", "components": {}},
    ],
    "environment": "empty",
}


class FakeSimulator:
    """Listens on free ports. Requests without an answer in `answers` are kept in `unanswered`."""

    def __init__(self, scene: dict[str, Any] = SCENE, port: int = 0) -> None:
        self.answers: dict[str, Callable[[list[Any]], Optional[Answer]]] = {}
        self.unanswered: queue.SimpleQueue[list[str]] = queue.SimpleQueue()
        self._listener = socket.create_server(("127.0.0.1", port))
        self.port = self._listener.getsockname()[1]
        self._streams: dict[str, socket.socket] = {}
        for robot in scene["robots"]:
            for name, about in robot["components"].items():
                if any(pair[0] == "socket" for pair in about.get("stream_interfaces", ())):
                    self._streams[name] = socket.create_server(("127.0.0.1", 0))
        ports = {name: listener.getsockname()[1] for name, listener in self._streams.items()}
        self.answers["details"] = lambda _: ("SUCCESS", json.dumps(scene))
        self.answers["get_all_stream_ports"] = lambda _: ("SUCCESS", json.dumps(ports))
        self._client: Optional[socket.socket] = None
        self._sockets: list[socket.socket] = []
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def stream(self, name: str) -> socket.socket:
        """The connection of the client to a stream."""
        connection = self._streams[name].accept()[0]
        self._sockets.append(connection)
        return connection

    def answer(self, number: str, text: str) -> None:
        """Sends an answer, or several lines."""
        assert self._client is not None
        self._client.sendall(f"{number} {text}\n".encode())

    def end(self) -> None:
        """Ends like a simulator: closes all connections."""
        for connection in [*self._sockets, *([self._client] if self._client else [])]:
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                # The client closed it first.
                pass

    def close(self) -> None:
        """Ends, and stops listening."""
        self.end()
        for listener in [self._listener, *self._streams.values()]:
            listener.close()
        for connection in [*self._sockets, *([self._client] if self._client else [])]:
            connection.close()

    def _serve(self) -> None:
        try:
            self._client = self._listener.accept()[0]
            for line in self._client.makefile("r", newline="\n"):
                words = line.split(None, 3)
                respond = self.answers.get(words[2]) if len(words) > 2 else None
                answer = respond(json.loads(words[3])) if respond else None
                if answer is None:
                    self.unanswered.put([word.strip() for word in words])
                else:
                    self.answer(words[0], " ".join(answer).strip())
        except OSError:
            # The test has ended.
            pass
