// Descriptors of open streams differ, also from the standard ones and their copies.
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    FILE *first = fopen("first", "r"), *second = fopen("second", "r");
    if (first == NULL || second == NULL)
        return 0;
    int one = fileno(first), two = fileno(second);
    assert(one != two && one > 2);
    int again = fileno(first);
    assert(again == one);
    int copy = dup(1), other = open("third", O_RDONLY);
    assert(copy != 0 && copy != 1 && copy != 2);
    assert(other < 0 || (other != one && other != copy));
    fclose(first);
    fclose(second);
    return 0;
}
