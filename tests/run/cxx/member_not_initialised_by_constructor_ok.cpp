// EXIT: 1
// The constructor initialises every member.
class Connection {
public:
    explicit Connection(int port) : port_(port), open_(0) {}
    int usable() const {
        if (open_)
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
