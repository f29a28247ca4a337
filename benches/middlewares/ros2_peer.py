"""A peer of ROS 2 for benchmarks: Cyclone DDS, whose C library sends and receives encoded messages without Python types.

Run as a program, it publishes: `ros2_peer.py DOMAIN TOPIC TYPE BEST_EFFORT RATE_HZ SECONDS < message`, and prints the share
of one core that it used.
"""

import os
import resource
import sys
import time
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[2]
_TIMEOUT_S = 60.0

os.environ["ROS_LOCALHOST_ONLY"] = "1"
os.environ["CYCLONEDDS_URI"] = (
    "<CycloneDDS><Domain><General><Interfaces><NetworkInterface name='lo'/></Interfaces></General></Domain></CycloneDDS>"
)
sys.path.append(str(_ROOT / "tests" / "e2e"))
for _packages in (_ROOT / "target" / "ros2-peer").glob("lib/python%d.%d/site-packages" % sys.version_info[:2]):
    sys.path.append(str(_packages))

import ros2_types
from cyclonedds import _clayer
from cyclonedds.core import InstanceState, Policy, Qos, ReadCondition, SampleState, ViewState, WaitSet
from cyclonedds.domain import DomainParticipant
from cyclonedds.pub import DataWriter
from cyclonedds.sub import DataReader
from cyclonedds.topic import Topic
from cyclonedds.util import duration

_ANY = SampleState.Any | ViewState.Any | InstanceState.Any


def qos(best_effort=False, depth=10):
    """Quality of service policies of ROS 2."""
    return Qos(
        Policy.Reliability.BestEffort if best_effort else Policy.Reliability.Reliable(duration(seconds=1)),
        Policy.Durability.Volatile,
        Policy.History.KeepLast(depth),
        Policy.DataRepresentation(use_cdrv0_representation=True),
    )


class Peer:
    """A participant of one domain."""

    def __init__(self, domain):
        self.domain = domain
        self.environment = {**os.environ, "ROS_DOMAIN_ID": str(domain), "RMW_IMPLEMENTATION": "rmw_cyclonedds_cpp"}
        self._participant = DomainParticipant(domain)

    def reader(self, name, message, policies):
        """A reader of encoded messages."""
        return RawReader(DataReader(self._participant, Topic(self._participant, "rt" + name, message), policies))

    def writer(self, name, message, policies):
        """A writer that is matched with its reader."""
        writer = DataWriter(self._participant, Topic(self._participant, "rt" + name, message), policies)
        wait_until(writer.get_matched_subscriptions, "a reader of " + name)
        return writer


class RawReader:
    """Takes encoded messages: four bytes of encapsulation, then the data."""

    def __init__(self, reader):
        self.reader = reader
        self._received = WaitSet(reader.participant)
        self._received.attach(ReadCondition(reader, _ANY))

    def wait(self):
        """Waits for a message, at most a second."""
        self._received.wait(duration(seconds=1))

    def take(self, most=100):
        """The received messages."""
        taken = _clayer.ddspy_take(self.reader._ref, _ANY, most)
        return [] if isinstance(taken, int) else [data for data, info in taken if info.valid_data]

    def next(self):
        """The next message."""
        return wait_until(lambda: self.take(1), "a message")[0]


def wait_until(condition, what):
    """The first true value of `condition()`."""
    end = time.monotonic() + _TIMEOUT_S
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.0005)
    raise RuntimeError("did not happen: " + what)


def _publish(domain, topic, kind, best_effort, rate_hz, seconds):
    data = sys.stdin.buffer.read()
    writer = Peer(int(domain)).writer(topic, getattr(ros2_types, kind), qos(best_effort == "1", depth=5))
    begin, used = time.perf_counter(), resource.getrusage(resource.RUSAGE_SELF)
    for number in range(round(float(rate_hz) * float(seconds))):
        _clayer.ddspy_write(writer._ref, data)
        time.sleep(max(0.0, begin + (number + 1) / float(rate_hz) - time.perf_counter()))
    now = resource.getrusage(resource.RUSAGE_SELF)
    spent_s = now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime
    print(spent_s / (time.perf_counter() - begin))


if __name__ == "__main__":
    _publish(*sys.argv[1:])
