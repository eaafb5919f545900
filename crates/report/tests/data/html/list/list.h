struct node {
    int key;
    struct node *next;
};

struct list {
    struct node *head;
    int length;
};

/* The node that was looked for last: the next search often wants it again. */
extern struct node *last_found;

void list_push(struct list *list, int key);
struct node *list_find(struct list *list, int key);
void list_remove(struct list *list, int key);
