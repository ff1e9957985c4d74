"""The installation's secret: made once, kept in a file that only its owner can read.

Owns that file. Promise: two processes starting at once read the same secret, and a file that others could have read is
refused instead of trusted.
"""

from __future__ import annotations

import os
import secrets
import stat
from pathlib import Path

from fabula.config import SECRET_CHARS_MIN
from fabula.errors import CannotStart

FILE_NAME = "secret"
_BYTES_MAX = 4_096


def secret_of(data_dir: Path, *, create: bool = True) -> str:
    """Read the secret in the data folder, making it first when there is none and `create` allows it.

    Raises CannotStart when the file is readable by others, too short, or missing while `create` is false.
    """
    path = data_dir / FILE_NAME
    if create and not path.exists():
        _make(path)
    try:
        descriptor = os.open(path, os.O_RDONLY)
    except FileNotFoundError as fault:
        raise CannotStart(f"There is no secret in {data_dir}; start Fabula once to make it.") from fault
    except OSError as fault:
        raise CannotStart(f"The secret file {path} cannot be read: {fault.strerror}.") from fault
    with open(descriptor, "rb") as file:
        mode = stat.S_IMODE(os.fstat(file.fileno()).st_mode)
        content = file.read(_BYTES_MAX)
    # Windows reports no such bits; there the folder's own access list protects the file.
    if os.name == "posix" and mode & 0o077:
        raise CannotStart(
            f"The secret file {path} can be read by other users of this computer. If nobody else has used it, run "
            f"chmod 600 on it; otherwise delete it, and everybody signs in again."
        )
    text = content.decode("utf-8", "replace").strip()
    if len(text) < SECRET_CHARS_MIN:
        raise CannotStart(f"The secret file {path} is damaged. Delete it, and everybody signs in again.")
    return text


def _make(path: Path) -> None:
    """Write a fresh secret beside the file, then link it into place, which fails when another process was first."""
    draft = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    try:
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_hex(32) + "\n")
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(draft, path)
        except FileExistsError:
            return
        except OSError:
            # Some file systems have no links. Renaming is atomic too; only who wins a race differs.
            draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)
    except OSError as fault:
        raise CannotStart(f"The secret file {path} cannot be written: {fault.strerror}.") from fault
