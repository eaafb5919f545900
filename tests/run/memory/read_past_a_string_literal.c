// Counting to the wrong end: the character after the terminator.
int main(void) {
    const char *word = "abc";
    int vowels = 0, i;
    for (i = 0; i < 5; i++)
        vowels += word[i] == 'a'; // BUG: out-of-bounds-read
    return vowels == 1 ? i : 0;
}
