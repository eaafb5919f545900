// EXIT: 42
// The copy stops at the end of the name.
struct user {
    char name[8];
    int id;
};

int main(void) {
    struct user u = {"", 42};
    const char *given = "bartholomew";
    for (int i = 0; i < 7 && given[i] != '\0'; i++)
        u.name[i] = given[i];
    return u.id;
}
