/* A buffer that frees itself when it is full. The caller does not know. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct buffer {
    char *data;
    int size;
    int used;
};

static struct buffer *buffer_new(int size) {
    struct buffer *b = malloc(sizeof *b);
    b->data = malloc(size);
    b->size = size;
    b->used = 0;
    return b;
}

static void buffer_free(struct buffer *b) {
    free(b->data);
    free(b);
}

static int buffer_put(struct buffer *b, char c) {
    if (b->used == b->size) {
        buffer_free(b);
        return -1;
    }
    b->data[b->used++] = c;
    return 0;
}

int main(void) {
    int size = __VERIFIER_nondet_int();
    int count = __VERIFIER_nondet_int();
    int seed = __VERIFIER_nondet_int();
    if (size < 1 || size > 8 || count < 0 || count > 8)
        return 0;
    struct buffer *b = buffer_new(size);
    for (int i = 0; i < count; i++)
        buffer_put(b, 'a' + (seed & 1) + i);
    int used = b->used;
    buffer_free(b);
    return used > 8;
}
