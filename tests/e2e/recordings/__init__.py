"""Recordings, campaigns, the viewer and Foxglove."""
