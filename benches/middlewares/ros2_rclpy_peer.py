"""A node of genuine rclpy for benchmarks. It runs with the Python of an environment that has rclpy.

    ros2_rclpy_peer.py hear SECONDS TOPIC=TYPE ...   prints the stamps and arrival times of all messages as JSON
    ros2_rclpy_peer.py once TOPIC=TYPE ...           prints a line at the first message of each topic, then reads on
    ros2_rclpy_peer.py watch                         prints a line whenever the node `morse` comes or goes

A first line `ready` says that the node has heard all topics, or is discovering. Subscriptions have the default policies.
"""

import importlib
import json
import sys
import time

import rclpy

_TIMEOUT_S = 60.0


def _subscribe(node, topics, hear):
    for name in topics:
        topic, _, kind = name.partition("=")
        package, part, base = kind.split("/")
        message = getattr(importlib.import_module(f"{package}.{part}"), base)
        node.create_subscription(message, topic, lambda message, topic=topic: hear(topic, message), 10)


def _stamp_ns(message):
    stamp = message.clock if hasattr(message, "clock") else message.header.stamp
    return stamp.sec * 10**9 + stamp.nanosec


def _hear(node, seconds, *topics):
    heard = {name.partition("=")[0]: [] for name in topics}
    _subscribe(node, topics, lambda topic, message: heard[topic].append((_stamp_ns(message), time.monotonic())))
    deadline = time.monotonic() + _TIMEOUT_S
    while not all(heard.values()) and time.monotonic() < deadline:
        rclpy.spin_once(node, timeout_sec=0.1)
    print("ready", flush=True)
    for messages in heard.values():
        messages.clear()
    end = time.monotonic() + float(seconds)
    while time.monotonic() < end:
        rclpy.spin_once(node, timeout_sec=0.1)
    print(json.dumps(heard), flush=True)


def _once(node, *topics):
    missing = {name.partition("=")[0] for name in topics}

    def hear(topic, _):
        missing.discard(topic)
        if not missing:
            print("ready", flush=True)
            missing.add("")

    _subscribe(node, topics, hear)
    rclpy.spin(node)


def _watch(node):
    known = False
    print("ready", flush=True)
    while True:
        rclpy.spin_once(node, timeout_sec=0.02)
        there = "morse" in node.get_node_names()
        if there != known:
            known = there
            print(json.dumps([there, time.monotonic()]), flush=True)


def main():
    """Runs the part named on the command line."""
    rclpy.init()
    parts = {"hear": _hear, "once": _once, "watch": _watch}
    parts[sys.argv[1]](rclpy.create_node("bench"), *sys.argv[2:])


if __name__ == "__main__":
    main()
