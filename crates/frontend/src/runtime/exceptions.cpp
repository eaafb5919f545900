// The exception classes of the standard library, which libstdc++ keeps in its shared library.
//
// Compiled with the program if that uses one of them. A message is a copy of its own for every object,
// where libstdc++ counts references to one; the layout of the objects is the same.

#include <cstring>
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <stdexcept>
#include <typeinfo>

namespace std {

exception::~exception() noexcept {}
const char* exception::what() const noexcept { return "std::exception"; }
bad_exception::~bad_exception() noexcept {}
const char* bad_exception::what() const noexcept { return "std::bad_exception"; }
bad_alloc::~bad_alloc() noexcept {}
const char* bad_alloc::what() const noexcept { return "std::bad_alloc"; }
bad_array_new_length::~bad_array_new_length() noexcept {}
const char* bad_array_new_length::what() const noexcept { return "std::bad_array_new_length"; }
bad_cast::~bad_cast() noexcept {}
const char* bad_cast::what() const noexcept { return "std::bad_cast"; }
bad_typeid::~bad_typeid() noexcept {}
const char* bad_typeid::what() const noexcept { return "std::bad_typeid"; }
bad_function_call::~bad_function_call() noexcept {}
const char* bad_function_call::what() const noexcept { return "bad_function_call"; }
bad_weak_ptr::~bad_weak_ptr() noexcept {}
const char* bad_weak_ptr::what() const noexcept { return "bad_weak_ptr"; }

// --- messages

namespace {
const char* copy(const char* text, size_t length) {
    char* made = new char[length + 1];
    memcpy(made, text, length);
    made[length] = 0;
    return made;
}
} // namespace

__cow_string::__cow_string() : _M_p(copy("", 0)) {}
__cow_string::__cow_string(const std::string& text) : _M_p(copy(text.data(), text.size())) {}
__cow_string::__cow_string(const char* text, size_t length) : _M_p(copy(text, length)) {}
__cow_string::__cow_string(const __cow_string& from) noexcept : _M_p(copy(from._M_p, strlen(from._M_p))) {}
__cow_string& __cow_string::operator=(const __cow_string& from) noexcept {
    const char* made = copy(from._M_p, strlen(from._M_p));
    delete[] _M_p;
    _M_p = made;
    return *this;
}
__cow_string::__cow_string(__cow_string&& from) noexcept : _M_p(from._M_p) { from._M_p = copy("", 0); }
__cow_string& __cow_string::operator=(__cow_string&& from) noexcept {
    const char* mine = _M_p;
    _M_p = from._M_p;
    from._M_p = mine;
    return *this;
}
__cow_string::~__cow_string() { delete[] _M_p; }

#define WITH_MESSAGE(name)                                                                                   \
    name::name(const string& text) : _M_msg(text) {}                                                        \
    name::name(const char* text) : _M_msg(text, strlen(text)) {}                                            \
    name::name(name&& from) noexcept = default;                                                             \
    name& name::operator=(name&& from) noexcept = default;                                                  \
    name::name(const name& from) noexcept = default;                                                        \
    name& name::operator=(const name& from) noexcept = default;                                             \
    name::~name() noexcept {}                                                                               \
    const char* name::what() const noexcept { return _M_msg._M_p; }

WITH_MESSAGE(logic_error)
WITH_MESSAGE(runtime_error)

#define DERIVED(name, base)                                                                                  \
    name::name(const string& text) : base(text) {}                                                          \
    name::name(const char* text) : base(text) {}                                                            \
    name::~name() noexcept {}

DERIVED(domain_error, logic_error)
DERIVED(invalid_argument, logic_error)
DERIVED(length_error, logic_error)
DERIVED(out_of_range, logic_error)
DERIVED(range_error, runtime_error)
DERIVED(overflow_error, runtime_error)
DERIVED(underflow_error, runtime_error)

} // namespace std
