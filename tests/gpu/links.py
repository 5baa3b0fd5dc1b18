#!/usr/bin/env python3
"""links.py: the links between the GPUs of this machine, by CuPy: for every pair what is copied and what a
kernel stores arrives, and how fast, one way and both ways at once. Exit status 1: something does not arrive,
77: there is no CuPy."""
import sys

try:
    import cupy as c
except ImportError:
    print("no CuPy: links were not measured")
    sys.exit(77)

run = c.cuda.runtime
MB, TIMES = 128, 10
STORE = c.RawKernel(
    r"""extern "C" __global__ void store(uint4 *to, const uint4 *from, long long n) {
    for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < n; i += gridDim.x * (long long)blockDim.x)
        to[i] = from[i];
}""",
    "store",
)


class End:
    """Memory and a stream of one GPU."""

    def __init__(self, device):
        self.device = device
        with c.cuda.Device(device):
            self.stream = c.cuda.Stream(non_blocking=True)
            words = MB << 18
            self.source = c.arange(words, dtype=c.uint32) * c.uint32(2654435761) + c.uint32(device)
            self.target = c.zeros(words, c.uint32)
            c.cuda.Device(device).synchronize()

    def copy(self, to):
        run.memcpyPeerAsync(to.target.data.ptr, to.device, self.source.data.ptr, self.device, MB << 20, self.stream.ptr)

    def store(self, to):
        # an array of the other GPU, taken for one of this
        memory = c.cuda.UnownedMemory(to.target.data.ptr, MB << 20, to, self.device)
        there = c.ndarray(MB << 18, c.uint32, c.cuda.MemoryPointer(memory, 0))
        STORE((264,), (512,), (there, self.source, c.int64(MB << 16)), stream=self.stream)

    def holds(self, other):
        with c.cuda.Device(self.device):
            words = MB << 18
            right = c.arange(words, dtype=c.uint32) * c.uint32(2654435761) + c.uint32(other.device)
            return bool((self.target == right).all())

    def clear(self):
        with c.cuda.Device(self.device):
            self.target.fill(0)
            c.cuda.Device(self.device).synchronize()


def rate(pairs, how):
    """GB/s of each of the copies (from, to) that go on side by side."""
    marks = []
    for a, b in pairs:
        with c.cuda.Device(a.device):
            getattr(a, how)(b)
            a.stream.synchronize()
    for a, b in pairs:
        with c.cuda.Device(a.device):
            start, end = c.cuda.Event(), c.cuda.Event()
            start.record(a.stream)
            for _ in range(TIMES):
                getattr(a, how)(b)
            end.record(a.stream)
            marks.append((start, end))
    slowest = 0
    for start, end in marks:
        end.synchronize()
        slowest = max(slowest, c.cuda.get_elapsed_time(start, end))
    return TIMES * (MB << 20) / slowest / 1e6


def reach(a, b):
    """Whether a may store to b."""
    if a.device == b.device:
        return True
    with c.cuda.Device(a.device):
        if not run.deviceCanAccessPeer(a.device, b.device):
            return False
        try:
            run.deviceEnablePeerAccess(b.device)
        except run.CUDARuntimeError:
            pass  # it is there already
    return True


ends = [End(n) for n in range(run.getDeviceCount())]
wrong = 0
print("| from | to | by | arrives | GB/s of %d MB | both ways at once, each |\n|---|---|---|---|---|---|" % MB)
for a in ends:
    for b in ends:
        if a is b and len(ends) > 1:
            continue
        both = reach(a, b) and reach(b, a)
        for how in ("copy", "store") if both else ("copy",):
            b.clear()
            one = rate([(a, b)], how)
            arrives = b.holds(a)
            wrong += not arrives
            two = "%.0f" % rate([(a, b), (b, a)], how) if a is not b else "-"
            print("| %d | %d | %s | %s | %.0f | %s |" % (a.device, b.device, how, "yes" if arrives else "NO", one, two))
        if not both:
            print("| %d | %d | store | no peer access | - | - |" % (a.device, b.device))
sys.exit(wrong > 0)
