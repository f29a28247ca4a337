"""Status codes of ended service requests."""

SUCCESS = "SUCCESS"
PREEMPTED = "PREEMPTED"
FAILED = "FAILED"
