"""Base classes of the Builder's components: pose, connections, body, and display settings."""
