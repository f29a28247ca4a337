"""The three ways a service request can end."""

SUCCESS = "SUCCESS"
PREEMPTED = "PREEMPTED"
FAILED = "FAILED"
