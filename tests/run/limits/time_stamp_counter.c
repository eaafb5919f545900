// An instruction of one processor, as an intrinsic.
static unsigned long long now(void) {
    return __builtin_ia32_rdtsc(); // BUG: unmodelled
}

int main(void) {
    unsigned long long before = now();
    return now() > before;
}
