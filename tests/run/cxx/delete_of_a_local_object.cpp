// A local object is handed to a function that deletes what it is given.
struct Task {
    int priority;
};

static int run(Task *task) {
    int priority = task->priority;
    delete task; // BUG: invalid-free
    return priority;
}

int main() {
    Task task = {2};
    return run(&task);
}
