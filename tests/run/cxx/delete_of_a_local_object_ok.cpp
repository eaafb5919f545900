// EXIT: 2
// An object from new is handed over.
struct Task {
    int priority;
};

static int run(Task *task) {
    int priority = task->priority;
    delete task;
    return priority;
}

int main() {
    Task *task = new Task{2};
    return run(task);
}
