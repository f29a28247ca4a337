"""Messages between objects, for components of one process."""

from typing import Set

from morse.host import scene_state


class Message:
    """A message that was sent."""

    __slots__ = ("subject", "body", "to", "sent_s", "read_by")

    def __init__(self, subject: str, body: str, to: str) -> None:
        self.subject = subject
        self.body = body
        #: The object that gets it; empty for all.
        self.to = to
        self.sent_s = scene_state.time_s
        #: The sensors that have read it.
        self.read_by: Set[int] = set()


def send(subject: str, body: str = "", to: str = "") -> None:
    """Send a message. Its receivers have it from the next tick on."""
    scene_state.messages.append(Message(str(subject), str(body), str(to)))
