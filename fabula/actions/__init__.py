"""What people do: one file per thing, each function one complete action of one person.

The only place where the rooms below are put together. Knows no HTTP. Promise: an action either happens entirely or
raises one of `fabula.errors`.
"""
