// An observer keeps a pointer to a subject that is deleted.
struct Subject {
    int state;
    explicit Subject(int s) : state(s) {}
};

struct Observer {
    const Subject *subject;
};

int main() {
    Subject *subject = new Subject(8);
    Observer observer = {subject};
    delete subject;
    return observer.subject->state; // BUG: use-after-free
}
