// EXIT: 3
// The buffer has room for the terminator.
#include <cstring>

class Text {
public:
    explicit Text(const char *s) : size_(std::strlen(s)), data_(new char[size_ + 1]) {
        std::memcpy(data_, s, size_);
        data_[size_] = '\0';
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
