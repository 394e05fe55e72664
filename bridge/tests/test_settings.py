"""The settings, as far as starting the program is not needed to see them."""

import pytest
from jadwal_bridge.settings import Settings, WrongSetting

REST = {"BRIDGE_DATA": "/nonexistent", "BRIDGE_INGEST_URL": "https://jadwal.example/api/v1/ingest/messages"}


@pytest.mark.parametrize("secret", ["x" * 32, "!" * 31 + "~", "x" * 500])
def test_a_secret_that_jadwal_takes_is_taken(secret, tmp_path):
    assert Settings(REST | {"BRIDGE_SECRET": secret}).secret == secret
    file = tmp_path / "secret"
    file.write_text(secret + "\n")
    assert Settings(REST | {"BRIDGE_SECRET_FILE": str(file)}).secret == secret


@pytest.mark.parametrize("secret", ["x" * 16, "x" * 31, "x" * 31 + " ", "x y" * 20, "x" * 32 + "\t", "ص" * 32])
def test_a_secret_that_jadwal_refuses_is_refused_and_not_shown(secret):
    with pytest.raises(WrongSetting, match="at least 32 characters") as raised:
        Settings(REST | {"BRIDGE_SECRET": secret})
    assert secret not in str(raised.value)
