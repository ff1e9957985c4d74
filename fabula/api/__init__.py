"""The HTTP edge: parse a request, call one action, shape the answer.

Knows no tables and no models. Promise: every answer that is not a success is the same small envelope, and nothing
under `/api` is answered before it is known who is asking, except where the specification says so.
"""
