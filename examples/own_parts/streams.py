"""Streams: a custom line format over a socket, commands as words, and a custom middleware over UDP."""

import json
import socket

from morse.core.datastream import DatastreamManager
from morse.middleware import AbstractDatastream
from morse.middleware.socket_datastream import SocketPublisher, SocketReader


class Line(SocketPublisher):
    """Encodes `$POSE,x,y,z` instead of JSON."""

    def encode(self):
        return "$POSE,{x:.3f},{y:.3f},{z:.3f}\n".format(**self.data).encode()


class Words(SocketReader):
    """Decodes `forward 0.5` or `turn 0.2`."""

    def decode(self, msg):
        word, number = msg.split()
        return {"v": float(number) if word == "forward" else 0.0, "w": float(number) if word == "turn" else 0.0}


class Udp(DatastreamManager):
    """A UDP socket shared by all streams."""

    def __init__(self, args, kwargs):
        DatastreamManager.__init__(self, args, kwargs)
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.to = ("127.0.0.1", kwargs.get("port", 5005))

    def register_component(self, component_name, component_instance, mw_data):
        stream = DatastreamManager.register_component(self, component_name, component_instance, mw_data)
        stream.manager = self
        return stream

    def finalize(self):
        self.socket.close()


class UdpPublisher(AbstractDatastream):
    """Sends a datagram for each reading."""

    def default(self, ci="unused"):
        message = json.dumps({self.component_name: self.data}).encode()
        self.manager.socket.sendto(message, self.manager.to)
