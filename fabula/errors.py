"""Every way a request can fail, named by what the reader can do about it.

One tree. The HTTP status of each kind lives beside its code, so that the API, the event stream and the command line
say the same thing about the same fault. Drivers' and providers' exceptions are translated into these once, at their
edge; anything else that escapes is a bug and crashes loudly.
"""

from __future__ import annotations


class FabulaError(Exception):
    """A fault a person can be told about.

    `code` is the documented machine-readable code (service specification, section 10.9), `status` its HTTP status,
    `message` a sentence that says what to do, `retry_after` seconds to wait where waiting helps.
    """

    code = "internal_error"
    status = 500

    def __init__(self, message: str, *, code: str | None = None, retry_after: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.retry_after = retry_after
        if code is not None:
            self.code = code


class Invalid(FabulaError):
    """The input is not acceptable; change it and ask again."""

    code = "validation_error"
    status = 422


class Unauthorized(FabulaError):
    """Nobody is signed in, or the token is not valid any more; sign in again."""

    code = "unauthorized"
    status = 401


class Forbidden(FabulaError):
    """The person is known but may not do this."""

    code = "forbidden"
    status = 403


class NotFound(FabulaError):
    """There is no such thing for this person. Strangers' things are simply not found."""

    code = "not_found"
    status = 404


class Conflict(FabulaError):
    """The request contradicts what is stored; look at the current state first."""

    code = "conflict"
    status = 409


class SetupRequired(Conflict):
    """No administrator exists yet; finish the first run."""

    code = "setup_required"


class TurnInProgress(Conflict):
    """The same lane is busy; wait `retry_after` seconds and send the same key again."""

    code = "turn_in_progress"


class IdempotencyConflict(Conflict):
    """The key was used for a different request; make a new key."""

    code = "idempotency_conflict"


class TurnStopped(Conflict):
    """The reader ended the turn before it was answered; nothing of it is kept."""

    code = "turn_stopped"


class OutcomeUnknown(Conflict):
    """Somebody else took the turn over while it was answered; the same key says how it ended."""

    code = "turn_outcome_unknown"


class ClientUpgradeRequired(FabulaError):
    """The client speaks a retired protocol; reload it."""

    code = "client_upgrade_required"
    status = 426


class TooLarge(FabulaError):
    """A request or a file is over its byte limit."""

    code = "payload_too_large"
    status = 413


class UnsupportedMedia(FabulaError):
    """The kind of file is not one that can be read."""

    code = "unsupported_media_type"
    status = 415


class Unreadable(FabulaError):
    """A file of a supported kind whose content cannot be turned into a book."""

    code = "parse_error"
    status = 422


class RateLimited(FabulaError):
    """Too many requests; wait `retry_after` seconds."""

    code = "rate_limited"
    status = 429


class ModelFailed(FabulaError):
    """The language model did not give a usable answer."""

    code = "llm_error"
    status = 502


class Busy(FabulaError):
    """Bounded local capacity is taken; retry after `retry_after` seconds."""

    code = "capacity_unavailable"
    status = 503


class Unavailable(FabulaError):
    """Something Fabula depends on does not answer."""

    code = "service_unavailable"
    status = 503


class Lost(FabulaError):
    """This worker's claim was taken over or ended; whatever it still holds must not be written."""

    code = "claim_lost"
    status = 409


class CannotStart(FabulaError):
    """The installation is not usable as it stands: bad setting, foreign database, data folder in use."""

    code = "cannot_start"
    status = 503
