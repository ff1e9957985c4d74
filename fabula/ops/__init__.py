"""Keeping an installation in view: its logs and its health.

Promise: neither ever contains what a person wrote, a token, a password or an address with credentials.
"""
