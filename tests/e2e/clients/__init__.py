"""Clients over sockets: ours, the original's, and the tutorials."""
