"""Messages between objects, among the components of one host."""

from morse.host import scene_state


class Message:
    """A sent message."""

    __slots__ = ("subject", "body", "to", "sent_s", "read_by")

    def __init__(self, subject: str, body: str, to: str) -> None:
        self.subject = subject
        self.body = body
        #: Name of the receiving object; empty for all objects.
        self.to = to
        self.sent_s = scene_state.time_s
        #: Identities of the sensors that have read it.
        self.read_by: set[int] = set()


def send(subject: str, body: str = "", to: str = "") -> None:
    """Send a message. Sensors receive it from the next tick on."""
    scene_state.messages.append(Message(str(subject), str(body), str(to)))
