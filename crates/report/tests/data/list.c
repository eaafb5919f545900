#include <stdlib.h>

struct node {
  int key;
  struct node *next;
};

static struct node *push(struct node *head, int key) {
  struct node *node = malloc(sizeof *node);
  node->key = key;
  node->next = head;
  return node;
}

static void clear(struct node *head) {
  while (head) {
    free(head);
    head = head->next;
  }
}

int main(void) {
  struct node *list = NULL;
  for (int i = 0; i < 2; i++)
    list = push(list, i);
  clear(list);
  return 0;
}
