"""Settings: read from the environment once, checked once, then never again.

Owns the table of every setting (name, default, meaning, accepted values); the documentation of settings is written
from that table. Knows nothing of what the settings are used for. Promise: a `Config` that exists is valid, and a value
that is not accepted is refused with the variable's name and the values that are.
"""

from __future__ import annotations

import ipaddress
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from fabula.errors import CannotStart

SECRET_CHARS_MIN = 32
LOOPBACK_NAMES = ("127.0.0.1", "::1", "localhost")

_HOST_NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?")


@dataclass(frozen=True, kw_only=True)
class Config:
    """One installation's settings. Secrets, and addresses that may carry one, are left out of `repr`."""

    data_dir: Path
    database_url: str = field(repr=False)
    profile: Literal["desktop", "server"]
    host: str
    port: int
    secret: str | None = field(repr=False)
    access_token_s: int
    refresh_token_s: int
    llm_url: str | None
    llm_model: str | None
    llm_api_key: str | None = field(repr=False)
    allowed_hosts: tuple[str, ...]
    trusted_proxies: tuple[str, ...]
    requests_per_second: int
    log_level: Literal["debug", "info", "warn", "error"]

    @classmethod
    def from_env(cls, env: Mapping[str, str], **overrides: object) -> Config:
        """Read every setting from `env`; `overrides` (by field name; None means not given) win over it.

        An empty variable counts as unset. Raises CannotStart naming the variable and its accepted values.
        """
        unknown = sorted(set(overrides) - {setting.field for setting in SETTINGS})
        if unknown:
            raise TypeError(f"there is no setting called {unknown[0]}")
        values: dict[str, Any] = {}
        for setting in SETTINGS:
            given = overrides.get(setting.field)
            raw = env.get(setting.name, "").strip() if given is None else _written(given)
            values[setting.field] = setting.read(raw) if raw else setting.default(env, values)
        config = cls(**values)
        _check_together(config)
        return config

    @property
    def has_model(self) -> bool:
        """Whether a language model is configured; without one the built-in answers are used."""
        return self.llm_url is not None


@dataclass(frozen=True)
class Setting:
    """One row of the table: what an operator may set, and what it means."""

    name: str
    field: str
    accepts: str
    meaning: str
    parse: Callable[[str], Any]
    default: Callable[[Mapping[str, str], Mapping[str, Any]], Any]
    default_text: str

    def read(self, raw: str) -> Any:
        """Parse one value, or raise CannotStart. The value is not repeated: it may be a secret."""
        try:
            return self.parse(raw)
        except ValueError as fault:
            raise CannotStart(f"{self.name} is not valid: it must be {self.accepts}.") from fault


def default_data_dir(env: Mapping[str, str], platform: str = sys.platform) -> Path:
    """The folder a person's books live in when nothing else is said, by the custom of the operating system."""
    home = Path(env["HOME"]) if env.get("HOME") else Path.home()
    if platform == "darwin":
        return home / "Library" / "Application Support" / "Fabula"
    shared = env.get("XDG_DATA_HOME", "")
    # The XDG rules say that a relative path there is to be ignored.
    return (Path(shared) if shared.startswith("/") else home / ".local" / "share") / "fabula"


def _written(given: object) -> str:
    """An override as an operator would have written it."""
    return ",".join(map(str, given)) if isinstance(given, tuple | list) else str(given)


def _fixed(value: object) -> Callable[[Mapping[str, str], Mapping[str, Any]], Any]:
    return lambda env, values: value


def _folder(raw: str) -> Path:
    if "\0" in raw:
        raise ValueError(raw)
    return Path(raw).expanduser().absolute()


def _whole(low: int, high: int) -> Callable[[str], int]:
    def parse(raw: str) -> int:
        if not (raw.isascii() and raw.isdigit() and len(raw) <= 10 and low <= int(raw) <= high):
            raise ValueError(raw)
        return int(raw)

    return parse


def _one_of(*choices: str) -> Callable[[str], str]:
    def parse(raw: str) -> str:
        if raw.lower() not in choices:
            raise ValueError(raw)
        return raw.lower()

    return parse


def _secret(raw: str) -> str:
    if len(raw) < SECRET_CHARS_MIN:
        raise ValueError("too short")
    return raw


def _bind_host(raw: str) -> str:
    bare = raw[1:-1] if raw.startswith("[") and raw.endswith("]") else raw
    if ":" in bare:
        return str(ipaddress.IPv6Address(bare))
    if not _HOST_NAME.fullmatch(bare):
        raise ValueError(raw)
    return bare.lower()


def _http_url(raw: str) -> str:
    parts = urlsplit(raw)
    if parts.scheme not in ("http", "https") or not parts.hostname or "@" in parts.netloc:
        raise ValueError("not an http address")
    if parts.query or parts.fragment or any(char.isspace() for char in raw):
        raise ValueError("not a base address")
    return raw.rstrip("/")


def _visible(limit: int) -> Callable[[str], str]:
    def parse(raw: str) -> str:
        if len(raw.encode()) > limit or not raw.isprintable() or " " in raw:
            raise ValueError("not printable")
        return raw

    return parse


def _host_names(raw: str) -> tuple[str, ...]:
    names = tuple(name.strip().lower() for name in raw.split(","))
    for name in names:
        if not _HOST_NAME.fullmatch(name.removeprefix("*.")):
            raise ValueError(raw)
    return names


