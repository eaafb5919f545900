static int table[4];
static const char *text = "abc";

int main(void) {
    int *past = &table[4];
    int *last = past == table ? 0 : table + 3;
    *last = 1;
    return last == past && text[0] == 'a';
}
