// The position of the highest bit, by an instruction.
static unsigned highest_bit(unsigned x) {
    unsigned position;
    __asm__ volatile("bsrl %1, %0" : "=r"(position) : "r"(x) : "cc"); // BUG: inline-assembly
    return position;
}

int main(void) {
    return (int)highest_bit(40);
}
