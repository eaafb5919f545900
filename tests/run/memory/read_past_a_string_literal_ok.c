// EXIT: 3
// Counting stops at the terminator.
int main(void) {
    const char *word = "abc";
    int vowels = 0, i;
    for (i = 0; word[i] != '\0'; i++)
        vowels += word[i] == 'a';
    return vowels == 1 ? i : 0;
}
