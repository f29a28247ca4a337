"""Test peer for ROS 2 over zenoh: eclipse-zenoh from PyPI, with the keys and formats of `rmw_zenoh_cpp`.

Cyclone DDS serializes the messages, with the types of `ros2_types`. `cargo xtask test` installs both packages and builds
the command with zenoh.
"""

import itertools
import json
import mmap
import struct
import threading
import unittest

from harness import BINARY, TestCase, free_ports
from ros2_peers import wait_until

try:
    import zenoh
    import zenoh.ext
except ImportError as missing:
    raise unittest.SkipTest("no zenoh: `cargo xtask test` installs it (%s)" % missing) from missing

with open(BINARY, "rb") as _file, mmap.mmap(_file.fileno(), 0, access=mmap.ACCESS_READ) as _data:
    # A command with zenoh contains this word, from its message about a missing router.
    if _data.find(b"rmw_zenohd") < 0:
        raise unittest.SkipTest("the command is built without zenoh: `cargo build --features zenoh` has it")

#: Type hashes of ROS 2 Jazzy, for types that tests use before they receive a token.
HASHES = {
    "geometry_msgs::msg::dds_::PoseStamped_": "10f3786d7d40fd2b54367835614bff85d4ad3b5dab62bf8bca0cc232d73b4cd8",
    "geometry_msgs::msg::dds_::Twist_": "9c45bf16fe0983d80e3cfe750d6835843d265a9a6c46bd2e609fcddde6fb8d2a",
    "rcl_interfaces::srv::dds_::GetParameters_": "bf9803d5c74cf989a5de3e0c2e99444599a627c7ff75f97b8c05b01003675cbc",
    "std_srvs::srv::dds_::Trigger_": "eeff2cd6fa5ad9d27cdf4dec64818317839b62f212a91e6b5304b634b2062c5f",
    "tf2_msgs::msg::dds_::TFMessage_": "e369d0f05a23ae52508854b66f6aa0437f3449d652e8cbf22d5abe85d020f087",
}


def configuration(**settings):
    """A zenoh configuration without listening and scouting, unless `settings` enable them."""
    settings = {"scouting/multicast/enabled": False, "listen/endpoints": [], **settings}
    config = zenoh.Config()
    for key, value in settings.items():
        config.insert_json5(key, json.dumps(value))
    return config


class Attachment:
    """The attachment of a message: sequence number, time, identifier of the sender."""

    def __init__(self, sequence=1, time_ns=1, gid=bytes(range(16))):
        self.sequence, self.time_ns, self.gid = sequence, time_ns, gid

    def encode(self):
        return struct.pack("<qqB", self.sequence, self.time_ns, len(self.gid)) + self.gid

    @classmethod
    def decode(cls, zbytes):
        data = bytes(zbytes)
        sequence, time_ns, length = struct.unpack_from("<qqB", data)
        assert len(data) == 17 + length == 33, data
        return cls(sequence, time_ns, data[17:])


class Token:
    """A liveliness token of an endpoint. `rmw_zenoh_cpp` builds its graph from these."""

    def __init__(self, key):
        parts = str(key).split("/")
        self.key, self.domain, self.kind, self.node = str(key), parts[1], parts[5], parts[8]
        if len(parts) == 13:
            self.name, self.type, self.hash, self.qos = parts[9].replace("%", "/"), *parts[10:]

    def data_key(self):
        return "/".join([self.domain, self.name.lstrip("/"), self.type, self.hash])


