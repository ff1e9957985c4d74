"""Conversations with one character: turns, their messages, and what an answer may draw on."""
