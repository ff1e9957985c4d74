"""Settings: what is read, what is refused, and that nobody has to guess."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from fabula.config import SETTINGS, Config, default_data_dir
from fabula.errors import CannotStart


def test_every_field_is_a_documented_setting() -> None:
    assert [setting.field for setting in SETTINGS] == [column.name for column in fields(Config)]
    assert len({setting.name for setting in SETTINGS}) == len(SETTINGS)
    for setting in SETTINGS:
        assert setting.meaning.endswith(".")
        assert setting.accepts
        assert setting.default_text


def test_nothing_set_is_a_desktop_on_this_computer() -> None:
    config = Config.from_env({"HOME": "/home/ann"})
    assert (config.profile, config.host, config.port) == ("desktop", "127.0.0.1", 8420)
    assert (config.access_token_s, config.refresh_token_s) == (3_600, 604_800)
    assert config.database_url == f"sqlite:///{config.data_dir}/fabula.db"
    assert not config.has_model
    assert config.secret is None


def test_the_documented_defaults_are_the_real_ones() -> None:
    config = Config.from_env({"HOME": "/home/ann"})
    for setting in SETTINGS:
        value = getattr(config, setting.field)
        if isinstance(value, int | str) and setting.field not in ("database_url",):
            assert setting.default_text == str(value)


def test_the_environment_is_read_and_an_override_wins() -> None:
    env = {"FABULA_PROFILE": "server", "FABULA_PORT": "9000", "FABULA_HOST": " 0.0.0.0 ", "FABULA_LOG_LEVEL": ""}
    config = Config.from_env(env, port=9001, host=None)
    assert (config.profile, config.port, config.host, config.log_level) == ("server", 9001, "0.0.0.0", "info")


def test_lists_are_read_from_text_and_from_lists() -> None:
    env = {"FABULA_ALLOWED_HOSTS": "Books.Example, *.lan.example", "FABULA_TRUSTED_PROXIES": "10.0.0.1,10.1.0.0/16"}
    config = Config.from_env(env)
    assert config.allowed_hosts == ("books.example", "*.lan.example")
    assert config.trusted_proxies == ("10.0.0.1/32", "10.1.0.0/16")
    assert Config.from_env({}, allowed_hosts=("a.example", "b.example")).allowed_hosts == ("a.example", "b.example")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("FABULA_PROFILE", "laptop"),
        ("FABULA_PORT", "65536"),
        ("FABULA_PORT", "-1"),
        ("FABULA_PORT", "８４２０"),
        ("FABULA_PORT", "8420.0"),
        ("FABULA_PORT", "9" * 5_000),
        ("FABULA_HOST", "not a host"),
        ("FABULA_HOST", "[::1"),
        ("FABULA_SECRET", "x" * 31),
        ("AUTH_ACCESS_TOKEN_EXPIRY", "0"),
        ("AUTH_ACCESS_TOKEN_EXPIRY", "1h"),
        ("AUTH_REFRESH_TOKEN_EXPIRY", "3599"),
        ("FABULA_LLM_URL", "ftp://models.example"),
        ("FABULA_LLM_URL", "https://user:pass@models.example/v1"),
        ("FABULA_LLM_URL", "https://models.example/v1?key=x"),
        ("FABULA_LLM_URL", "https://"),
        ("FABULA_LLM_URL", "https://[half"),
        ("FABULA_LLM_MODEL", "two words"),
        ("FABULA_LLM_MODEL", "模" * 67),
        ("FABULA_LLM_API_KEY", "k" * 4_097),
        ("FABULA_ALLOWED_HOSTS", "a.example,,b.example"),
        ("FABULA_ALLOWED_HOSTS", "https://a.example"),
        ("FABULA_ALLOWED_HOSTS", "*"),
        ("FABULA_TRUSTED_PROXIES", "*"),
        ("FABULA_TRUSTED_PROXIES", "proxy.example"),
        ("FABULA_REQUESTS_PER_SECOND", "0"),
        ("FABULA_LOG_LEVEL", "verbose"),
        ("FABULA_DATA_DIR", "a\0b"),
    ],
)
def test_a_wrong_value_is_refused_by_name_without_repeating_it(name: str, value: str) -> None:
    with pytest.raises(CannotStart) as refused:
        Config.from_env({"HOME": "/home/ann", name: value})
    assert name in refused.value.message
    accepts = next(setting.accepts for setting in SETTINGS if setting.name == name)
    assert accepts in refused.value.message
    assert value not in refused.value.message.replace(accepts, "").replace(name, "")


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.7", "::", "books.example", "127.0.0.2"])
def test_a_desktop_listens_on_this_computer_only(host: str) -> None:
    with pytest.raises(CannotStart, match="FABULA_HOST"):
        Config.from_env({}, host=host)
    assert Config.from_env({}, host=host, profile="server").host == host


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "[::1]", "localhost", "LOCALHOST", "0:0:0:0:0:0:0:1"])
def test_every_spelling_of_this_computer_is_accepted(host: str) -> None:
    assert Config.from_env({}, host=host).host in ("127.0.0.1", "::1", "localhost")


def test_a_model_needs_both_its_address_and_its_name() -> None:
    both = {"FABULA_LLM_URL": "http://localhost:11434/v1/", "FABULA_LLM_MODEL": "org/model:8b"}
    config = Config.from_env(both)
    assert config.has_model
    assert config.llm_url == "http://localhost:11434/v1"
    for name in both:
        with pytest.raises(CannotStart, match=f"{name} is missing"):
            Config.from_env({key: value for key, value in both.items() if key != name})
    with pytest.raises(CannotStart, match="FABULA_LLM_URL is missing"):
        Config.from_env({"FABULA_LLM_API_KEY": "a-key"})


def test_secrets_are_not_shown() -> None:
    config = Config.from_env(
        {
            "FABULA_SECRET": "s" * 40,
            "FABULA_LLM_API_KEY": "a-key-to-hide",
            "FABULA_LLM_URL": "https://models.example/v1",
            "FABULA_LLM_MODEL": "some-model",
            "FABULA_DATABASE_URL": "postgresql://ann:hunter2@db.example/fabula",
        }
    )
    assert "some-model" in repr(config)
    for hidden in ("s" * 40, "a-key-to-hide", "hunter2"):
        assert hidden not in repr(config)


def test_a_setting_that_does_not_exist_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(TypeError, match="no setting called prot"):
        Config.from_env({}, prot=9000)


def test_the_data_folder_follows_the_system() -> None:
    home = {"HOME": "/home/ann"}
    assert default_data_dir(home, "linux") == Path("/home/ann/.local/share/fabula")
    assert default_data_dir({**home, "XDG_DATA_HOME": "/data"}, "linux") == Path("/data/fabula")
    assert default_data_dir({**home, "XDG_DATA_HOME": "relative"}, "linux") == Path("/home/ann/.local/share/fabula")
    assert default_data_dir(home, "darwin") == Path("/home/ann/Library/Application Support/Fabula")
