// The variable is defined.
// EXIT: 4
extern int somewhere;
int somewhere = 4;

int main(void) {
    return somewhere;
}
