"""Addresses, passwords, tokens and the secret."""
