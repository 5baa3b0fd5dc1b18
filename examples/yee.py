"""libyee for Python programs, by ctypes: models that are varied and run in memory.

    import yee
    model = yee.Session().read("soil.ini")
    run = yee.Run()
    for eps in (4, 5, 6):
        trace = run(model.vary(f"material.layer.eps={eps}")).numbers("/probe/receiver/ez")

What the models have in common is read, painted and planned once (yee_model_vary and
yee_simulation_aim in yee/libyee.h). $YEE_LIBRARY names libyee.so where the loader does not find it.
"""

import ctypes
import os
from ctypes import POINTER, byref, c_bool, c_char_p, c_double, c_int, c_int64, c_size_t, c_void_p

_lib = ctypes.CDLL(os.environ.get("YEE_LIBRARY", "libyee.so.1"))
_texts = POINTER(c_char_p)
for name, result, arguments in (
    ("yee_session_open", c_int, [c_void_p, POINTER(c_void_p)]),
    ("yee_session_close", None, [c_void_p]),
    ("yee_session_error", c_char_p, [c_void_p]),
    ("yee_model_read", c_int, [c_void_p, c_char_p, c_size_t, _texts, POINTER(c_void_p)]),
    ("yee_model_vary", c_int, [c_void_p, c_size_t, _texts, POINTER(c_void_p)]),
    ("yee_model_shares", c_bool, [c_void_p, c_void_p]),
    ("yee_model_traces", c_size_t, [c_void_p]),
    ("yee_model_free", None, [c_void_p]),
    ("yee_simulation_plan", c_int, [c_void_p, POINTER(c_void_p)]),
    ("yee_simulation_aim", c_int, [c_void_p, c_void_p]),
    ("yee_simulation_in_memory", None, [c_void_p]),
    ("yee_simulation_run", c_int, [c_void_p, c_int64, c_void_p, c_void_p]),
    ("yee_simulation_finish", c_int, [c_void_p]),
    ("yee_simulation_numbers", c_int,
     [c_void_p, c_char_p, c_char_p, POINTER(c_int), POINTER(c_int64), POINTER(POINTER(c_double))]),
    ("yee_simulation_free", None, [c_void_p]),
):
    function = getattr(_lib, name)
    function.restype, function.argtypes = result, arguments


class Error(Exception):
    """The sentence of a call that failed."""


class Session:
    """The plugins that were found. One thread at a time may use it and what is made of it."""

    def __init__(self):
        self.handle = c_void_p()
        if _lib.yee_session_open(None, byref(self.handle)):
            raise Error(_lib.yee_session_error(None).decode())

    def check(self, status):
        if status:
            raise Error(_lib.yee_session_error(self.handle).decode())

    def read(self, path, *overrides):
        """The model of a file; overrides are "section.key=value"."""
        handle = c_void_p()
        self.check(_lib.yee_model_read(self.handle, path.encode(), *_list(overrides), byref(handle)))
        return Model(self, handle)


class Model:
    def __init__(self, session, handle):
        self.session, self.handle = session, handle

    def vary(self, *overrides):
        """The model with other values; shares with this one what they leave as it is."""
        handle = c_void_p()
        self.session.check(_lib.yee_model_vary(self.handle, *_list(overrides), byref(handle)))
        return Model(self.session, handle)

    def __del__(self):
        _lib.yee_model_free(self.handle)


class Run:
    """Runs models, one after the other, with their outputs in memory."""

    def __init__(self):
        self.handle, self.model = c_void_p(), None

    def __call__(self, model):
        check = model.session.check
        if self.handle:
            check(_lib.yee_simulation_aim(self.handle, model.handle))
        else:
            check(_lib.yee_simulation_plan(model.handle, byref(self.handle)))
            _lib.yee_simulation_in_memory(self.handle)
        self.model = model  # which the simulation needs until it is aimed at another
        check(_lib.yee_simulation_run(self.handle, -1, None, None))
        check(_lib.yee_simulation_finish(self.handle))
        return self

    def numbers(self, path):
        """A dataset, "/probe/rx/ez", or an attribute, "/probe/rx/ez@time_step", as a flat list."""
        rank, dims, values = c_int(), (c_int64 * 8)(), POINTER(c_double)()
        self.model.session.check(
            _lib.yee_simulation_numbers(self.handle, None, path.encode(), byref(rank), dims, byref(values)))
        count = 1
        for n in dims[: rank.value]:
            count *= n
        return values[:count]

    def __del__(self):
        _lib.yee_simulation_free(self.handle)


def _list(texts):
    return len(texts), (c_char_p * max(1, len(texts)))(*[text.encode() for text in texts])
