// Streams of C++: the parts of libstdc++ that are not in its headers, on top of stdio.
//
// Compiled with the program if that uses streams. The templates (`operator<<`, `std::num_put`, string
// streams, …) come from the headers, with what they do in all detail; here are the classes that are not
// templates, the specialisations for `char` that headers only declare, and the objects `std::cout` and
// its brothers. The layouts of all classes are those of the headers.

#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <locale>
#include <new>

#include <ext/stdio_sync_filebuf.h>
#include <fstream>
#include <istream>
#include <ostream>

#include "locales.h"

namespace std {

// --- class ios_base

const ios_base::fmtflags ios_base::boolalpha, ios_base::dec, ios_base::fixed, ios_base::hex, ios_base::internal,
    ios_base::left, ios_base::oct, ios_base::right, ios_base::scientific, ios_base::showbase, ios_base::showpoint,
    ios_base::showpos, ios_base::skipws, ios_base::unitbuf, ios_base::uppercase, ios_base::adjustfield,
    ios_base::basefield, ios_base::floatfield;
const ios_base::iostate ios_base::badbit, ios_base::eofbit, ios_base::failbit, ios_base::goodbit;
const ios_base::openmode ios_base::app, ios_base::ate, ios_base::binary, ios_base::in, ios_base::out,
    ios_base::trunc;
const ios_base::seekdir ios_base::beg, ios_base::cur, ios_base::end;

ios_base::ios_base() throw()
    : _M_precision(), _M_width(), _M_flags(), _M_exception(), _M_streambuf_state(), _M_callbacks(0),
      _M_word_zero(), _M_word_size(_S_local_word_size), _M_word(_M_local_word), _M_ios_locale() {}

ios_base::~ios_base() {
    _M_call_callbacks(erase_event);
    _M_dispose_callbacks();
    if (_M_word != _M_local_word)
        delete[] _M_word;
    _M_word = 0;
}

void ios_base::_M_init() throw() {
    _M_precision = 6;
    _M_width = 0;
    _M_flags = skipws | dec;
    _M_ios_locale = locale();
}

locale ios_base::imbue(const locale& wanted) throw() {
    locale old = _M_ios_locale;
    _M_ios_locale = wanted;
    _M_call_callbacks(imbue_event);
    return old;
}

int ios_base::xalloc() throw() {
    static int next = 4;
    return next++;
}

void ios_base::register_callback(event_callback callback, int index) {
    _M_callbacks = new _Callback_list(callback, index, _M_callbacks);
}

void ios_base::_M_call_callbacks(event what) throw() {
    for (_Callback_list* at = _M_callbacks; at; at = at->_M_next)
        at->_M_fn(what, *this, at->_M_index);
}

void ios_base::_M_dispose_callbacks() throw() {
    _Callback_list* at = _M_callbacks;
    while (at && at->_M_remove_reference() == 0) {
        _Callback_list* next = at->_M_next;
        delete at;
        at = next;
    }
    _M_callbacks = 0;
}

ios_base::_Words& ios_base::_M_grow_words(int index, bool iword) {
    if (index < 0 || index == numeric_limits<int>::max()) {
        _M_streambuf_state |= badbit;
        (iword ? _M_word_zero._M_iword = 0 : 0);
        _M_word_zero._M_pword = 0;
        return _M_word_zero;
    }
    _Words* words = new _Words[index + 1];
    for (int at = 0; at < _M_word_size; ++at)
        words[at] = _M_word[at];
    if (_M_word != _M_local_word)
        delete[] _M_word;
    _M_word = words;
    _M_word_size = index + 1;
    return _M_word[index];
}

void ios_base::_M_move(ios_base& from) noexcept {
    _M_precision = from._M_precision;
    _M_width = from._M_width;
    _M_flags = from._M_flags;
    _M_exception = from._M_exception;
    _M_streambuf_state = from._M_streambuf_state;
    _M_callbacks = from._M_callbacks;
    from._M_callbacks = 0;
    if (_M_word != _M_local_word)
        delete[] _M_word;
    if (from._M_word == from._M_local_word) {
        _M_word = _M_local_word;
        _M_word_size = _S_local_word_size;
        for (int at = 0; at < _S_local_word_size; ++at) {
            _M_word[at] = from._M_word[at];
            from._M_word[at] = _Words();
        }
    } else {
        _M_word = from._M_word;
        _M_word_size = from._M_word_size;
        from._M_word = from._M_local_word;
        from._M_word_size = _S_local_word_size;
    }
    _M_ios_locale = from._M_ios_locale;
}

void ios_base::_M_swap(ios_base& other) noexcept {
    swap(_M_precision, other._M_precision);
    swap(_M_width, other._M_width);
    swap(_M_flags, other._M_flags);
    swap(_M_exception, other._M_exception);
    swap(_M_streambuf_state, other._M_streambuf_state);
    swap(_M_callbacks, other._M_callbacks);
    bool local = _M_word == _M_local_word, other_local = other._M_word == other._M_local_word;
    swap(_M_word, other._M_word);
    swap(_M_word_size, other._M_word_size);
    for (int at = 0; at < _S_local_word_size; ++at)
        swap(_M_local_word[at], other._M_local_word[at]);
    if (local)
        other._M_word = other._M_local_word;
    if (other_local)
        _M_word = _M_local_word;
    swap(_M_ios_locale, other._M_ios_locale);
}

// --- the standard streams

namespace {
typedef __gnu_cxx::stdio_sync_filebuf<char> Stdio;
Storage<Stdio> output, input, errors;
typedef char Output[sizeof(ostream)] __attribute__((aligned(__alignof__(ostream))));
typedef char Input[sizeof(istream)] __attribute__((aligned(__alignof__(istream))));
} // namespace

// `<iostream>` declares them as streams; only their names and sizes matter to whoever links.
Output cout, cerr, clog;
Input cin;

_Atomic_word ios_base::Init::_S_refcount;
bool ios_base::Init::_S_synced_with_stdio = true;

ios_base::Init::Init() {
    if (_S_refcount++ != 0)
        return;
    new (output.bytes) Stdio(stdout);
    new (input.bytes) Stdio(stdin);
    new (errors.bytes) Stdio(stderr);
    ostream* out = new (cout) ostream(output.get());
    istream* in = new (cin) istream(input.get());
    ostream* err = new (cerr) ostream(errors.get());
    new (clog) ostream(errors.get());
    in->tie(out);
    err->setf(ios_base::unitbuf);
    err->tie(out);
    // They outlive all users.
    _S_refcount++;
}

ios_base::Init::~Init() {
    if (--_S_refcount != 1)
        return;
    reinterpret_cast<ostream*>(cout)->flush();
    reinterpret_cast<ostream*>(cerr)->flush();
    reinterpret_cast<ostream*>(clog)->flush();
}

bool ios_base::sync_with_stdio(bool sync) {
    bool old = Init::_S_synced_with_stdio;
    Init::_S_synced_with_stdio = sync;
    return old;
}

namespace {
// Headers from GCC 13 on leave the initialisation to the library.
__attribute__((init_priority(101))) ios_base::Init first;
} // namespace

// --- reading text

template <> istream& operator>>(istream& in, string& text) {
    ios_base::iostate state = ios_base::goodbit;
    istream::sentry ready(in, false);
    streamsize taken = 0;
    if (ready) {
        text.erase();
        streamsize width = in.width();
        size_t most = width > 0 ? width : text.max_size();
        const ctype<char>& characters = use_facet<ctype<char>>(in.getloc());
        int next = in.rdbuf()->sgetc();
        while (static_cast<size_t>(taken) < most && next != EOF && !characters.is(ctype_base::space, next)) {
            text += static_cast<char>(next);
            ++taken;
            next = in.rdbuf()->snextc();
        }
        if (static_cast<size_t>(taken) < most && next == EOF)
            state |= ios_base::eofbit;
        in.width(0);
    }
    if (taken == 0)
        state |= ios_base::failbit;
    if (state)
        in.setstate(state);
    return in;
}

template <> istream& getline(istream& in, string& text, char delimiter) {
    ios_base::iostate state = ios_base::goodbit;
    istream::sentry ready(in, true);
    size_t taken = 0;
    if (ready) {
        text.erase();
        int next = in.rdbuf()->sgetc();
        while (next != EOF && static_cast<char>(next) != delimiter) {
            text += static_cast<char>(next);
            ++taken;
            next = in.rdbuf()->snextc();
        }
        if (next == EOF) {
            state |= ios_base::eofbit;
        } else {
            ++taken;
            in.rdbuf()->sbumpc();
        }
    }
    if (taken == 0)
        state |= ios_base::failbit;
    if (state)
        in.setstate(state);
    return in;
}

void __istream_extract(istream& in, char* text, streamsize size) {
    ios_base::iostate state = ios_base::goodbit;
    istream::sentry ready(in, false);
    streamsize taken = 0;
    if (ready) {
        streamsize width = in.width();
        if (width > 0 && width < size)
            size = width;
        const ctype<char>& characters = use_facet<ctype<char>>(in.getloc());
        int next = in.rdbuf()->sgetc();
        while (taken < size - 1 && next != EOF && !characters.is(ctype_base::space, next)) {
            text[taken++] = next;
            next = in.rdbuf()->snextc();
        }
        if (taken < size - 1 && next == EOF)
            state |= ios_base::eofbit;
        text[taken] = 0;
        in.width(0);
    }
    if (taken == 0)
        state |= ios_base::failbit;
    if (state)
        in.setstate(state);
}

template <> istream& istream::getline(char* text, streamsize size, char delimiter) {
    _M_gcount = 0;
    ios_base::iostate state = ios_base::goodbit;
    streamsize kept = 0;
    sentry ready(*this, true);
    if (ready) {
        int next = rdbuf()->sgetc();
        while (kept + 1 < size && next != EOF && static_cast<char>(next) != delimiter) {
            text[kept++] = next;
            next = rdbuf()->snextc();
        }
        _M_gcount = kept;
        if (next == EOF) {
            state |= ios_base::eofbit;
        } else if (static_cast<char>(next) == delimiter) {
            ++_M_gcount;
            rdbuf()->sbumpc();
        } else {
            state |= ios_base::failbit;
        }
    }
    if (size > 0)
        text[kept] = 0;
    if (_M_gcount == 0)
        state |= ios_base::failbit;
    if (state)
        setstate(state);
    return *this;
}

template <> istream& istream::ignore(streamsize count, int delimiter) {
    _M_gcount = 0;
    sentry ready(*this, true);
    if (!ready || count <= 0)
        return *this;
    bool unlimited = count == numeric_limits<streamsize>::max();
    int next = rdbuf()->sgetc();
    while (next != EOF && (unlimited || _M_gcount < count)) {
        ++_M_gcount;
        if (next == delimiter) {
            rdbuf()->sbumpc();
            return *this;
        }
        next = rdbuf()->snextc();
    }
    if (next == EOF && (unlimited || _M_gcount < count))
        setstate(ios_base::eofbit);
    return *this;
}
template <> istream& istream::ignore(streamsize count) { return ignore(count, EOF); }

template <> streamsize __copy_streambufs_eof(streambuf* from, streambuf* to, bool& ended) {
    streamsize count = 0;
    ended = true;
    for (int next = from->sgetc(); next != EOF; next = from->snextc()) {
        if (to->sputc(next) == EOF) {
            ended = false;
            break;
        }
        ++count;
    }
    return count;
}

// --- files

__basic_file<char>::__basic_file(__c_lock*) throw() : _M_cfile(0), _M_cfile_created(false) {}
__basic_file<char>::~__basic_file() { close(); }
bool __basic_file<char>::is_open() const throw() { return _M_cfile != 0; }
int __basic_file<char>::fd() throw() { return fileno(_M_cfile); }
__c_file* __basic_file<char>::file() throw() { return _M_cfile; }

namespace {
/// The mode for `fopen`; null where there is none.
const char* mode_of(ios_base::openmode mode) {
    bool in = mode & ios_base::in, out = mode & ios_base::out, trunc = mode & ios_base::trunc;
    if (mode & ios_base::app)
        return trunc ? 0 : in ? "a+" : "a";
    if (trunc)
        return !out ? 0 : in ? "w+" : "w";
    return in ? (out ? "r+" : "r") : (out ? "w" : 0);
}
} // namespace

__basic_file<char>* __basic_file<char>::open(const char* name, ios_base::openmode mode, int) {
    const char* how = mode_of(mode);
    if (!how || is_open() || !(_M_cfile = fopen(name, how)))
        return 0;
    // The stream above has a buffer of its own.
    setvbuf(_M_cfile, 0, _IONBF, 0);
    _M_cfile_created = true;
    return this;
}
__basic_file<char>* __basic_file<char>::sys_open(__c_file* file, ios_base::openmode) {
    if (is_open() || !file)
        return 0;
    _M_cfile = file;
    return this;
}
__basic_file<char>* __basic_file<char>::sys_open(int descriptor, ios_base::openmode mode) throw() {
    const char* how = mode_of(mode);
    if (!how || is_open() || !(_M_cfile = fdopen(descriptor, how)))
        return 0;
    _M_cfile_created = true;
    return this;
}
__basic_file<char>* __basic_file<char>::close() {
    if (!is_open())
        return 0;
    int error = _M_cfile_created ? fclose(_M_cfile) : 0;
    _M_cfile = 0;
    _M_cfile_created = false;
    return error ? 0 : this;
}
streamsize __basic_file<char>::xsputn(const char* bytes, streamsize count) {
    return fwrite(bytes, 1, count, _M_cfile);
}
streamsize __basic_file<char>::xsputn_2(const char* one, streamsize first, const char* two, streamsize second) {
    streamsize count = first > 0 ? xsputn(one, first) : 0;
    return count == first ? count + xsputn(two, second) : count;
}
streamsize __basic_file<char>::xsgetn(char* bytes, streamsize count) {
    streamsize got = fread(bytes, 1, count, _M_cfile);
    return got == 0 && ferror(_M_cfile) ? -1 : got;
}
streamoff __basic_file<char>::seekoff(streamoff offset, ios_base::seekdir way) throw() {
    int whence = way == ios_base::beg ? SEEK_SET : way == ios_base::cur ? SEEK_CUR : SEEK_END;
    return fseeko(_M_cfile, offset, whence) ? -1 : ftello(_M_cfile);
}
int __basic_file<char>::sync() { return fflush(_M_cfile); }
streamsize __basic_file<char>::showmanyc() { return 0; }

} // namespace std
