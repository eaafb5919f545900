// What is called by functions of Rust's library that have another body here (`rust/library.rs`).

//@ __fathom_ranges_apart
// Whether two arrays of `count` elements have no byte in common.
_Bool __fathom_ranges_apart(const void *a, const void *b, size_t size, size_t count) {
    size_t bytes;
    if (__builtin_mul_overflow(size, count, &bytes))
        __fathom_precondition(0, "the size of an array overflows");
    return bytes == 0 || !__fathom_overlap(a, bytes, b, bytes);
}

// What `HashMap` takes from its hasher, SipHash with keys that the system chooses.
//
// Every text has a hash that may be anything, and the same one whenever it is hashed with the same keys. So nothing is
// proved that depends on what a hash is, or on the order of a map; and no solver has to look into SipHash.

//@ fathom_hashed
// Texts that were hashed. Each continues another one by up to eight bytes; those that continue none are keys.
#define HASHED_MAX 4096
#define HASHED_NONE (~0ul)
struct fathom_hashed {
    size_t before;
    size_t length;
    unsigned long long bytes;
    unsigned long long hash;
};
static struct fathom_hashed fathom_hashed[HASHED_MAX];
static size_t fathom_hashed_count;

HELPER size_t fathom_hash_more(size_t before, size_t length, unsigned long long bytes) {
    for (size_t i = 0; i < fathom_hashed_count; i++) {
        struct fathom_hashed *known = &fathom_hashed[i];
        if (known->before == before && known->length == length && known->bytes == bytes)
            return i;
    }
    if (fathom_hashed_count >= HASHED_MAX)
        __fathom_unmodelled("more than 4096 pieces of text are hashed");
    struct fathom_hashed *new = &fathom_hashed[fathom_hashed_count];
    new->before = before;
    new->length = length;
    new->bytes = bytes;
    new->hash = (unsigned long long)__VERIFIER_nondet_fathom_longlong();
    return fathom_hashed_count++;
}

//@ __fathom_hasher_reset : fathom_hashed
// A hasher of `words` words holds its keys somewhere, and zeros elsewhere. From now on the first word is the text.
void __fathom_hasher_reset(unsigned long long *hasher, size_t words) {
    size_t text = HASHED_NONE;
    for (size_t i = 0; i < words; i++) {
        // Longer than any piece, so that keys are no text.
        if (hasher[i] != 0)
            text = fathom_hash_more(text, 9 + i, hasher[i]);
        hasher[i] = 0;
    }
    hasher[0] = text;
}

//@ __fathom_hasher_write : fathom_hashed
void __fathom_hasher_write(unsigned long long *hasher, const byte *bytes, size_t length) {
    size_t text = hasher[0];
    for (size_t i = 0; i < length; i += 8) {
        unsigned long long piece = 0;
        size_t rest = length - i < 8 ? length - i : 8;
        for (size_t j = 0; j < rest; j++)
            piece |= (unsigned long long)bytes[i + j] << 8 * j;
        text = fathom_hash_more(text, rest, piece);
    }
    hasher[0] = text;
}

//@ __fathom_hasher_finish : fathom_hashed
unsigned long long __fathom_hasher_finish(unsigned long long *hasher) {
    size_t text = hasher[0];
    if (text == HASHED_NONE)
        text = fathom_hash_more(text, 0, 0);
    return fathom_hashed[text].hash;
}
