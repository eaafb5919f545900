// Other elements than the erased one stay where they are.
#include <list>

int main() {
    std::list<int> queue{4, 5, 6};
    queue.push_front(3);
    int &back = queue.back();
    queue.erase(queue.begin());
    return back - 6;
}
