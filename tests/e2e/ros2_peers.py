"""Test peer for ROS 2: Cyclone DDS in Python, with the topic names and types of ROS 2.

`cargo xtask test` installs it into a virtual environment of Debian's Python under target/.
"""

import os
import random
import sys
import unittest

from claims import claim
from harness import ROOT, TestCase, wait_until

# Simulators and peers use the loopback interface only.
os.environ["ROS_LOCALHOST_ONLY"] = "1"
os.environ["CYCLONEDDS_URI"] = (
    "<CycloneDDS><Domain><General><Interfaces><NetworkInterface name='lo'/></Interfaces></General></Domain></CycloneDDS>"
)

ENVIRONMENT = ROOT / "target" / "ros2-peer"
sys.path.extend(map(str, ENVIRONMENT.glob("lib/python%d.%d/site-packages" % sys.version_info[:2])))

try:
    from cyclonedds.core import Policy, Qos
    from cyclonedds.domain import DomainParticipant
    from cyclonedds.pub import DataWriter
    from cyclonedds.sub import DataReader
    from cyclonedds.topic import Topic
    from cyclonedds.util import duration
except ImportError as missing:
    raise unittest.SkipTest("no Cyclone DDS: `cargo xtask test` installs it (%s)" % missing) from missing

import ros2_types

# The domains of the tests: without domain 77, which tests name, and below the domains with ephemeral ports.
DOMAINS = [domain for domain in range(20, 101) if domain != 77]


def claim_domain():
    """The number of an unused domain. In a shared domain a peer would receive messages from the tests of other files."""
    return claim("domain", DOMAINS)


def qos(reliable=True, latched=False, depth=10):
    """QoS policies like those of ROS 2."""
    return Qos(
        Policy.Reliability.Reliable(duration(seconds=1)) if reliable else Policy.Reliability.BestEffort,
        Policy.Durability.TransientLocal if latched else Policy.Durability.Volatile,
        Policy.History.KeepLast(depth),
        Policy.DataRepresentation(use_cdrv0_representation=True),
    )


SENSOR_DATA = qos(reliable=False, depth=5)
LATCHED = qos(latched=True, depth=1)


class Peer:
    """A participant of one domain."""

    def __init__(self, domain):
        self.domain = domain
        self.participant = DomainParticipant(domain)

    def reader(self, name, message, policies=None):
        """A reader of a ROS topic, or of a DDS topic if the name has no leading slash."""
        dds = "rt" + name if name.startswith("/") else name
        return Messages(DataReader(self.participant, Topic(self.participant, dds, message), policies or qos()))

    def writer(self, name, message, policies=None):
        """A writer of a ROS topic."""
        return self.dds_writer("rt" + name, message, policies)

    def dds_writer(self, name, message, policies=None):
        """A writer of a DDS topic."""
        return DataWriter(self.participant, Topic(self.participant, name, message), policies or qos())

    def publish_to(self, name, message, policies=None):
        """A writer that is matched with a reader."""
        writer = self.writer(name, message, policies)
        wait_until(lambda: writer.get_matched_subscriptions(), "a reader of " + name)
        return writer

    def wait_for_ticks(self, topic, message):
        """Waits until a tick that publishes on a topic is complete: its frames are known then."""
        messages = self.reader(topic, message)
        messages.first()
        messages.newest()

    def client(self, name, types):
        """A client of a service."""
        return Client(self.participant, name, types)


class Messages:
    """The messages received on a topic."""

    def __init__(self, reader):
        self.reader = reader
        self.received = []

    def take(self):
        """All messages so far."""
        self.received += self.reader.take(100)
        return self.received

    def first(self, fits=lambda message: True):
        """The first message for which `fits` is true."""

        def found():
            return next((message for message in self.take() if fits(message)), None)

        return wait_until(found, "a message")

    def newest(self):
        """The first message that arrives after this call."""
        self.take()
        self.received.clear()
        return self.first()


class Client:
    """A client of one service, in the format of rmw_cyclonedds."""

    def __init__(self, participant, name, types):
        self.request, response = types
        requests = Topic(participant, "rq%sRequest" % name, self.request)
        replies = Topic(participant, "rr%sReply" % name, response)
        self.writer = DataWriter(participant, requests, qos())
        self.reader = Messages(DataReader(participant, replies, qos()))
        self.id = random.getrandbits(63)
        self.sequence = 0
        self.name = name
        found = lambda: self.writer.get_matched_subscriptions() and self.reader.reader.get_matched_publications()
        wait_until(found, "a server of " + name)

    def send(self, **fields):
        """Sends a request. Returns its sequence number, the argument of `answer`."""
        self.sequence += 1
        fields = fields or dict.fromkeys(("structure_needs_at_least_one_member",), 0)
        self.writer.write(self.request(client=self.id, sequence=self.sequence, **fields))
        return self.sequence

    def answer(self, sequence):
        """The answer to a request."""
        return self.reader.first(lambda reply: (reply.client, reply.sequence) == (self.id, sequence))

    def call(self, **fields):
        """Sends a request and waits for its answer."""
        return self.answer(self.send(**fields))


class ActionClient:
    """A client of one action, with types from `ros2_types.action`."""

    def __init__(self, peer, name, types):
        part = lambda part: "%s/_action/%s" % (name, part)
        self.types = types
        self.feedback = peer.reader(part("feedback"), types.FeedbackMessage, qos(depth=1000))
        self.goals = peer.client(part("send_goal"), types.SEND_GOAL)
        self.results = peer.client(part("get_result"), types.GET_RESULT)
        self.cancels = peer.client(part("cancel_goal"), ros2_types.CANCEL_GOAL)
        wait_until(lambda: self.feedback.reader.get_matched_publications(), "feedback of " + name)

    def send(self, **fields):
        """Sends a goal. Returns its id and whether it was accepted."""
        goal_id = list(os.urandom(16))
        return goal_id, self.goals.call(goal_id=goal_id, goal=self.types.Goal(**fields)).accepted

    def result(self, goal_id):
        """The state in which a goal ended, and its result."""
        answer = self.results.call(goal_id=goal_id)
        return answer.status, answer.result

    def cancel(self, goal_id):
        """Requests cancellation of a goal and returns the code of the answer."""
        info = ros2_types.GoalInfo(goal_id, ros2_types.Time(0, 0))
        return self.cancels.call(goal_info=info).return_code

    def feedback_on(self, goal_id):
        """All feedback on a goal so far."""
        return [message.feedback for message in self.feedback.take() if list(message.goal_id) == goal_id]


class Ros2TestCase(TestCase):
    """A test with a simulator in a domain of its own."""

    def new_domain(self):
        """The number of a domain that no other test uses."""
        return claim_domain()

    def start(self, scene, *options, **environment):
        """Starts a scene, in a new domain unless one is named. Returns the simulator and a peer."""
        environment.setdefault("ROS_DOMAIN_ID", str(self.new_domain()))
        variables = {"RMW_IMPLEMENTATION": "rmw_cyclonedds_cpp", **environment}
        simulator = self.run_scene(scene, *options, environment=variables)
        return simulator, Peer(int(environment["ROS_DOMAIN_ID"]))
