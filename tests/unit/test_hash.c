/* tests/unit/test_hash.c: FNV-1a (base/hash.h) on the test vectors that its authors publish. */
#include "base/hash.h"
#include "suite.h"
#include <string.h>

static const struct {
    const char *text;
    uint64_t hash;
} vector[] = {{"", UINT64_C(0xcbf29ce484222325)},
              {"a", UINT64_C(0xaf63dc4c8601ec8c)},
              {"foobar", UINT64_C(0x85944171f73967e8)}};

START_TEST(texts_have_their_published_hashes)
{
    const char *text = vector[_i].text;
    ck_assert_uint_eq(yee_hash_bytes(YEE_HASH_START, text, strlen(text)), vector[_i].hash);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("hash");
    TCase *tests = tcase_create("hash");
    tcase_add_loop_test(tests, texts_have_their_published_hashes, 0, 3);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
