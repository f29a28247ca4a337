"""A node of rospy that runs pieces of Python which its test sends: one JSON line in, one out.

Runs with Debian's Python, as rospy is packaged for that. A piece sets `result`, which goes back as JSON; messages become
objects with their fields.
"""

import json
import queue
import sys
import time
import traceback

import rospy


def plain(value):
    """What JSON can say of a message."""
    if hasattr(value, "__slots__") and not isinstance(value, (str, bytes)):
        if hasattr(value, "to_nsec"):
            return value.to_nsec()
        return {name: plain(getattr(value, name)) for name in value.__slots__}
    if isinstance(value, bytes):
        return list(value)
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {name: plain(item) for name, item in value.items()}
    return value


def receive(topic, kind, count=1, timeout_s=20.0):
    """The next messages of a topic."""
    arrived = queue.Queue()
    subscriber = rospy.Subscriber(topic, kind, arrived.put)
    try:
        return [arrived.get(timeout=timeout_s) for _ in range(count)]
    except queue.Empty:
        raise TimeoutError("nothing on " + topic)
    finally:
        subscriber.unregister()


def wait_until(condition, timeout_s=20.0):
    """Waits until a condition holds; gives its value."""
    end = time.monotonic() + timeout_s
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.01)
    raise TimeoutError("the condition never held")


def main():
    rospy.init_node(sys.argv[1], anonymous=True, disable_signals=True)
    scope = {"rospy": rospy, "receive": receive, "wait_until": wait_until, "time": time}
    for line in sys.stdin:
        scope["result"] = None
        try:
            exec(json.loads(line), scope)
            answer = {"result": plain(scope["result"])}
        except Exception:
            answer = {"error": traceback.format_exc()}
        print("answer " + json.dumps(answer), flush=True)


main()
