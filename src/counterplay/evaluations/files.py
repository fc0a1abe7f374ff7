"""Networks in .npz files: the weights as 32-bit floats, and everything else as JSON beside their checksum."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from ..errors import CounterplayError, UsageError
from ..weights import Weights

Kind = TypeVar("Kind")


def packed(form: str, weights: Weights, facts: dict[str, Any]) -> bytes:
    """The content of a file of this format."""
    import numpy

    numbers = weights.array.astype(numpy.float32)
    told = {"format": form, **facts, "checksum": hashlib.sha256(numbers.tobytes()).hexdigest()}
    file = io.BytesIO()
    numpy.savez_compressed(file, weights=numbers, facts=numpy.frombuffer(json.dumps(told).encode(), numpy.uint8))
    return file.getvalue()


def unpacked(form: str, content: bytes) -> tuple[Weights, dict[str, Any]]:
    """What `packed` was given."""
    import numpy

    if not content.startswith(b"PK"):  # NumPy would advise to trust it
        raise ValueError("it does not begin as an .npz file does")
    with numpy.load(io.BytesIO(content), allow_pickle=False) as file:
        numbers, facts = file["weights"], json.loads(file["facts"].tobytes())
    if facts["format"] != form:
        raise ValueError(f"it is a {facts['format']}, not a {form}")
    if facts["checksum"] != hashlib.sha256(numbers.tobytes()).hexdigest():
        raise ValueError("its checksum is wrong")
    return Weights(numbers), facts


def read_network(path: Path, read: Callable[[bytes], Kind]) -> Kind:
    """The network in a file, by the function that reads its content; whatever is wrong with the file is said in a sentence."""
    try:
        return read(path.read_bytes())
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}.") from error
    except CounterplayError:
        raise
    except Exception as error:  # NumPy and zipfile meet damage with a dozen kinds of error, zlib's own among them
        raise UsageError(f"{path} is not a network, or it is damaged: {error}.") from error
