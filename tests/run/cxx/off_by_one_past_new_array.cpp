// The buffer of a string class has no room for its terminator.
#include <cstring>

class Text {
public:
    explicit Text(const char *s) : size_(std::strlen(s)), data_(new char[size_]) {
        std::memcpy(data_, s, size_);
        data_[size_] = '\0'; // BUG: out-of-bounds-write
    }
    ~Text() { delete[] data_; }
    int length() const { return static_cast<int>(std::strlen(data_)); }

private:
    std::size_t size_;
    char *data_;
};

int main() {
    Text text("abc");
    return text.length();
}
