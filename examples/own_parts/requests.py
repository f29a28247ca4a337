"""A request manager: requests as datagrams, `component service argument…`."""

import json
import socket

from morse.core.exceptions import MorseRPCInvokationError
from morse.core.request_manager import RequestManager


class Datagrams(RequestManager):
    """Answers with a datagram to the sender."""

    def initialization(self):
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))
        self.socket.setblocking(False)
        self.senders = {}
        print("Datagrams on port", self.socket.getsockname()[1], flush=True)
        return True

    def main(self):
        while True:
            try:
                text, sender = self.socket.recvfrom(4096)
            except BlockingIOError:
                return
            component, service, *arguments = text.decode().split()
            self.serve(sender, component, service, [json.loads(argument) for argument in arguments])

    def serve(self, sender, component, service, arguments):
        try:
            has_ended, result = self.on_incoming_request(component, service, arguments)
        except MorseRPCInvokationError as refusal:
            has_ended, result = True, ("FAILED", str(refusal))
        if has_ended:
            self.answer(sender, result)
        else:
            self.senders[result] = sender

    def on_service_completion(self, request_id, result):
        self.answer(self.senders.pop(request_id), result)

    def answer(self, sender, result):
        self.socket.sendto(json.dumps(result).encode(), sender)

    def finalization(self):
        self.socket.close()
        return True
