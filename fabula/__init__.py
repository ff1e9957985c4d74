"""Fabula turns a book into a living story: prose above, structured state below."""

__version__ = "0.1.0"
