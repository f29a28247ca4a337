"""Test peers for MOOS: the real database, a minimal one of our own, and a raw client."""

import socket
import struct
import subprocess
import threading
import time

from harness import ROOT, TIMEOUT_S, TestCase, free_ports, wait_until

# The real database, built by `cargo xtask peers`.
REAL = ROOT / "target" / "peers" / "moos" / "bin" / "MOOSDB"
BANNER = b"ELKS CAN'T DANCE 2/8/10".ljust(32, b"\0")
TIMING = "_async_timing"
# A database drops clients that are silent for this long.
SILENCE_S = 5.0


class Message:
    """A message of the wire protocol."""

    def __init__(self, kind, data="D", key="", value=-1.0, value2=-1.0, text=b"", source="", identity=-1, sent=None, **rest):
        self.kind, self.data, self.key = kind, data, key
        self.value, self.value2, self.text = value, value2, text
        self.source, self.identity = source, identity
        self.sent = time.time() if sent is None else sent
        self.source_aux = rest.get("source_aux", "")
        self.community = rest.get("community", "")

    def encode(self):
        def string(content):
            content = content if isinstance(content, bytes) else content.encode()
            return struct.pack("<i", len(content)) + content

        body = struct.pack("<icc", self.identity, self.kind.encode(), self.data.encode())
        body += b"".join(map(string, (self.source, self.source_aux, self.community, self.key)))
        body += struct.pack("<ddd", self.sent, self.value, self.value2) + string(self.text)
        return struct.pack("<i", len(body) + 4) + body

    @classmethod
    def decode(cls, content):
        identity, kind, data = struct.unpack_from("<icc", content, 4)
        place, strings = 10, []
        for _ in range(4):
            (length,) = struct.unpack_from("<i", content, place)
            strings.append(content[place + 4 : place + 4 + length].decode())
            place += 4 + length
        sent, value, value2, length = struct.unpack_from("<dddi", content, place)
        text = content[place + 28 : place + 28 + length]
        source, source_aux, community, key = strings
        return cls(
            kind.decode(), data.decode(), key, value, value2, text, source, identity, sent,
            source_aux=source_aux, community=community,
        )  # fmt: skip

    @property
    def content(self):
        """The number or the text."""
        return self.value if self.data == "D" else self.text.decode()


def packet(messages):
    body = b"".join(message.encode() for message in messages)
    return struct.pack("<iib", len(body) + 9, len(messages), 0) + body


def receive(connection):
    """The messages of the next packet. Raises `ConnectionError` at the end of the connection."""

    def exactly(count):
        content = b""
        while len(content) < count:
            piece = connection.recv(count - len(content))
            if not piece:
                raise ConnectionError("the connection has ended")
            content += piece
        return content

    length, count, _ = struct.unpack("<iib", exactly(9))
    body, messages = exactly(length - 9), []
    for _ in range(count):
        (size,) = struct.unpack_from("<i", body)
        messages.append(Message.decode(body[:size]))
        body = body[size:]
    return messages


class SmallDatabase:
    """A minimal database with the features that the simulator's client uses."""

    def __init__(self, port=None, community="small"):
        self.port = port or free_ports(1)
        self.community = community
        self._lock = threading.Lock()
        self._clients = {}
        self._registered = {}
        self._variables = {}
        self._listener = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection):
        name = None
        connection.settimeout(SILENCE_S)
        try:
            if connection.recv(32, socket.MSG_WAITALL) != BANNER:
                return
            (hello,) = receive(connection)
            wanted = hello.text.decode()
            with self._lock:
                if wanted in self._clients:
                    reason = 'A client of this name ("%s") already exists' % wanted
                    connection.sendall(packet([Message("K", "S", text=reason.encode())]))
                    return
                name = wanted
                self._clients[name] = connection
            skew = time.time() - hello.sent
            welcome = {"source_aux": "hostname=small", "community": self.community}
            connection.sendall(packet([Message("W", "D", value=skew, text=b"asynchronous", **welcome)]))
            while True:
                for message in receive(connection):
                    self._handle(name, connection, message)
        except (OSError, ConnectionError):
            pass
        finally:
            connection.close()
            if name:
                with self._lock:
                    self._clients.pop(name, None)
                    for names in self._registered.values():
                        names.discard(name)

    def _handle(self, name, connection, message):
        with self._lock:
            if message.kind == "T":
                answer = Message("T", "D", message.key, time.time(), 0.0, sent=message.sent)
                connection.sendall(packet([answer]))
            elif message.kind == "R":
                self._registered.setdefault(message.key, set()).add(name)
                if message.key in self._variables:
                    connection.sendall(packet([self._variables[message.key]]))
            elif message.kind == "U":
                self._registered.get(message.key, set()).discard(name)
            elif message.kind == "N":
                known = self._variables.get(message.key)
                # The first message of a variable defines its type.
                if known is None or known.data == message.data:
                    message.community = self.community
                    self._variables[message.key] = message
                    for subscriber in self._registered.get(message.key, ()):
                        self._clients[subscriber].sendall(packet([message]))

    def stop(self):
        try:
            # Wakes the accepting thread, which would keep the port open.
            self._listener.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self._listener.close()
        with self._lock:
            for connection in self._clients.values():
                try:
                    connection.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass


