/* Double arithmetic: a small matrix product, again and again. */
#include <stdio.h>

enum { N = 60 };
static double a[N][N], b[N][N], c[N][N];

int main(void) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = 1.0 / (i + j + 1);
            b[i][j] = i == j ? 2.0 : 0.5;
        }
    double trace = 0;
    for (int round = 0; round < 10; round++) {
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++) {
                double sum = 0;
                for (int k = 0; k < N; k++)
                    sum += a[i][k] * b[k][j];
                c[i][j] = sum;
            }
        for (int i = 0; i < N; i++)
            trace += c[i][i];
    }
    printf("%.6f\n", trace);
    return 0;
}
