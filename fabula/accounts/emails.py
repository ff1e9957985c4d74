"""E-mail addresses by the grammar of RFC 5321, the way sign-in compares them.

Owns what counts as an address. Knows no network: it never asks whether the mailbox exists. Promise: every address
accepted here is ASCII, at most 254 characters, and has one comparison key.
"""

from __future__ import annotations

import ipaddress
import re

from fabula.errors import Invalid

EMAIL_CHARS_MAX = 254
_LOCAL_OCTETS_MAX = 64
_DOMAIN_OCTETS_MAX = 255

_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_DOT_STRING = re.compile(rf"{_ATOM}(?:\.{_ATOM})*")
# qtextSMTP is printable ASCII and space without the quote and the backslash; either may follow a backslash.
_QUOTED_STRING = re.compile(r'"(?:[ !#-\[\]-~]|\\[ -~])*"')
_LABEL = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?")


def clean_email(text: str) -> str:
    """Return the address without surrounding space, or raise Invalid (service specification 9.1).

    Dotless domains are accepted; address literals only as IPv4 or IPv6. The check is made on ASCII before any case
    folding, because folding can turn other letters into ASCII ones.
    """
    address = text.strip(" \t\r\n")
    if not address.isascii():
        raise Invalid("The e-mail address contains a character that is not plain ASCII.")
    if len(address) > EMAIL_CHARS_MAX:
        raise Invalid(f"The e-mail address is longer than {EMAIL_CHARS_MAX} characters.")
    # A quoted local part may contain "@"; the domain never does.
    local, at, domain = address.rpartition("@")
    if not at or not _is_local_part(local) or not _is_domain(domain):
        raise Invalid("The e-mail address is not valid; it should look like name@example.org.")
    return address


def email_key(email: str) -> str:
    """The form in which two spellings of one address are equal: lower case, as accounts compare them."""
    return email.lower()


def _is_local_part(local: str) -> bool:
    if not local or len(local) > _LOCAL_OCTETS_MAX:
        return False
    return bool(_DOT_STRING.fullmatch(local) or _QUOTED_STRING.fullmatch(local))


def _is_domain(domain: str) -> bool:
    if domain.startswith("[") and domain.endswith("]"):
        return _is_literal(domain[1:-1])
    if not domain or len(domain) > _DOMAIN_OCTETS_MAX:
        return False
    return all(_LABEL.fullmatch(label) for label in domain.split("."))


def _is_literal(literal: str) -> bool:
    try:
        if literal[:5].lower() == "ipv6:":
            # A zone ("%eth0") means something on one machine only and is not part of the grammar.
            return "%" not in literal and bool(ipaddress.IPv6Address(literal[5:]))
        return bool(ipaddress.IPv4Address(literal))
    except ValueError:
        return False
