int send(const char *text, int length);
int receive(void);

int main(void) {
  int count = receive();
  int total = 0;
  while (count-- > 0)
    total += send("x", 1);
  __asm__("nop");
  return 100 / total;
}
