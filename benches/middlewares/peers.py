"""Peers of YARP, MOOS, MAVLink and PPRZLink for benchmarks: each reads on a thread, and counts frames without decoding them.

They use the peers of the tests. `found()` returns the number of received messages, and the number of messages expected from the first
to the last.
"""

import json
import select
import selectors
import socket
import struct
import sys
import threading
import time
from pathlib import Path

_TESTS = Path(__file__).resolve().parents[2] / "tests" / "e2e"
sys.path += [str(_TESTS), str(_TESTS / "peers")]

import moos_peers
import yarp_peers

TICKS_PER_S = 60
_TIMEOUT_S = 60.0
_SO_RCVBUFFORCE = 33
# Start of a YARP message: the envelope, then the code and the length of a list of doubles.
_BOTTLE_BYTES = 16


class Peer(threading.Thread):
    """A thread that calls `turn` until it is stopped. `share()` is its share of one core since `begin`."""

    def __init__(self):
        super().__init__(daemon=True)
        self._ends, self._cpu_s, self._begin = False, 0.0, (0.0, 0.0)

    def run(self):
        while not self._ends:
            self.turn()
            self._cpu_s = time.thread_time()

    def begin(self):
        self._begin = (self._cpu_s, time.perf_counter())

    def share(self):
        return (self._cpu_s - self._begin[0]) / (time.perf_counter() - self._begin[1])

    def stop(self):
        self._ends = True
        self.join(_TIMEOUT_S)


class YarpReaders(Peer):
    """One port that reads many ports over the carrier tcp, and acknowledges each message."""

    class _Frames:
        def __init__(self):
            self.size, self.count, self.first, self.last, self.data = None, 0, None, None, bytearray()

    @staticmethod
    def _stamp(frame):
        # The frame begins with the index of its parts. The first value of a bottle is the time.
        return struct.unpack_from("<d", frame, 18 + 4 * frame[8] + 4 + _BOTTLE_BYTES)[0]

    def __init__(self, server, ports):
        super().__init__()
        self._ports, self._admin = {}, []
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=512)
        self._listener.settimeout(_TIMEOUT_S)
        server.ports["/bench"] = self._listener.getsockname()
        self._poll = select.epoll()
        for port in ports:
            admin = socket.create_connection(server.address(port), _TIMEOUT_S)
            admin.sendall(b'CONNACK admin\r\na\r\n[add] "tcp:/bench"\r\n')
            connection, _ = self._listener.accept()
            head = connection.recv(12, socket.MSG_WAITALL)
            connection.recv(*struct.unpack_from("<i", head, 8), socket.MSG_WAITALL)
            connection.sendall(yarp_peers.ACKNOWLEDGEMENT)
            self._ports[connection.fileno()] = (connection, self._Frames())
            self._poll.register(connection, select.EPOLLIN)
            self._admin.append(admin)
        self.start()

    def turn(self):
        for number, _ in self._poll.poll(0.1):
            connection, frames = self._ports[number]
            frames.data += connection.recv(1 << 16)
            if frames.size is None:
                if len(frames.data) < 40 or len(frames.data) < 18 + 4 * frames.data[8]:
                    continue
                count = frames.data[8]
                frames.size = 18 + 4 * count + 4 + sum(struct.unpack_from("<%di" % count, frames.data, 18))
            whole = len(frames.data) // frames.size
            if not whole:
                continue
            connection.sendall(yarp_peers.ACKNOWLEDGEMENT * whole)
            if frames.first is None:
                frames.first = self._stamp(frames.data)
            frames.last = self._stamp(frames.data[(whole - 1) * frames.size : whole * frames.size])
            frames.count += whole
            del frames.data[: whole * frames.size]

    def found(self):
        every = [frames for _, frames in self._ports.values()]
        expected = sum(round((frames.last - frames.first) * TICKS_PER_S) + 1 for frames in every)
        return sum(frames.count for frames in every), expected

    def close(self):
        for each in [connection for connection, _ in self._ports.values()] + self._admin + [self._listener]:
            each.close()
        self._poll.close()


