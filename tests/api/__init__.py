"""The HTTP edge, through ASGI."""
