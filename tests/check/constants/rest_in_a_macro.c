// A macro that divides by the size of a table that turned out to be empty.
#define SLOTS 0
#define SLOT_OF(hash) ((hash) % SLOTS)

int main(void) {
    unsigned long slot = 3;
    if (slot > 2)
        slot = SLOT_OF(77ul); // FAILS: division-by-zero
    return (int)slot;
}
