// The ninth character of the name is the user's id.
struct user {
    char name[8];
    int id;
};

int main(void) {
    struct user u = {"", 42};
    const char *given = "bartholomew";
    for (int i = 0; given[i] != '\0'; i++)
        u.name[i] = given[i]; // BUG: array-index
    return u.id;
}