def _addresses(raw: str) -> tuple[str, ...]:
    return tuple(str(ipaddress.ip_network(item.strip())) for item in raw.split(","))


SETTINGS: tuple[Setting, ...] = (
    Setting(
        "FABULA_DATA_DIR",
        "data_dir",
        "a folder path",
        "The folder that holds the database, the secret and whatever else belongs to this installation.",
        _folder,
        lambda env, values: default_data_dir(env),
        "$XDG_DATA_HOME/fabula or ~/.local/share/fabula; on macOS ~/Library/Application Support/Fabula",
    ),
    Setting(
        "FABULA_DATABASE_URL",
        "database_url",
        "memory:, sqlite:///path/to/file or postgresql://user:password@host:port/database",
        "Where the rows are kept. Memory forgets everything when the process ends.",
        str,
        lambda env, values: f"sqlite:///{values['data_dir'] / 'fabula.db'}",
        "fabula.db in the data folder",
    ),
    Setting(
        "FABULA_PROFILE",
        "profile",
        "desktop or server",
        "desktop: one person, no sign-in, this computer only. server: accounts, reachable from elsewhere.",
        _one_of("desktop", "server"),
        _fixed("desktop"),
        "desktop",
    ),
    Setting(
        "FABULA_HOST",
        "host",
        "a host name or an IP address",
        "The address to listen on. The desktop profile accepts only 127.0.0.1, ::1 and localhost.",
        _bind_host,
        _fixed("127.0.0.1"),
        "127.0.0.1",
    ),
    Setting(
        "FABULA_PORT",
        "port",
        "a whole number from 0 to 65535",
        "The port to listen on; 0 lets the operating system choose a free one.",
        _whole(0, 65_535),
        _fixed(8420),
        "8420",
    ),
    Setting(
        "FABULA_SECRET",
        "secret",
        f"at least {SECRET_CHARS_MIN} characters",
        "Signs the access tokens. When unset, one is made and kept in the data folder, readable by its owner only.",
        _secret,
        _fixed(None),
        "made at the first start",
    ),
    Setting(
        "AUTH_ACCESS_TOKEN_EXPIRY",
        "access_token_s",
        "a whole number of seconds from 60 to 86400",
        "How long an access token is valid.",
        _whole(60, 86_400),
        _fixed(3_600),
        "3600",
    ),
    Setting(
        "AUTH_REFRESH_TOKEN_EXPIRY",
        "refresh_token_s",
        "a whole number of seconds from 3600 to 31536000",
        "How long a person stays signed in without using the application.",
        _whole(3_600, 31_536_000),
        _fixed(604_800),
        "604800",
    ),
    Setting(
        "FABULA_LLM_URL",
        "llm_url",
        "an http or https address without user name, query or fragment",
        "Base address of an OpenAI-compatible language model. When unset, answers come from the book alone.",
        _http_url,
        _fixed(None),
        "unset",
    ),
    Setting(
        "FABULA_LLM_MODEL",
        "llm_model",
        "at most 200 bytes without spaces",
        "Name of the model to ask; required with FABULA_LLM_URL.",
        _visible(200),
        _fixed(None),
        "unset",
    ),
    Setting(
        "FABULA_LLM_API_KEY",
        "llm_api_key",
        "at most 4096 bytes without spaces",
        "Key for the language model, when it asks for one.",
        _visible(4_096),
        _fixed(None),
        "unset",
    ),
    Setting(
        "FABULA_ALLOWED_HOSTS",
        "allowed_hosts",
        "host names separated by commas, such as books.example.org,*.example.net",
        "Server profile: the host names requests may be addressed to.",
        _host_names,
        _fixed(()),
        "any",
    ),
    Setting(
        "FABULA_TRUSTED_PROXIES",
        "trusted_proxies",
        "IP addresses or networks separated by commas",
        "Server profile: reverse proxies whose X-Forwarded-For and X-Forwarded-Proto headers are believed.",
        _addresses,
        _fixed(()),
        "none",
    ),
    Setting(
        "FABULA_REQUESTS_PER_SECOND",
        "requests_per_second",
        "a whole number from 1 to 10000",
        "How many requests a second one person (or one address before sign-in) may make, with bursts of twice that.",
        _whole(1, 10_000),
        _fixed(50),
        "50",
    ),
    Setting(
        "FABULA_LOG_LEVEL",
        "log_level",
        "debug, info, warn or error",
        "The least important log lines to write.",
        _one_of("debug", "info", "warn", "error"),
        _fixed("info"),
        "info",
    ),
)


def _check_together(config: Config) -> None:
    """Refuse settings that are each valid and contradict one another."""
    if config.profile == "desktop" and config.host not in LOOPBACK_NAMES:
        raise CannotStart(
            "FABULA_HOST must be 127.0.0.1, ::1 or localhost in the desktop profile, because that profile signs its "
            "owner in without a password. Set FABULA_PROFILE=server to be reachable from other machines."
        )
    if (config.llm_url is None) != (config.llm_model is None):
        missing = "FABULA_LLM_MODEL" if config.llm_model is None else "FABULA_LLM_URL"
        raise CannotStart(f"{missing} is missing: FABULA_LLM_URL and FABULA_LLM_MODEL must be set together.")
    if config.llm_api_key is not None and config.llm_url is None:
        raise CannotStart("FABULA_LLM_URL is missing: FABULA_LLM_API_KEY is only used together with it.")
