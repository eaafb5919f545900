// What compiled C++ calls by itself: destructors of static objects, and variables of functions that are
// initialised when control first gets there. There is one thread.

//@ __cxa_atexit : fathom_at_exit
int __cxa_atexit(void (*handler)(void *), void *argument, void *module) {
    (void)module;
    return fathom_at_exit(NULL, handler, argument);
}

//@ __cxa_guard_acquire
// The first byte says that the variable is initialised, the second that somebody is at it.
int __cxa_guard_acquire(byte *guard) {
    if (guard[0])
        return 0;
    __fathom_precondition(!guard[1], "the initialisation of a static variable enters itself");
    guard[1] = 1;
    return 1;
}

//@ __cxa_guard_release
void __cxa_guard_release(byte *guard) {
    guard[0] = 1;
    guard[1] = 0;
}

//@ __cxa_guard_abort
void __cxa_guard_abort(byte *guard) { guard[1] = 0; }

//@ __libc_single_threaded
char __libc_single_threaded = 1;

// The red-black tree behind std::map and its relatives; the shape of the tree is never visible to a correct
// program. Insertion and removal are those of Cormen, Leiserson and Rivest, Introduction to Algorithms. The
// header, where `end()` points, is red, and its parent is the root.

//@ fathom_tree
enum fathom_colour { RED, BLACK };
enum fathom_side { LEFT, RIGHT };
struct fathom_tree {
    enum fathom_colour colour;
    struct fathom_tree *parent;
    struct fathom_tree *child[2];
};

HELPER struct fathom_tree *fathom_outermost(struct fathom_tree *node, enum fathom_side side) {
    while (node->child[side])
        node = node->child[side];
    return node;
}

HELPER _Bool fathom_is_header(const struct fathom_tree *node) {
    return node->colour == RED && (!node->parent || node->parent->parent == node);
}

//@ fathom_tree_step : fathom_tree
HELPER struct fathom_tree *fathom_tree_next(struct fathom_tree *node) {
    __fathom_precondition(!fathom_is_header(node), "the iterator is at the end already, and is moved further");
    if (node->child[RIGHT])
        return fathom_outermost(node->child[RIGHT], LEFT);
    struct fathom_tree *above = node->parent;
    // Above the last element's way up is the header, whose right link may lead to it.
    while (node == above->child[RIGHT] && !fathom_is_header(above)) {
        node = above;
        above = above->parent;
    }
    return above;
}

HELPER struct fathom_tree *fathom_tree_previous(struct fathom_tree *node) {
    if (fathom_is_header(node)) {
        __fathom_precondition(node->parent != NULL, "the iterator of an empty container is moved back");
        return node->child[RIGHT];
    }
    if (node->child[LEFT])
        return fathom_outermost(node->child[LEFT], RIGHT);
    struct fathom_tree *above = node->parent;
    while (node == above->child[LEFT] && !fathom_is_header(above)) {
        node = above;
        above = above->parent;
    }
    __fathom_precondition(!fathom_is_header(above), "the iterator is at the first element already, and is moved back");
    return above;
}

//@ _ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base : fathom_tree_step
struct fathom_tree *_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base(struct fathom_tree *node) {
    return fathom_tree_next(node);
}

//@ _ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base : fathom_tree_step
struct fathom_tree *_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base(struct fathom_tree *node) {
    return fathom_tree_next(node);
}

//@ _ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base : fathom_tree_step
struct fathom_tree *_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base(struct fathom_tree *node) {
    return fathom_tree_previous(node);
}

//@ _ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base : fathom_tree_step
struct fathom_tree *_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base(struct fathom_tree *node) {
    return fathom_tree_previous(node);
}

//@ fathom_rotate : fathom_tree
// Puts another node in the place of one below its parent.
static void fathom_replace(struct fathom_tree *old, struct fathom_tree *new, struct fathom_tree *header) {
    if (header->parent == old)
        header->parent = new;
    else
        old->parent->child[old->parent->child[LEFT] == old ? LEFT : RIGHT] = new;
}

// Turns a node down to a side; its child on the other side comes up.
static void fathom_rotate(struct fathom_tree *node, enum fathom_side side, struct fathom_tree *header) {
    struct fathom_tree *up = node->child[!side], *inner = up->child[side];
    node->child[!side] = inner;
    if (inner)
        inner->parent = node;
    up->parent = node->parent;
    fathom_replace(node, up, header);
    up->child[side] = node;
    node->parent = up;
}

HELPER _Bool fathom_is_red(const struct fathom_tree *node) { return node && node->colour == RED; }

//@ _ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_ : fathom_tree fathom_rotate
void _ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(
    _Bool to_the_left, struct fathom_tree *node, struct fathom_tree *parent, struct fathom_tree *header) {
    enum fathom_side side = to_the_left ? LEFT : RIGHT;
    _Bool outermost = header->child[side] == parent;
    node->colour = RED;
    node->parent = parent;
    node->child[LEFT] = node->child[RIGHT] = NULL;
    parent->child[side] = node;
    if (parent == header) {
        header->parent = node;
        header->child[!side] = node;
    } else if (outermost) {
        header->child[side] = node;
    }
    while (node != header->parent && node->parent->colour == RED) {
        struct fathom_tree *above = node->parent, *top = above->parent;
        side = top->child[LEFT] == above ? LEFT : RIGHT;
        struct fathom_tree *uncle = top->child[!side];
        if (fathom_is_red(uncle)) {
            above->colour = uncle->colour = BLACK;
            top->colour = RED;
            node = top;
            continue;
        }
        if (node == above->child[!side]) {
            node = above;
            fathom_rotate(node, side, header);
        }
        node->parent->colour = BLACK;
        top->colour = RED;
        fathom_rotate(top, !side, header);
    }
    header->parent->colour = BLACK;
}

