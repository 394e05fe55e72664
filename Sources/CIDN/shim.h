#include <idn2.h>
#include <stdlib.h>
#include <uninorm.h>

/* Swift imports neither macros that take an address nor values of unknown size, so UNINORM_NFKC
   needs a function here. Such wrappers, without decisions, are all the C that belongs in a shim. */

static inline uint8_t *jadwal_nfkc(const uint8_t *text, size_t length, size_t *normalized_length) {
    return u8_normalize(UNINORM_NFKC, text, length, NULL, normalized_length);
}
