struct pair {
    int first, second;
};
static struct pair global;

static char *end(void) {
    return (char *)&global + sizeof global;
}

int main(void) {
    return end() == 0;
}
