"""Test peers for ROS 1: Debian's master, rospy nodes, and the command-line tools."""

import json
import os
import socket
import subprocess
import textwrap
import xmlrpc.client
from pathlib import Path

from harness import TIMEOUT_S, TestCase, free_ports, wait_until

PYTHON = "/usr/bin/python3"
NODE = Path(__file__).parent / "peers" / "ros1_node.py"


def environment(port):
    """Environment variables for a program whose master listens on a local port."""
    return {"ROS_MASTER_URI": "http://127.0.0.1:%d" % port, "ROS_IP": "127.0.0.1", "ROS_LOG_DIR": "/tmp/morse-ros-log"}


class Master:
    """A running `rosmaster`."""

    def __init__(self, port=None):
        self.port = port or free_ports(1)
        self.environment = environment(self.port)
        self.proxy = xmlrpc.client.ServerProxy(self.environment["ROS_MASTER_URI"])
        self.process = subprocess.Popen(
            ["rosmaster", "--core", "-p", str(self.port)],
            env={**os.environ, **self.environment},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        wait_until(self._answers)

    def _answers(self):
        try:
            return self.proxy.getPid("/test")[0] == 1
        except OSError:
            return False

    def topics(self):
        """Names of all published topics."""
        return {name for name, _ in self.proxy.getPublishedTopics("/test", "")[2]}

    def state(self):
        """Publishers, subscribers and services: each a list of name and nodes."""
        return self.proxy.getSystemState("/test")[2]

    def address_of(self, node):
        """Host and port of a node's XML-RPC server."""
        return self.proxy.lookupNode("/test", node)[2]

    def stop(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(TIMEOUT_S)


class Node:
    """A rospy node that executes Python code."""

    def __init__(self, master, name="peer"):
        self.process = subprocess.Popen(
            [PYTHON, "-W", "ignore", str(NODE), name],
            env={**os.environ, **master.environment},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )

    def run(self, code):
        """Executes Python code and returns the value that it assigns to `result`."""
        self.process.stdin.write(json.dumps(textwrap.dedent(code)) + "\n")
        for line in self.process.stdout:
            if line.startswith("answer "):
                answer = json.loads(line[len("answer "):])
                if "error" in answer:
                    raise AssertionError(answer["error"])
                return answer["result"]
        raise AssertionError("the node of rospy has ended")

    def stop(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(TIMEOUT_S)
        self.process.stdin.close()
        self.process.stdout.close()


def header(**fields):
    """The bytes of a connection header."""
    lines = [("%s=%s" % field).encode() for field in fields.items()]
    body = b"".join(len(line).to_bytes(4, "little") + line for line in lines)
    return len(body).to_bytes(4, "little") + body


class RawPeer:
    """A TCPROS peer that can send arbitrary bytes."""

    def __init__(self, master, topic=None):
        """Connects to the port that the simulator returns for a topic, like a subscriber."""
        node = xmlrpc.client.ServerProxy(master.address_of("/morse"))
        code, text, answer = node.requestTopic("/raw", topic, [["TCPROS"]])
        if code != 1:
            raise AssertionError(text)
        self.socket = socket.create_connection((answer[1], answer[2]), TIMEOUT_S)
        self.socket.settimeout(TIMEOUT_S)

    def send(self, data):
        self.socket.sendall(data)

    def receive(self, count):
        """Exactly `count` bytes, or fewer at the end of the connection."""
        data = b""
        while len(data) < count:
            more = self.socket.recv(count - len(data))
            if not more:
                break
            data += more
        return data

    def message(self):
        """The next message, or None at the end of the connection."""
        length = self.receive(4)
        return self.receive(int.from_bytes(length, "little")) if len(length) == 4 else None

    def header(self):
        """The fields of a header, or None at the end of the connection."""
        body = self.message()
        fields = {}
        while body:
            length = int.from_bytes(body[:4], "little")
            name, _, value = body[4 : 4 + length].decode().partition("=")
            fields[name] = value
            body = body[4 + length :]
        return None if body is None else fields

    def close(self):
        self.socket.close()


class RosTestCase(TestCase):
    """A test with a master, simulators that use ROS, and rospy nodes."""

    def start_master(self, port=None):
        master = Master(port)
        self.addCleanup(master.stop)
        return master

    def run_ros_scene(self, scene, master, *options):
        return self.run_scene(scene, *options, environment=master.environment)

    def start_node(self, master, name="peer"):
        node = Node(master, name)
        self.addCleanup(node.stop)
        return node

    def tool(self, master, *words):
        """The output of a ROS command-line tool."""
        completed = subprocess.run(
            words, env={**os.environ, **master.environment}, capture_output=True, text=True, timeout=2 * TIMEOUT_S
        )
        self.assertEqual(completed.returncode, 0, completed.stdout + completed.stderr)
        return completed.stdout
