"""Test peers for YARP: a minimal name server, and ports on plain sockets with the carrier tcp.

The formats follow the recordings of the real YARP in crates/middleware/yarp/tests/captures.
"""

import socket
import struct
import tempfile
import threading
from pathlib import Path

from harness import TIMEOUT_S, TestCase, wait_until

END = "*** end of message\r\n"
ACKNOWLEDGEMENT = b"YA\0\0\0\0RP"
SCALARS = {1: "<i", 17: "<q", 32: "<b", 64: "<h", 9: "<I", 10: "<d"}


def encode(values):
    """The bytes of a bottle of ints, floats, strings and lists, each with its type tag."""
    out = struct.pack("<ii", 256, len(values))
    for value in values:
        if isinstance(value, (list, tuple)):
            out += encode(value)
        elif isinstance(value, str):
            out += struct.pack("<ii", 4, len(value.encode())) + value.encode()
        elif isinstance(value, float):
            out += struct.pack("<id", 10, value)
        else:
            out += struct.pack("<ii", 1, value)
    return out


def decode(data):
    """The values of a bottle."""
    values, rest = _list(data)
    assert not rest, rest
    return values


def _list(data):
    (code, count), data = struct.unpack_from("<ii", data), data[8:]
    values = []
    for _ in range(count):
        tag = code & 255
        if tag == 0:
            (tag,), data = struct.unpack_from("<i", data), data[4:]
        if tag & 256:
            value, data = _list(struct.pack("<i", tag) + data)
        elif tag in (4, 12):
            (length,), data = struct.unpack_from("<i", data), data[4:]
            value, data = data[:length], data[length:]
            value = value.decode() if tag == 4 else value
        else:
            size = struct.calcsize(SCALARS[tag])
            (value,), data = struct.unpack_from(SCALARS[tag], data), data[size:]
        values.append(value)
    return values, data


class NameServer:
    """A name server on a free port, with its configuration in a folder of its own."""

    def __init__(self, port=0):
        self.folder = tempfile.TemporaryDirectory()
        self.ports = {}
        self.start(port)

    def start(self, port):
        self._socket = socket.socket()
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._socket.bind(("127.0.0.1", port))
        self._socket.listen(64)
        self.port = self._socket.getsockname()[1]
        Path(self.folder.name, "yarp.conf").write_text("127.0.0.1 %d yarp\n" % self.port)
        self._thread = threading.Thread(target=self._serve, args=(self._socket,), daemon=True)
        self._thread.start()

    @property
    def environment(self):
        return {"YARP_CONFIG_HOME": self.folder.name}

    def kill(self):
        """Stops the server and forgets all registrations."""
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        self._thread.join(TIMEOUT_S)
        self.ports.clear()

    def close(self):
        self.kill()
        self.folder.cleanup()

    def address(self, name):
        """The address of a port, once it is registered."""
        return wait_until(lambda: self.ports.get(name), name + " is registered")

    def _serve(self, listener):
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            with connection, connection.makefile("rw", newline="\n") as lines:
                try:
                    words = lines.readline().split()
                    lines.write(self._answer(words[1:]))
                    lines.flush()
                except OSError:
                    pass

    def _answer(self, words):
        # A connection that closes without a request has no command.
        command, name = (words + ["", ""])[:2]
        if command == "register":
            self.ports[name] = (words[3], int(words[4]))
        if command in ("register", "query") and name in self.ports:
            return "registration name %s ip %s port %d type tcp\r\n%s" % (name, *self.ports[name], END)
        if command == "unregister":
            self.ports.pop(name, None)
        return "[ok]\r\n" if command in ("announce", "subscribe") else END


class Writer:
    """A port that sends to a port of the simulator."""

    def __init__(self, address, name):
        self.socket = socket.create_connection(address, TIMEOUT_S)
        self.file = self.socket.makefile("rb")
        name = name.encode() + b"\0"
        self.socket.sendall(b"YA\xe4\x1e\0\0RP" + struct.pack("<i", len(name)) + name)
        assert self.file.read(8)[:2] == b"YA"

    def _send(self, command, values):
        payload = encode(values)
        index = b"YA\x0a\0\0\0RP\x02\x01" + b"\xff" * 8 + struct.pack("<iii", 8, len(payload), 0)
        self.socket.sendall(index + b"\0\0\0\0~" + command + b"\0\x01" + payload)

    def write(self, *values):
        self._send(b"D", values)
        assert self.file.read(8) == ACKNOWLEDGEMENT

    def call(self, *values):
        """The reply, which must be one text."""
        self._send(b"d", values)
        head = self.file.read(12)
        code, count, length = struct.unpack("<iii", head)
        assert (code, count) == (256 + 4, 1), head
        reply = self.file.read(length).decode()
        assert self.file.read(8) == ACKNOWLEDGEMENT
        return reply

    def close(self):
        self.file.close()
        self.socket.close()


class Reader:
    """A port that a port of the simulator sends to."""

    def __init__(self, server, port, name):
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._listener.settimeout(TIMEOUT_S)
        server.ports[name] = self._listener.getsockname()
        self._admin = socket.create_connection(server.address(port), TIMEOUT_S)
        self._admin.sendall(b"CONNACK admin\r\n" + ('a\r\n[add] "tcp:/%s"\r\n' % name).encode())
        self.socket, _ = self._listener.accept()
        self.socket.settimeout(TIMEOUT_S)
        self.file = self.socket.makefile("rb")
        assert self.file.read(8) == b"YA\xe4\x1e\0\0RP"
        (length,) = struct.unpack("<i", self.file.read(4))
        assert self.file.read(length) == port.encode() + b"\0"
        self.socket.sendall(ACKNOWLEDGEMENT)

    def read(self):
        """The next bottle."""
        return decode(self.read_bytes())

    def read_bytes(self):
        head = self.file.read(18)
        assert head[:8] == b"YA\x0a\0\0\0RP", head
        sizes = struct.unpack("<%di" % head[8], self.file.read(4 * head[8]))
        self.file.read(4)
        content = self.file.read(sum(sizes))
        self.socket.sendall(ACKNOWLEDGEMENT)
        return content[8:]

    def close(self):
        self.file.close()
        for connection in (self.socket, self._admin, self._listener):
            connection.close()


class YarpTestCase(TestCase):
    """A test with a name server."""

    def setUp(self):
        self.server = NameServer()
        self.addCleanup(self.server.close)
        self._count = 0

    def run_scene(self, scene, *options, environment=None):
        return super().run_scene(scene, *options, environment={**self.server.environment, **(environment or {})})

    def reader(self, port):
        self._count += 1
        reader = Reader(self.server, port, "/reader%d" % self._count)
        self.addCleanup(reader.close)
        return reader

    def writer(self, port):
        self._count += 1
        writer = Writer(self.server.address(port), "/writer%d" % self._count)
        self.addCleanup(writer.close)
        return writer