class ZenohPeer:
    """A router whose session publishes, subscribes and calls services like the nodes of a ROS 2 network."""

    def __init__(self, port, domain=0):
        self.port, self.domain = port, domain
        self.session = zenoh.open(configuration(mode="router", **{"listen/endpoints": [self.address]}))
        self._tokens, self._lock = {}, threading.Lock()
        liveliness = self.session.liveliness()
        self._watch = liveliness.declare_subscriber("@ros2_lv/%d/**" % domain, self._note, history=True)

    @property
    def address(self):
        return "tcp/127.0.0.1:%d" % self.port

    def _note(self, sample):
        with self._lock:
            if sample.kind == zenoh.SampleKind.PUT:
                self._tokens[str(sample.key_expr)] = Token(sample.key_expr)
            else:
                self._tokens.pop(str(sample.key_expr), None)

    def tokens(self, kind):
        """The live tokens of a kind."""
        with self._lock:
            return [token for token in self._tokens.values() if token.kind == kind]

    def token(self, kind, name):
        """Waits for the token of a topic or service."""
        found = lambda: next((token for token in self.tokens(kind) if token.name == name), None)
        return wait_until(found, "a token of %s" % name)

    def key(self, name, type_name):
        """The key of a topic or service, with the type hash from `HASHES`."""
        return "%d%s/%s/RIHS01_%s" % (self.domain, name, type_name, HASHES[type_name])

    def reader(self, name, message, key=None, latched=False):
        """The messages received on a topic."""
        return Messages(self.session, key or self.token("MP", name).data_key(), message, latched)

    def writer(self, name, message, key=None):
        """A function that publishes a message, for a topic that has a subscriber."""
        publisher = self.session.declare_publisher(key or self.token("MS", name).data_key())
        wait_until(lambda: publisher.matching_status.matching, "a subscriber of %s" % name)
        numbers = itertools.count(1)
        return lambda message: publisher.put(encode(message), attachment=Attachment(next(numbers)).encode())

    def call(self, name, types, key=None, attachment=Attachment(), data=None, **fields):  # noqa: B008  (it is not changed)
        """Calls a service. Returns its answer and attachment, or raises `ServiceError` or `NoAnswer`."""
        request, response = types
        if data is None:
            fields = fields or {"structure_needs_at_least_one_member": 0}
            # The types have the request header of Cyclone DDS, which rmw_zenoh does not use.
            data = without_header(encode(request(client=0, sequence=0, **fields)))
        attachment = attachment.encode() if isinstance(attachment, Attachment) else attachment
        key = key or self.token("SS", name).data_key()
        for reply in self.session.get(key, payload=data, attachment=attachment, timeout=20.0):
            if reply.err:
                raise ServiceError(bytes(reply.err.payload).decode())
            answer = response.deserialize(with_header(bytes(reply.ok.payload)))
            return answer, reply.ok.attachment and Attachment.decode(reply.ok.attachment)
        raise NoAnswer(name)

    def close(self):
        self.session.close()


class ServiceError(Exception):
    """A service answered with an error."""


class NoAnswer(Exception):
    """A query ended without an answer."""


def encode(message):
    return bytes(message.serialize(use_version_2=False))


def without_header(data):
    return data[:4] + data[20:]


def with_header(data):
    return data[:4] + bytes(16) + data[4:]


class Messages:
    """The messages received on a topic, each with its attachment."""

    def __init__(self, session, key, message, latched):
        self.message, self.received, self._arrived = message, [], threading.Condition()
        if latched:
            history = zenoh.ext.HistoryConfig(detect_late_publishers=True, max_samples=1000)
            self._subscriber = zenoh.ext.declare_advanced_subscriber(session, key, self._note, history=history)
        else:
            self._subscriber = session.declare_subscriber(key, self._note)

    def _note(self, sample):
        item = self.message.deserialize(bytes(sample.payload)), Attachment.decode(sample.attachment)
        with self._arrived:
            self.received.append(item)

    def take(self):
        """All messages so far, with their attachments."""
        with self._arrived:
            return list(self.received)

    def first(self, fits=lambda message: True, after=0):
        """The first message for which `fits` is true."""
        return wait_until(lambda: next((m for m, _ in self.take()[after:] if fits(m)), None), "a message")

    def newest(self):
        """The first message that arrives after this call."""
        return self.first(after=len(self.take()))


class ZenohTestCase(TestCase):
    """A test with a router, and a simulator that is its client."""

    def router(self, port=None, domain=0):
        peer = ZenohPeer(port or free_ports(1), domain)
        self.addCleanup(peer.close)
        return peer

    def start(self, scene, port, *options, **environment):
        """Starts a scene as a client of the router at a port."""
        variables = {
            "RMW_IMPLEMENTATION": "rmw_zenoh_cpp",
            "ZENOH_CONFIG_OVERRIDE": 'connect/endpoints=["tcp/127.0.0.1:%d"]' % port,
            "ROS_DOMAIN_ID": "0",
            **environment,
        }
        return self.run_scene(scene, *options, environment=variables)
