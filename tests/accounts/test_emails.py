"""Addresses: the grammar of RFC 5321, with a wrong twin for each right one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabula.accounts.emails import EMAIL_CHARS_MAX, clean_email, email_key
from fabula.errors import Invalid

GOOD = [
    "reader@example.org",
    "a@b",
    "reader@localhost",
    "first.last+tag@example.co.uk",
    "!#$%&'*+/=?^_`{|}~-@example.org",
    '"quoted local"@example.org',
    '"with \\" escape"@example.org',
    '"at@inside"@example.org',
    '""@example.org',
    "reader@[192.0.2.1]",
    "reader@[IPv6:2001:db8::1]",
    "reader@[ipv6:::1]",
    "a" * 64 + "@example.org",
    "a@" + "b" * 63 + ".org",
    "a@1.2.3",
    "a@x-y.example",
]

BAD = [
    "",
    "@",
    "reader",
    "reader@",
    "@example.org",
    "first..last@example.org",
    ".reader@example.org",
    "reader.@example.org",
    "reader name@example.org",
    '"unclosed@example.org',
    '"bare " quote"@example.org',
    '"trailing\\"@example.org',
    "reader@-example.org",
    "reader@example-.org",
    "reader@example..org",
    "reader@example.org.",
    "reader@exa_mple.org",
    "reader@[256.0.0.1]",
    "reader@[192.0.2.1",
    "reader@[2001:db8::1]",
    "reader@[IPv6:fe80::1%eth0]",
    "reader@[tag:anything]",
    "a" * 65 + "@example.org",
    "a@" + "b" * 64 + ".org",
    "a@b\0",
    "a\n@example.org",
    "reader@example.org\nBcc: x@example.org",
    "读者@example.org",
    "reader@例子.org",
    "\u212aate@example.org",
]


@pytest.mark.parametrize("address", GOOD)
def test_accepts(address: str) -> None:
    assert clean_email(f"  {address}\n") == address


@pytest.mark.parametrize("address", BAD)
def test_refuses(address: str) -> None:
    with pytest.raises(Invalid):
        clean_email(address)


def test_length_is_bounded_at_254() -> None:
    domain = ".".join(["b" * 63] * 3)
    longest = "a" * (EMAIL_CHARS_MAX - len(domain) - 1) + "@" + domain
    assert len(longest) == EMAIL_CHARS_MAX
    assert clean_email(longest) == longest
    with pytest.raises(Invalid, match="longer than 254"):
        clean_email("a" + longest)


def test_a_letter_that_folds_to_ascii_is_no_ascii_letter() -> None:
    # The Kelvin sign's lower case is a plain "k": checked after folding, two people would share an address.
    assert "\u212a".lower() == "k"
    with pytest.raises(Invalid, match="plain ASCII"):
        clean_email("\u212a@example.org")


def test_spellings_share_a_key_and_different_addresses_do_not() -> None:
    assert email_key("Reader@Example.ORG") == email_key("reader@example.org")
    assert email_key("reader@example.org") != email_key("reader1@example.org")


@given(st.text(max_size=400))
def test_any_text_is_accepted_or_refused_and_nothing_else(text: str) -> None:
    try:
        address = clean_email(text)
    except Invalid:
        return
    assert address.isascii()
    assert len(address) <= EMAIL_CHARS_MAX
    assert clean_email(address) == address
