#define SLOTS 8
#define SLOT_OF(hash) ((hash) % SLOTS)

int main(void) {
    unsigned long slot = 3;
    if (slot > 2)
        slot = SLOT_OF(77ul);
    return (int)slot;
}