//@ _ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_ : fathom_tree fathom_rotate
// Restores the number of black nodes on all ways after a black one is gone above `node`.
static void fathom_repair(struct fathom_tree *node, struct fathom_tree *above, struct fathom_tree *header) {
    while (node != header->parent && !fathom_is_red(node)) {
        enum fathom_side side = above->child[LEFT] == node ? LEFT : RIGHT;
        struct fathom_tree *sibling = above->child[!side];
        if (sibling->colour == RED) {
            sibling->colour = BLACK;
            above->colour = RED;
            fathom_rotate(above, side, header);
            sibling = above->child[!side];
        }
        if (!fathom_is_red(sibling->child[LEFT]) && !fathom_is_red(sibling->child[RIGHT])) {
            sibling->colour = RED;
            node = above;
            above = above->parent;
            continue;
        }
        if (!fathom_is_red(sibling->child[!side])) {
            sibling->child[side]->colour = BLACK;
            sibling->colour = RED;
            fathom_rotate(sibling, !side, header);
            sibling = above->child[!side];
        }
        sibling->colour = above->colour;
        above->colour = BLACK;
        if (sibling->child[!side])
            sibling->child[!side]->colour = BLACK;
        fathom_rotate(above, side, header);
        break;
    }
    if (node)
        node->colour = BLACK;
}

struct fathom_tree *_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_(struct fathom_tree *node,
                                                                                  struct fathom_tree *header) {
    // Where a colour goes missing: below `above`, where `filler` is then.
    struct fathom_tree *left = node->child[LEFT], *right = node->child[RIGHT], *filler, *above;
    enum fathom_colour colour = node->colour;
    if (left && right) {
        // The successor takes the place and the colour of the node.
        struct fathom_tree *heir = fathom_outermost(right, LEFT);
        filler = heir->child[RIGHT];
        above = heir;
        if (heir != right) {
            above = heir->parent;
            above->child[LEFT] = filler;
            if (filler)
                filler->parent = above;
            heir->child[RIGHT] = right;
            right->parent = heir;
        }
        heir->child[LEFT] = left;
        left->parent = heir;
        fathom_replace(node, heir, header);
        heir->parent = node->parent;
        colour = heir->colour;
        heir->colour = node->colour;
        node->colour = colour;
    } else {
        filler = left ? left : right;
        above = node->parent;
        if (filler)
            filler->parent = above;
        fathom_replace(node, filler, header);
        if (header->child[LEFT] == node)
            header->child[LEFT] = right ? fathom_outermost(filler, LEFT) : above;
        if (header->child[RIGHT] == node)
            header->child[RIGHT] = left ? fathom_outermost(filler, RIGHT) : above;
    }
    if (colour == BLACK)
        fathom_repair(filler, above, header);
    return node;
}

// The links of std::list.

//@ fathom_link
struct fathom_link {
    struct fathom_link *next, *previous;
};

//@ _ZNSt8__detail15_List_node_base7_M_hookEPS0_ : fathom_link
void _ZNSt8__detail15_List_node_base7_M_hookEPS0_(struct fathom_link *node, struct fathom_link *before) {
    node->next = before;
    node->previous = before->previous;
    before->previous->next = node;
    before->previous = node;
}

//@ _ZNSt8__detail15_List_node_base9_M_unhookEv : fathom_link
void _ZNSt8__detail15_List_node_base9_M_unhookEv(struct fathom_link *node) {
    node->previous->next = node->next;
    node->next->previous = node->previous;
}

//@ _ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_ : fathom_link
void _ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_(struct fathom_link *to, struct fathom_link *first,
                                                           struct fathom_link *last) {
    if (to == last)
        return;
    struct fathom_link *before_last = last->previous, *before_first = first->previous, *before = to->previous;
    before_first->next = last;
    last->previous = before_first;
    before->next = first;
    first->previous = before;
    before_last->next = to;
    to->previous = before_last;
}

//@ _ZNSt8__detail15_List_node_base10_M_reverseEv : fathom_link
void _ZNSt8__detail15_List_node_base10_M_reverseEv(struct fathom_link *list) {
    struct fathom_link *node = list;
    do {
        struct fathom_link *next = node->next;
        node->next = node->previous;
        node->previous = next;
        node = next;
    } while (node != list);
}

//@ __cxa_allocate_exception
// Without memory the runtime has some set aside, and ends the program when that is used up.
void *__cxa_allocate_exception(size_t size) {
    void *exception = malloc(size);
    if (!exception)
        _Exit(134);
    return exception;
}

//@ __cxa_free_exception
void __cxa_free_exception(void *exception) {
    free(exception);
}
