int main(void) {
    int i = 3;
    int *p = &i;
    int sum = *p;
    sum += i++;
    return sum;
}
