"""Where arrays live: in NumPy, or in CuPy on a GPU. Both are used in the same words; this module has what differs."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from .._cardroom import CardroomError


def on_gpu() -> Any:
    """CuPy, which has NumPy's functions for arrays on a GPU."""
    try:
        cupy: Any = importlib.import_module("cupy")
        cupy.zeros(1)
    except Exception as error:
        raise CardroomError(f"there is no GPU that can be used (CuPy and CUDA are needed): {error}") from None
    return cupy


def module_of(array: Any) -> Any:
    """NumPy, or CuPy for an array on a GPU."""
    return np if isinstance(array, np.ndarray) else importlib.import_module("cupy")


def to_numpy(array: Any) -> Any:
    """The array in NumPy."""
    return array if isinstance(array, np.ndarray) else array.get()


def largest(values: Any, offsets: Any, owner: Any) -> Any:
    """The largest of each run of values. Run i is ``offsets[i]`` to ``offsets[i + 1]``, is not empty, and is owned by i."""
    if module_of(values) is np:
        return np.maximum.reduceat(values, offsets[:-1])
    most = module_of(values).full(len(offsets) - 1, -np.inf, values.dtype)
    importlib.import_module("cupyx").scatter_max(most, owner, values)
    return most


def total(values: Any, offsets: Any, owner: Any) -> Any:
    """The sum of each run of values or rows of values."""
    if module_of(values) is np:
        return np.add.reduceat(values, offsets[:-1], axis=0)
    sums = module_of(values).zeros((len(offsets) - 1, *values.shape[1:]), values.dtype)
    importlib.import_module("cupyx").scatter_add(sums, owner, values)
    return sums