class MoosCounter(Peer):
    """A database that counts the messages of one client by their numbers, and forwards nothing."""

    def __init__(self):
        super().__init__()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._listener.settimeout(_TIMEOUT_S)
        self.port = self._listener.getsockname()[1]
        self.connected = threading.Event()
        self._file = None
        self._count = self._expected = 0
        self._next = None
        self.start()

    def _accept(self):
        connection, _ = self._listener.accept()
        assert connection.recv(32, socket.MSG_WAITALL) == moos_peers.BANNER
        moos_peers.receive(connection)
        self._connection, self._file = connection, connection.makefile("rb", 1 << 20)
        welcome = moos_peers.Message("W", "D", value=0.0, text=b"asynchronous", source_aux="hostname=bench", community="bench")
        connection.settimeout(_TIMEOUT_S)
        connection.sendall(moos_peers.packet([welcome]))

    def turn(self):
        try:
            if self._file is None:
                self._accept()
            length, count, _ = struct.unpack("<iib", self._file.read(9))
            body = self._file.read(length - 9)
        except (OSError, struct.error):
            self._ends = True
            return
        size, number, kind = struct.unpack_from("<iic", body)
        if kind == b"T":
            sent = moos_peers.Message.decode(body[:size])
            answer = moos_peers.Message("T", "D", sent.key, time.time(), 0.0, sent=sent.sent)
            self._connection.sendall(moos_peers.packet([answer]))
            return
        if self._next is not None:
            self._expected += number - self._next
        self._next = number + count
        self._count += count
        self._expected += count
        self.connected.set()

    def found(self):
        return self._count, self._expected

    def close(self):
        self._listener.close()
        if self._file:
            self._file.close()
            self._connection.close()


class MavlinkCounter(Peer):
    """A socket that counts frames by their type and checks the time in each. `kept` has some of them, for a real decoder."""

    # Encoding of the time by type of message, and its unit in seconds.
    TIMES = {32: (struct.Struct("<I"), 1e-3), 138: (struct.Struct("<Q"), 1e-6)}

    def __init__(self):
        super().__init__()
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        # A peer that is not scheduled for some ticks must not lose messages.
        for option in (socket.SO_RCVBUF, _SO_RCVBUFFORCE):
            try:
                self._socket.setsockopt(socket.SOL_SOCKET, option, 16 << 20)
            except PermissionError:
                pass
        self._socket.bind(("127.0.0.1", 0))
        self._socket.settimeout(0.1)
        self.port = self._socket.getsockname()[1]
        self.kept, self._streams, self.beats = [], {}, 0
        self.start()

    def turn(self):
        try:
            for _ in range(200):
                frame = self._socket.recv(300)
                if frame[5]:
                    stream = self._streams.setdefault((frame[3], frame[5]), [0, frame, frame])
                    stream[0] += 1
                    stream[2] = frame
                else:
                    self.beats += 1
                if len(self.kept) < 1000:
                    self.kept.append(frame)
        except TimeoutError:
            pass

    def found(self):
        count = expected = 0
        for (_, kind), (received, first, last) in self._streams.items():
            form, unit_s = self.TIMES[kind]
            spent_s = (form.unpack_from(last, 6)[0] - form.unpack_from(first, 6)[0]) * unit_s
            count, expected = count + received, expected + round(spent_s * TICKS_PER_S) + 1
        return count, expected

    def close(self):
        self._socket.close()


class Aircraft(Peer):
    """Programs of Paparazzi on an Ivy bus: each aircraft sends its pose at 60 Hz to the subscribed agents."""

    def __init__(self, module, bus, count):
        super().__init__()
        self._bus = module.Aircraft(bus)
        for number in range(count):
            self._bus.say(self.text(number, 0))
        self._targets = []
        for binding in list(self._bus._clients_bindings.values()):
            number = next(n for n in range(count) if binding.pattern.match(self.text(n, 0)))
            self._targets += [(number, client, identity) for client, identity in binding.clients]
        self.step, self.sent, self.late = 0, 0, 0
        self._next_s = time.perf_counter()
        self.start()

    @staticmethod
    def text(number, step):
        """Message of a pose whose east coordinate is the number of the step. [m]"""
        return "%d ROTORCRAFT_FP %d 0 256 0 0 0 0 0 0 0 0 0 0 0 0" % (number + 1, 256 * step)

    def send_poses(self):
        """Sends the pose of the next step for each aircraft."""
        self.step += 1
        for number, client, identity in self._targets:
            client.send_message(identity, [self.text(number, self.step)])
            self.sent += 1

    def turn(self):
        self.send_poses()
        self._next_s += 1 / TICKS_PER_S
        left = self._next_s - time.perf_counter()
        self.late += left < -1 / TICKS_PER_S
        time.sleep(max(0.0, left))

    def close(self):
        self._bus.stop()


class Poses(Peer):
    """Reads a stream of the middleware `socket`. `steps` are the rounded values of x. [m]"""

    def __init__(self, port):
        super().__init__()
        self._connection = socket.create_connection(("127.0.0.1", port), _TIMEOUT_S)
        self._lines, self.steps = self._connection.makefile("rb"), set()
        self.start()

    def turn(self):
        self.steps.add(round(json.loads(self._lines.readline())["x"]))

    def close(self):
        self._lines.close()
        self._connection.close()


def is_readable(connection):
    """Whether a socket has something to read."""
    with selectors.DefaultSelector() as selector:
        selector.register(connection, selectors.EVENT_READ)
        return bool(selector.select(0))
