/* tests/emulator/tma.cpp: tiles of arrays of up to four axes, zeros where a tile lies beyond
 * its array, and barriers that count the bytes that have come. */
#include "tma.h"
#include "block.h"
#include <cstring>
#include <vector>

namespace
{

enum { AXES = 4 };

/* The contents of a CUtensorMap here. */
struct tiling {
    const char *base;
    int64_t size[AXES], stride[AXES]; /* words; bytes */
    int box[AXES];
};
static_assert(sizeof(tiling) <= sizeof(CUtensorMap));

/* The contents of a barrier in shared memory, which is in this phase until all bytes have
 * come. */
struct arrivals {
    int32_t missing;
    bool expected, phase;
};
static_assert(sizeof(arrivals) <= sizeof(unsigned long long));

/* words: bytes that lie side by side, from map.base; 0: a tile. */
struct tile {
    char *to;
    tiling map;
    int64_t from[AXES];
    unsigned long long *full;
    unsigned words;
};

/* Out of shared memory. */
struct departure {
    void *to;
    const void *from;
    unsigned bytes;
};

std::vector<tile> under_way;
std::vector<departure> leaving;
enum { PLACES = 16 };

/* Threads that have come to a place; how often all had. */
struct place {
    int come;
    unsigned times;
} places[PLACES];

/* One more comes. How often all had before. */
unsigned come(place &p, int threads)
{
    const unsigned before = p.times;
    if (++p.come == threads) {
        p.come = 0;
        p.times++;
    }
    return before;
}

template <class any> any load(const void *memory)
{
    any value;
    memcpy(&value, memory, sizeof value);
    return value;
}

void count(unsigned long long *full, int bytes, bool expected)
{
    arrivals a = load<arrivals>(full);
    if (expected && a.expected)
        block_fail("a phase of a barrier is begun twice");
    a.missing += bytes;
    a.expected = a.expected || expected;
    if (a.expected && a.missing == 0) {
        a.expected = false;
        a.phase = !a.phase;
    }
    memcpy(full, &a, sizeof a);
}

/* A row of words: zeros, those of the array, zeros. */
void bring_row(char *to, const tile &t, const char *from)
{
    const int64_t word = t.map.stride[0], size = t.map.size[0], wide = t.map.box[0];
    const int64_t first = t.from[0], begin = first < 0 ? -first : 0;
    const int64_t end = first + wide > size ? size - first : wide;
    memset(to, 0, size_t(wide * word));
    if (from && begin < end)
        memcpy(to + begin * word, from + (first + begin) * word, size_t((end - begin) * word));
}

void bring(const tile &t)
{
    const tiling &m = t.map;
    if (t.words) {
        memcpy(t.to, m.base, t.words);
        return count(t.full, -int(t.words), false);
    }
    char *to = t.to;
    int64_t n[AXES];
    for (n[3] = 0; n[3] < m.box[3]; n[3]++)
        for (n[2] = 0; n[2] < m.box[2]; n[2]++)
            for (n[1] = 0; n[1] < m.box[1]; n[1]++) {
                const char *from = m.base;
                for (int a = 1; a < AXES; a++) {
                    const int64_t x = t.from[a] + n[a];
                    from = from && x >= 0 && x < m.size[a] ? from + x * m.stride[a] : nullptr;
                }
                bring_row(to, t, from);
                to += m.box[0] * m.stride[0];
            }
    count(t.full, -int(to - t.to), false);
}

void ask(const tile &t)
{
    if (uintptr_t(t.to) % 128)
        block_fail("a tile does not begin at a multiple of 128 bytes");
    if (block_late())
        under_way.push_back(t);
    else
        bring(t);
}

} // namespace

void tma_init(unsigned long long *full) { *full = 0; }

void tma_expect(unsigned long long *full, unsigned bytes) { count(full, int(bytes), true); }

void tma_wait(unsigned long long *full, unsigned phase)
{
    block_until([=] {
        for (size_t n = 0; n < under_way.size() && load<arrivals>(full).phase == (phase != 0);)
            if (under_way[n].full == full) {
                const tile t = under_way[n];
                under_way.erase(under_way.begin() + ptrdiff_t(n));
                bring(t);
            } else {
                n++;
            }
        return load<arrivals>(full).phase != (phase != 0);
    });
}

void tma_load_fields(void *to, const CUtensorMap *map, int column, int row, int plane,
                     unsigned long long *full)
{
    ask({static_cast<char *>(to), load<tiling>(map), {column, 0, row, plane}, full, 0});
}

void tma_load_ids(void *to, const CUtensorMap *map, int column, int row, int plane,
                  unsigned long long *full)
{
    ask({static_cast<char *>(to), load<tiling>(map), {column, row, plane, 0}, full, 0});
}

void tma_load_bytes(void *to, const void *from, unsigned bytes, unsigned long long *full)
{
    if (bytes == 0 || bytes % 16 || uintptr_t(from) % 16)
        block_fail("words to be copied are no multiple of 16 bytes");
    tile t = {static_cast<char *>(to), {}, {}, full, bytes};
    t.map.base = static_cast<const char *>(from);
    ask(t);
}

void tma_store(void *to, const void *from, unsigned bytes)
{
    if (bytes % 16 || uintptr_t(from) % 16 || uintptr_t(to) % 16)
        block_fail("words to be copied are no multiple of 16 bytes");
    leaving.push_back({to, from, bytes});
    if (!block_late())
        tma_store_left(0);
}

void tma_store_left(int copies)
{
    for (; leaving.size() > size_t(copies); leaving.erase(leaving.begin()))
        memcpy(leaving[0].to, leaving[0].from, leaving[0].bytes);
}

void progress_post(unsigned *count, unsigned number) { *count = number; }

unsigned progress_await(const unsigned *count, unsigned number)
{
    if (int(*count - number) < 0)
        block_fail("a block waits for one that comes after it");
    return *count;
}

void plane_barrier_sync(int n, int threads)
{
    place &p = places[n];
    const unsigned before = come(p, threads);
    block_until([&] { return p.times != before; });
}

void plane_barrier_arrive(int n, int threads) { come(places[n], threads); }

void warps_sync(int threads) { plane_barrier_sync(PLACES - 1, threads); }

bool tma_over()
{
    const bool none = under_way.empty() && leaving.empty();
    under_way.clear();
    leaving.clear();
    return none;
}

/* With the engine's own limits. */
CUresult tma_encode(CUtensorMap *map, CUtensorMapDataType type, cuuint32_t rank, void *base,
                    const cuuint64_t *size, const cuuint64_t *stride, const cuuint32_t *box,
                    const cuuint32_t *, CUtensorMapInterleave, CUtensorMapSwizzle,
                    CUtensorMapL2promotion, CUtensorMapFloatOOBfill)
{
    const int word = type == CU_TENSOR_MAP_DATA_TYPE_FLOAT64 ? 8 : 4;
    tiling t = {static_cast<const char *>(base), {1, 1, 1, 1}, {word, 0, 0, 0}, {1, 1, 1, 1}};
    bool right = rank <= AXES && uintptr_t(base) % 16 == 0 && box[0] * unsigned(word) % 16 == 0;
    for (cuuint32_t a = 0; a < rank && right; a++) {
        t.size[a] = int64_t(size[a]);
        t.box[a] = int(box[a]);
        t.stride[a] = a == 0 ? word : int64_t(stride[a - 1]);
        right = size[a] > 0 && box[a] > 0 && box[a] <= 256 && (a == 0 || t.stride[a] % 16 == 0);
    }
    if (right)
        memcpy(map, &t, sizeof t);
    return right ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
