"""Logs and health."""
