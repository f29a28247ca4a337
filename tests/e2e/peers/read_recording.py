"""Reads a recording with the MCAP libraries. Prints as JSON the number and first message of each topic, the last time, and
whether the file is complete."""

import json
import sys

from mcap.exceptions import EndOfFile
from mcap.reader import NonSeekingReader
from mcap_ros2.decoder import DecoderFactory

topics = {}
last_ns = None
complete = True
decoders = DecoderFactory()
with open(sys.argv[1], "rb") as file:
    try:
        for schema, channel, message in NonSeekingReader(file).iter_messages(log_time_order=False):
            topic = topics.setdefault(channel.topic, {"count": 0, "schema": schema.name})
            if not topic["count"]:
                if channel.message_encoding == "cdr":
                    topic["first"] = str(decoders.decoder_for("cdr", schema)(message.data))
                else:
                    topic["first"] = json.loads(message.data)
            topic["count"] += 1
            last_ns = message.log_time
    except EndOfFile:
        complete = False
print(json.dumps({"topics": topics, "last_ns": last_ns, "complete": complete}))
