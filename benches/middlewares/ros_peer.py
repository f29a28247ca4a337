"""A peer of ROS 1 on raw connections, for benchmarks: a master, a subscriber and a publisher without queues."""

import os
import socket
import struct
import threading
import time
import xmlrpc.client
import xmlrpc.server

_TIMEOUT_S = 60.0


class Peer:
    """A master, and the node `/bench`, the only publisher that the master announces. Context manager."""

    def __init__(self):
        self._server = xmlrpc.server.SimpleXMLRPCServer(("127.0.0.1", 0), logRequests=False)
        self._server.register_instance(self)
        self._threads = [threading.Thread(target=self._server.serve_forever, daemon=True)]
        self._topics = socket.create_server(("127.0.0.1", 0))
        self._registered = threading.Condition()
        self._known = set()
        self._node = None
        self.uri = "http://127.0.0.1:%d/" % self._server.server_address[1]
        self.environment = {**os.environ, "ROS_MASTER_URI": self.uri, "ROS_IP": "127.0.0.1"}
        self._threads[0].start()

    def _dispatch(self, method, params):
        """Answer of a master or a node: code, text, value."""
        if method == "requestTopic":
            return [1, "", ["TCPROS", "127.0.0.1", self._topics.getsockname()[1]]]
        if method == "lookupNode":
            return [1, "", self._node] if self._node else [-1, "unknown node", 0]
        if method in ("registerPublisher", "registerSubscriber"):
            with self._registered:
                self._node = params[3]
                self._known.add(params[1])
                self._registered.notify_all()
            return [1, "", [self.uri] if method == "registerSubscriber" else []]
        return [1, "", 0] if method != "getParam" else [-1, "not set", 0]

    def wait_for(self, topics):
        """Waits until the simulator has registered all these topics."""
        with self._registered:
            if not self._registered.wait_for(lambda: set(topics) <= self._known, _TIMEOUT_S):
                raise RuntimeError("the simulator has not registered %s" % (set(topics) - self._known))

    def subscribe(self, topic):
        """Subscribes to a topic; returns the socket after the connection header."""
        node = xmlrpc.client.ServerProxy(self._node)
        code, text, answer = node.requestTopic("/bench", topic, [["TCPROS"]])
        if code != 1:
            raise RuntimeError(text)
        connection = socket.create_connection((answer[1], answer[2]), _TIMEOUT_S)
        connection.sendall(header(callerid="/bench", topic=topic, md5sum="*", type="*"))
        read_message(connection)
        return connection

    def publish(self, topic, kind, md5sum):
        """Waits until the simulator subscribes to a topic; returns the socket for its messages."""
        self._topics.settimeout(_TIMEOUT_S)
        connection, _ = self._topics.accept()
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.settimeout(_TIMEOUT_S)
        read_message(connection)
        connection.sendall(header(callerid="/bench", topic=topic, md5sum=md5sum, type=kind))
        return connection

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()
        self._topics.close()


def header(**fields):
    """The bytes of a connection header."""
    lines = [f"{name}={value}".encode() for name, value in fields.items()]
    body = b"".join(struct.pack("<I", len(line)) + line for line in lines)
    return struct.pack("<I", len(body)) + body


def read_exactly(connection, count):
    """Reads exactly `count` bytes."""
    data = bytearray(count)
    view = memoryview(data)
    while view:
        read = connection.recv_into(view)
        if not read:
            raise ConnectionError("the simulator has closed a topic")
        view = view[read:]
    return data


def read_message(connection):
    """The content of the next message."""
    return read_exactly(connection, *struct.unpack("<I", read_exactly(connection, 4)))


def processor_time_s(process, threads=None):
    """CPU time of a process, or of its threads with these names. [s]"""
    paths = [f"/proc/{process}/stat"]
    if threads:
        paths = [f"/proc/{process}/task/{task}/stat" for task in os.listdir(f"/proc/{process}/task")]
    ticks = 0
    for path in paths:
        with open(path, encoding="utf-8") as file:
            name, _, rest = file.read().partition("(")[2].rpartition(")")
        if threads is None or name in threads:
            ticks += sum(map(int, rest.split()[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")


class Usage:
    """Share of one core that a process uses from the construction on."""

    def __init__(self, process, sending=("ros1",)):
        self._process, self._sending, self._begin = process, sending, time.perf_counter()
        self._used = {threads: processor_time_s(process, threads) for threads in (None, sending)}

    def share(self):
        """Share of the whole process."""
        return self._share(None)

    def share_of_sending(self):
        """Share of the sending threads."""
        return self._share(self._sending)

    def _share(self, threads):
        used = processor_time_s(self._process, threads) - self._used[threads]
        return used / (time.perf_counter() - self._begin)
