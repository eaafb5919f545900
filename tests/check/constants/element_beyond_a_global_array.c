// Reads, writes and addresses of a global array, with constant indices.
static int table[4];
static const char *text = "abc";

int main(void) {
    int *past = &table[4];
    int *beyond = past == table ? 0 : table + 6; // FAILS: array-index
    return beyond == past && text[0] == 'a';
}
