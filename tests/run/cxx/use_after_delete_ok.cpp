// EXIT: 8
// The observer looks before the subject is deleted.
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
    int state = observer.subject->state;
    delete subject;
    return state;
}
