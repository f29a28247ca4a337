"""A node of genuine rclpy that executes Python code of a test: one JSON line in, one JSON line out.

It runs with the Python of an environment that has rclpy of one distribution of ROS 2. The code assigns `result`, which is
returned as JSON. Messages become objects with their fields. The node is spun on a thread of its own.
"""

import array
import faulthandler
import importlib
import json
import sys
import threading
import time
import traceback

import rclpy
from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor

TIMEOUT_S = 30.0
# Code that runs longer ends the process, which prints where its threads are.
TIMEOUT_OF_CODE_S = 4 * TIMEOUT_S


def plain(value):
    """The JSON form of a message."""
    if hasattr(value, "get_fields_and_field_types"):
        return {name: plain(getattr(value, name)) for name in value.get_fields_and_field_types()}
    if isinstance(value, (list, tuple, set, bytes, array.array)) or hasattr(value, "tolist"):
        return [plain(item) for item in getattr(value, "tolist", lambda: list(value))()]
    if isinstance(value, dict):
        return {name: plain(item) for name, item in value.items()}
    return value


def load(name):
    """The class of a type: `sensor_msgs/msg/LaserScan`."""
    package, part, kind = name.split("/")
    return getattr(importlib.import_module("%s.%s" % (package, part)), kind)


def fill(message, fields):
    """The message with the fields of an object."""
    types = message.get_fields_and_field_types()
    for name, value in fields.items():
        if isinstance(value, dict):
            value = fill(getattr(message, name), value)
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            # `sequence<trajectory_msgs/JointTrajectoryPoint>`
            kind = types[name].partition("<")[2].rstrip(">").replace("/", "/msg/")
            value = [fill(load(kind)(), item) for item in value]
        setattr(message, name, value)
    return message


def wait_until(condition, timeout_s=TIMEOUT_S):
    """Polls `condition()` and returns its first true value."""
    deadline = time.monotonic() + timeout_s
    while time.monotonic() < deadline:
        value = condition()
        if value:
            return value
        # Leaves the processor to the thread of the node between two checks.
        time.sleep(0.01)
    raise TimeoutError("the condition was not met in time")


class Peer:
    """The node, with the calls that tests repeat."""

    def __init__(self, name):
        self.node = rclpy.create_node(name)
        self.executor = SingleThreadedExecutor()
        self.executor.add_node(self.node)
        threading.Thread(target=self._spin, daemon=True).start()
        self._heard = {}

    def _spin(self):
        try:
            self.executor.spin()
        except ExternalShutdownException:
            pass

    def listen(self, topic, kind, qos=10):
        """The list of the messages of a topic, which grows. The default policies are those of ROS 2."""
        key = (topic, kind, str(qos))
        if key not in self._heard:
            messages = []
            self._heard[key] = (self.node.create_subscription(load(kind), topic, messages.append, qos), messages)
        return self._heard[key][1]

    def first(self, topic, kind, fits=lambda message: True, qos=10):
        """The first message for which `fits` is true."""
        messages = self.listen(topic, kind, qos)
        return wait_until(lambda: next((message for message in list(messages) if fits(message)), None))

    def newest(self, topic, kind, qos=10):
        """The first message that arrives after this call."""
        self.listen(topic, kind, qos).clear()
        return self.first(topic, kind, qos=qos)

    def publisher(self, topic, kind, qos=10):
        """A publisher that is matched with a subscription."""
        publisher = self.node.create_publisher(load(kind), topic, qos)
        wait_until(publisher.get_subscription_count)
        return publisher

    def send(self, topic, kind, fields, qos=10):
        """Publishes one message. The publisher lives as long as the node, so that the message is sent again if it is lost."""
        self.publisher(topic, kind, qos).publish(fill(load(kind)(), fields))

    def call(self, service, kind, **fields):
        """The answer of a service."""
        client = self.node.create_client(load(kind), service)
        if not client.wait_for_service(TIMEOUT_S):
            raise TimeoutError("no service " + service)
        future = client.call_async(fill(load(kind).Request(), fields))
        wait_until(future.done)
        self.node.destroy_client(client)
        return future.result()


def main():
    faulthandler.dump_traceback_later(TIMEOUT_OF_CODE_S, exit=True)
    rclpy.init()
    peer = Peer(sys.argv[1])
    tools = (plain, load, fill, wait_until)
    scope = {"peer": peer, "node": peer.node, "rclpy": rclpy, "time": time, **{tool.__name__: tool for tool in tools}}
    faulthandler.cancel_dump_traceback_later()
    for line in sys.stdin:
        scope["result"] = None
        faulthandler.dump_traceback_later(TIMEOUT_OF_CODE_S, exit=True)
        try:
            exec(json.loads(line), scope)
            answer = {"result": plain(scope["result"])}
        except Exception:
            answer = {"error": traceback.format_exc()}
        faulthandler.cancel_dump_traceback_later()
        print("answer " + json.dumps(answer), flush=True)
    rclpy.shutdown()


main()
