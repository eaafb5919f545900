// One literal is one object, however often it is evaluated, and so is the name of a function; what the text of two
// literals is does not depend on whether they are one.
#include <assert.h>
#include <string.h>

static const char *name(void) {
    return "part";
}

static const char *function(void) {
    return __func__;
}

int main(void) {
    const char *p = name(), *q = "part";
    assert(strcmp(p, q) == 0);
    assert(name() == p && function() == function() && __func__ == __func__);
    return 0;
}