class RealDatabase:
    """MOOSDB, as `cargo xtask peers` builds it."""

    community = "real"

    def __init__(self, port=None):
        self.port = port or free_ports(1)
        self.process = subprocess.Popen(
            [str(REAL), "--moos_port=%d" % self.port, "--moos_community=real", "--moos_file="],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            wait_until(self._accepts)
        except BaseException:
            self.stop()
            raise

    def _accepts(self):
        try:
            Client(self.port, "probe-of-the-test").close()
            return True
        except (OSError, ConnectionError):
            return False

    def stop(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(TIMEOUT_S)


class Client:
    """A raw client."""

    def __init__(self, port, name="peer"):
        self.name, self._sent = name, 0
        self.socket = socket.create_connection(("127.0.0.1", port), TIMEOUT_S)
        self.socket.sendall(BANNER + packet([Message("i", "S", "asynchronous", text=name.encode())]))
        (self.welcome,) = receive(self.socket)
        if self.welcome.kind != "W":
            raise ConnectionError(self.welcome.text.decode())
        self.mail = []
        self._arrived = threading.Condition()
        self._open = True
        threading.Thread(target=self._read, daemon=True).start()
        threading.Thread(target=self._send_timing, daemon=True).start()

    def _read(self):
        try:
            while True:
                messages = receive(self.socket)
                with self._arrived:
                    self.mail.extend(message for message in messages if message.kind == "N")
                    self._arrived.notify_all()
        except (OSError, ConnectionError):
            with self._arrived:
                self._open = False
                self._arrived.notify_all()

    def _send_timing(self):
        while self._open:
            try:
                self.socket.sendall(packet([Message("T", "D", TIMING, 0.0)]))
            except OSError:
                return
            # A heartbeat each second: the database drops clients after `SILENCE_S`.
            time.sleep(1.0)

    def _send(self, *messages):
        for message in messages:
            message.source, message.identity = self.name, self._sent
            self._sent += 1
        self.socket.sendall(packet(messages))

    def register(self, *variables):
        self._send(*(Message("R", "D", variable, 0.0) for variable in variables))

    def notify(self, **variables):
        def message(name, value):
            if isinstance(value, str):
                return Message("N", "S", name, text=value.encode())
            return Message("N", "D", name, float(value))

        self._send(*(message(name, value) for name, value in variables.items()))

    def wait_for(self, variable, condition=lambda content: True):
        """The first content of a variable that meets a condition. Removes the mail up to that message."""

        def found():
            for place, message in enumerate(self.mail):
                if message.key == variable and condition(message.content):
                    return place
            return None

        with self._arrived:
            self._arrived.wait_for(lambda: found() is not None or not self._open, TIMEOUT_S)
            place = found()
            if place is None:
                seen = [(message.key, message.content) for message in self.mail[-20:]]
                raise AssertionError("no %s meets the condition; the last mail is %s" % (variable, seen))
            content = self.mail[place].content
            del self.mail[: place + 1]
            return content

    def forget(self):
        """Drops all mail."""
        with self._arrived:
            del self.mail[:]

    def close(self):
        self._open = False
        self.socket.close()


class MoosTestCase(TestCase):
    """A test with a database. Subclasses define its class, `kind`."""

    def database(self, port=None):
        database = self.kind(port)
        self.addCleanup(database.stop)
        return database

    def client(self, database, name="peer"):
        client = Client(database.port, name)
        self.addCleanup(client.close)
        return client


def with_each_database(case):
    """Derives a test class for each database. Tests with the real database are skipped if it is not built."""
    small = type(case.__name__ + "OnSmallDatabase", (case, MoosTestCase), {"kind": SmallDatabase})
    real = type(case.__name__ + "OnMOOSDB", (case, MoosTestCase), {"kind": RealDatabase})
    if not REAL.exists():

        def skip(self):
            self.skipTest("there is no MOOSDB here: `cargo xtask peers` builds one")

        real.setUp = skip
    return small, real
