"""The stubs say what the native part has."""

import subprocess
import sys

import pytest

pytest.importorskip("mypy")


def test_stubs(tmp_path):
    allowed = tmp_path / "allowed"
    # The native part lists what it exports; a stub need not.
    allowed.write_text("ludarium._ludarium.__all__\n", encoding="utf-8")
    config = tmp_path / "mypy.ini"
    config.write_text(f"[mypy]\ncache_dir = {tmp_path / 'cache'}\n", encoding="utf-8")
    command = [sys.executable, "-m", "mypy.stubtest", "ludarium._ludarium"]
    command += ["--allowlist", str(allowed), "--mypy-config-file", str(config)]
    checked = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr
