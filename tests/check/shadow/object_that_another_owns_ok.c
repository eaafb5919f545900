// Another party may do anything to its object, and nothing to others.
#include <assert.h>

extern void __CPROVER_havoc_object(void *);

struct shared {
    int request;
    int answer;
};

static struct shared mailbox = {1, 0};
static struct shared own = {2, 3};

int main(void) {
    __CPROVER_havoc_object(&mailbox);
    assert(own.request == 2 && own.answer == 3);
    mailbox.request = 1;
    assert(mailbox.request == 1);
    return 0;
}
