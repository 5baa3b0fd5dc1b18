/* Fuzz target: bytes as a checkpoint.
 *
 * The first byte says how: the rest as it is; the rest with the sum of every piece put right,
 * so that what lies behind the sums is reached; or the rest as choices of pieces that are
 * written, and must read back bit by bit. A file that opens gives the pieces it has and refuses
 * all others with a sentence. */
#include "harness.h"
#include "run/checkpoint.h"

enum { HEAD = 17 }; /* of the file: "yee checkpoint 1\n" */

/* -- reading -- */

static void failed(yee_diag *diag, yee_status status)
{
    must((status == YEE_OK) == !*diag->error && status != YEE_INTERNAL);
    yee_diag_clear(diag);
}

/* Asks for what a run asks for, then for a piece of any length. */
static void read_all(yee_diag *diag, const char *path, choices *c)
{
    yee_checkpoint *file = yee_checkpoint_open(diag, path);
    must((file != NULL) == !*diag->error);
    yee_diag_clear(diag);
    if (!file)
        return;
    char *text[2] = {NULL, NULL};
    static const char *const name[] = {"identity", "rows"};
    for (int i = 0; i < 2; i++) {
        const yee_status status = yee_checkpoint_text(file, name[i], &text[i]);
        failed(diag, status);
        must((status == YEE_OK) == (text[i] != NULL));
        free(text[i]);
    }
    yee_state *state = yee_checkpoint_state(file, "scheme");
    for (int i = 0; i < 4; i++) {
        const size_t bytes = pick(c, 40);
        unsigned char *data = malloc(bytes + 1);
        must(data != NULL);
        failed(diag, state->piece(state, i ? "ez" : "known", data, (int64_t)bytes));
        free(data);
    }
    failed(diag, yee_checkpoint_settle(file));
    yee_checkpoint_close(file);
}

/* -- sums put right -- */

static uint64_t add(uint64_t sum, const unsigned char *data, size_t bytes)
{
    for (size_t i = 0; i < bytes; i += 8) {
        uint64_t one = 0;
        memcpy(&one, data + i, bytes - i < 8 ? bytes - i : 8);
        sum = (sum ^ one) * UINT64_C(0x9E3779B97F4A7C15);
        sum ^= sum >> 32;
    }
    return sum;
}

/* As far as lengths lead from piece to piece. */
static void repair_sums(unsigned char *data, size_t size)
{
    size_t at = HEAD;
    for (uint64_t length, bytes; at + 8 <= size; at += (size_t)bytes + 8) {
        memcpy(&length, data + at, 8);
        uint64_t sum = add(1, data + at, 8);
        at += 8;
        if (length > size - at || size - at - length < 8)
            return;
        sum = add(sum, data + at, (size_t)length);
        at += (size_t)length;
        memcpy(&bytes, data + at, 8);
        sum = add(sum, data + at, 8);
        at += 8;
        if (bytes > size - at || size - at - bytes < 8)
            return;
        sum = add(sum, data + at, (size_t)bytes);
        memcpy(data + at + bytes, &sum, 8);
    }
}

/* -- writing -- */

enum { PIECES = 6 };
typedef struct parcel {
    char name[40];
    unsigned char data[64];
    size_t bytes;
} parcel;

static size_t draw(choices *c, parcel *p)
{
    const size_t count = pick(c, PIECES + 1);
    for (size_t i = 0; i < count; i++) {
        const size_t length = pick(c, sizeof p->name);
        for (size_t k = 0; k < length; k++)
            p[i].name[k] = (char)next(c);
        p[i].bytes = pick(c, sizeof p->data + 1);
        for (size_t k = 0; k < p[i].bytes; k++)
            p[i].data[k] = (unsigned char)next(c);
    }
    return count;
}

static void write_and_read(yee_diag *diag, choices *c)
{
    const char *path = fuzz_file();
    parcel p[PIECES] = {{"", "", 0}};
    unsigned char back[64];
    char *text = "what the run is", *again = NULL;
    const size_t count = draw(c, p);
    yee_checkpoint *file = yee_checkpoint_create(diag, path);
    must(file != NULL && !yee_checkpoint_text(file, "identity", &text));
    yee_state *state = yee_checkpoint_state(file, "group");
    for (size_t i = 0; i < count; i++)
        must(!state->piece(state, p[i].name, p[i].data, (int64_t)p[i].bytes));
    must(!yee_checkpoint_settle(file));
    yee_checkpoint_close(file);

    must((file = yee_checkpoint_open(diag, path)) != NULL);
    must(!yee_checkpoint_text(file, "identity", &again) && !strcmp(text, again));
    free(again);
    state = yee_checkpoint_state(file, "group");
    for (size_t i = 0; i < count; i++) {
        must(!state->piece(state, p[i].name, back, (int64_t)p[i].bytes));
        must(!memcmp(back, p[i].data, p[i].bytes));
    }
    must(!yee_checkpoint_settle(file));
    yee_checkpoint_close(file);
    char old[80];
    snprintf(old, sizeof old, "%s.old", path);
    unlink(old);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    yee_diag diag;
    if (!size)
        return -1;
    yee_diag_init(&diag, NULL, NULL);
    choices c = {data, data + size};
    const unsigned way = pick(&c, 3);
    if (way == 2) {
        write_and_read(&diag, &c);
    } else {
        const size_t rest = size - 1;
        unsigned char *copy = malloc(rest + 1);
        must(copy != NULL);
        memcpy(copy, data + 1, rest);
        if (way)
            repair_sums(copy, rest);
        read_all(&diag, fuzz_file_write(copy, rest), &c);
        free(copy);
    }
    must(!*diag.error);
    yee_diag_end(&diag);
    return 0;
}
