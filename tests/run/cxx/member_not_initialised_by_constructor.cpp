// The constructor forgets a member.
class Connection {
public:
    explicit Connection(int port) : port_(port) {}
    int usable() const {
        if (open_) // BUG: uninitialised-use
            return port_;
        return 1;
    }

private:
    int port_;
    int open_;
};

int main() {
    Connection c(80);
    return c.usable();
}
