// A reference to an element of a list lives as long as the element.
#include <list>

int main() {
    std::list<int> queue{4, 5, 6};
    queue.push_front(3);
    int &front = queue.front();
    queue.erase(queue.begin());
    return front - 3; // BUG: use-after-free
}
