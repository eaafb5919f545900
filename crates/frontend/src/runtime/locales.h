// The "C" locale of libstdc++ and the facets that streams of `char` use.
//
// Part of `streams.cpp`. There is no other locale; one with facets of the program's own is a copy of it.

namespace std {

// --- class locale

namespace {
// Names of locales are not kept: all are null.
enum { most_facets = 64 };
const locale::facet* classic_facets[most_facets];
const locale::facet* classic_caches[most_facets];
char* classic_names[most_facets];

/// Storage without construction or destruction at a time of its own.
template <typename T> struct Storage {
    alignas(T) char bytes[sizeof(T)];
    T* get() { return reinterpret_cast<T*>(bytes); }
};
Storage<locale::_Impl> classic_impl;
Storage<locale> classic_locale;
Storage<ctype<char>> classic_ctype;
Storage<codecvt<char, char, mbstate_t>> classic_codecvt;
Storage<__numpunct_cache<char>> classic_numpunct_cache;
Storage<numpunct<char>> classic_numpunct;
Storage<num_get<char>> classic_num_get;
Storage<num_put<char>> classic_num_put;
Storage<collate<char>> classic_collate;
Storage<__timepunct_cache<char>> classic_timepunct_cache;
Storage<__timepunct<char>> classic_timepunct;
Storage<time_put<char>> classic_time_put;
} // namespace

locale::_Impl* locale::_S_classic;
locale::_Impl* locale::_S_global;
_Atomic_word locale::id::_S_refcount;
__c_locale locale::facet::_S_c_locale;
const char locale::facet::_S_c_name[2] = "C";

size_t locale::id::_M_id() const throw() {
    if (_M_index == 0)
        _M_index = ++_S_refcount;
    return _M_index - 1;
}

locale::facet::~facet() {}
__c_locale locale::facet::_S_get_c_locale() { return _S_c_locale; }
const char* locale::facet::_S_get_c_name() throw() { return _S_c_name; }
__c_locale locale::facet::_S_clone_c_locale(__c_locale& from) throw() { return from; }
__c_locale locale::facet::_S_lc_ctype_c_locale(__c_locale from, const char*) { return from; }
void locale::facet::_S_destroy_c_locale(__c_locale& gone) { gone = 0; }
void locale::facet::_S_create_c_locale(__c_locale& made, const char* name, __c_locale) {
    if (strcmp(name, "C") != 0 && strcmp(name, "POSIX") != 0)
        __throw_runtime_error("locale::facet::_S_create_c_locale name not valid");
    made = 0;
}

locale::_Impl::_Impl(size_t refs) throw()
    : _M_refcount(refs), _M_facets(classic_facets), _M_facets_size(most_facets),
      _M_caches(classic_caches), _M_names(classic_names) {
    auto numbers = new (classic_numpunct_cache.bytes) __numpunct_cache<char>(1);
    auto times = new (classic_timepunct_cache.bytes) __timepunct_cache<char>(1);
    _M_init_facet_unchecked(new (classic_ctype.bytes) std::ctype<char>(0, false, 1));
    _M_init_facet_unchecked(new (classic_codecvt.bytes) codecvt<char, char, mbstate_t>(1));
    _M_init_facet_unchecked(new (classic_numpunct.bytes) numpunct<char>(numbers, 1));
    _M_init_facet_unchecked(new (classic_num_get.bytes) num_get<char>(1));
    _M_init_facet_unchecked(new (classic_num_put.bytes) num_put<char>(1));
    _M_init_facet_unchecked(new (classic_collate.bytes) std::collate<char>(1));
    _M_init_facet_unchecked(new (classic_timepunct.bytes) __timepunct<char>(times, 1));
    _M_init_facet_unchecked(new (classic_time_put.bytes) time_put<char>(1));
    _M_caches[numpunct<char>::id._M_id()] = numbers;
    _M_caches[__timepunct<char>::id._M_id()] = times;
}

locale::_Impl::_Impl(const _Impl& other, size_t refs)
    : _M_refcount(refs), _M_facets(new const facet*[most_facets]), _M_facets_size(most_facets),
      _M_caches(new const facet*[most_facets]), _M_names(new char*[most_facets]()) {
    for (size_t at = 0; at < most_facets; ++at) {
        _M_facets[at] = other._M_facets[at];
        _M_caches[at] = other._M_caches[at];
        if (_M_facets[at])
            _M_facets[at]->_M_add_reference();
        if (_M_caches[at])
            _M_caches[at]->_M_add_reference();
    }
}

locale::_Impl::~_Impl() throw() {
    for (size_t at = 0; at < most_facets; ++at) {
        if (_M_facets[at])
            _M_facets[at]->_M_remove_reference();
        if (_M_caches[at])
            _M_caches[at]->_M_remove_reference();
    }
    delete[] _M_facets;
    delete[] _M_caches;
    delete[] _M_names;
}

void locale::_Impl::_M_install_facet(const locale::id* id, const facet* added) {
    if (!added)
        return;
    size_t at = id->_M_id();
    added->_M_add_reference();
    if (_M_facets[at])
        _M_facets[at]->_M_remove_reference();
    _M_facets[at] = added;
    // What was computed from the old facets no longer holds.
    for (size_t other = 0; other < most_facets; ++other) {
        if (_M_caches[other])
            _M_caches[other]->_M_remove_reference();
        _M_caches[other] = 0;
    }
}

void locale::_Impl::_M_install_cache(const facet* cache, size_t at) {
    if (_M_caches[at]) {
        delete cache;
    } else {
        cache->_M_add_reference();
        _M_caches[at] = cache;
    }
}

void locale::_S_initialize_once() throw() {
    _S_classic = new (classic_impl.bytes) _Impl(2);
    _S_global = _S_classic;
    new (classic_locale.bytes) locale(_S_classic);
}
void locale::_S_initialize() {
    if (!_S_classic)
        _S_initialize_once();
}

locale::locale() throw() : _M_impl(0) {
    _S_initialize();
    _M_impl = _S_global;
    _M_impl->_M_add_reference();
}
locale::locale(_Impl* impl) throw() : _M_impl(impl) {}
locale::locale(const locale& other) throw() : _M_impl(other._M_impl) { _M_impl->_M_add_reference(); }
locale::locale(const char* name) : _M_impl(0) {
    _S_initialize();
    if (!name || (*name && strcmp(name, "C") != 0 && strcmp(name, "POSIX") != 0))
        __throw_runtime_error("locale::facet::_S_create_c_locale name not valid");
    _M_impl = _S_classic;
    _M_impl->_M_add_reference();
}
locale::~locale() throw() { _M_impl->_M_remove_reference(); }
const locale& locale::operator=(const locale& other) throw() {
    other._M_impl->_M_add_reference();
    _M_impl->_M_remove_reference();
    _M_impl = other._M_impl;
    return *this;
}
bool locale::operator==(const locale& other) const throw() { return _M_impl == other._M_impl; }
string locale::name() const { return _M_impl == _S_classic ? "C" : "*"; }
const locale& locale::classic() {
    _S_initialize();
    return *classic_locale.get();
}
locale locale::global(const locale& wanted) {
    _S_initialize();
    _Impl* old = _S_global;
    wanted._M_impl->_M_add_reference();
    _S_global = wanted._M_impl;
    return locale(old);
}

// --- characters

locale::id ctype<char>::id;
const size_t ctype<char>::table_size;

ctype<char>::ctype(const mask* table, bool del, size_t refs)
    : facet(refs), _M_c_locale_ctype(_S_get_c_locale()), _M_del(table != 0 && del),
      _M_toupper(*__ctype_toupper_loc()), _M_tolower(*__ctype_tolower_loc()),
      _M_table(table ? table : classic_table()), _M_widen_ok(0), _M_narrow_ok(0) {
    memset(_M_widen, 0, sizeof(_M_widen));
    memset(_M_narrow, 0, sizeof(_M_narrow));
}
ctype<char>::ctype(__c_locale, const mask* table, bool del, size_t refs) : ctype(table, del, refs) {}
ctype<char>::~ctype() {
    if (_M_del)
        delete[] _M_table;
}
const ctype_base::mask* ctype<char>::classic_table() throw() { return *__ctype_b_loc(); }
char ctype<char>::do_toupper(char c) const { return _M_toupper[static_cast<unsigned char>(c)]; }
char ctype<char>::do_tolower(char c) const { return _M_tolower[static_cast<unsigned char>(c)]; }
const char* ctype<char>::do_toupper(char* low, const char* high) const {
    for (; low < high; ++low)
        *low = _M_toupper[static_cast<unsigned char>(*low)];
    return high;
}
const char* ctype<char>::do_tolower(char* low, const char* high) const {
    for (; low < high; ++low)
        *low = _M_tolower[static_cast<unsigned char>(*low)];
    return high;
}
void ctype<char>::_M_widen_init() const {
    char all[sizeof(_M_widen)];
    for (size_t at = 0; at < sizeof(all); ++at)
        all[at] = at;
    do_widen(all, all + sizeof(all), _M_widen);
    _M_widen_ok = memcmp(all, _M_widen, sizeof(all)) == 0 ? 1 : 2;
}
void ctype<char>::_M_narrow_init() const {
    char all[sizeof(_M_narrow)];
    for (size_t at = 0; at < sizeof(all); ++at)
        all[at] = at;
    do_narrow(all, all + sizeof(all), 0, _M_narrow);
    _M_narrow_ok = memcmp(all, _M_narrow, sizeof(all)) == 0 ? 1 : 2;
}

locale::id codecvt<char, char, mbstate_t>::id;
codecvt<char, char, mbstate_t>::codecvt(size_t refs)
    : __codecvt_abstract_base(refs), _M_c_locale_codecvt(_S_get_c_locale()) {}
codecvt<char, char, mbstate_t>::codecvt(__c_locale, size_t refs) : codecvt(refs) {}
codecvt<char, char, mbstate_t>::~codecvt() {}
codecvt_base::result codecvt<char, char, mbstate_t>::do_out(
    state_type&, const char* from, const char*, const char*& from_next, char* to, char*, char*& to_next) const {
    from_next = from;
    to_next = to;
    return noconv;
}
codecvt_base::result codecvt<char, char, mbstate_t>::do_unshift(
    state_type&, char* to, char*, char*& to_next) const {
    to_next = to;
    return noconv;
}
codecvt_base::result codecvt<char, char, mbstate_t>::do_in(
    state_type&, const char* from, const char*, const char*& from_next, char* to, char*, char*& to_next) const {
    from_next = from;
    to_next = to;
    return noconv;
}
int codecvt<char, char, mbstate_t>::do_encoding() const throw() { return 1; }
bool codecvt<char, char, mbstate_t>::do_always_noconv() const throw() { return true; }
int codecvt<char, char, mbstate_t>::do_length(
    state_type&, const char* from, const char* end, size_t most) const {
    return min(most, static_cast<size_t>(end - from));
}
int codecvt<char, char, mbstate_t>::do_max_length() const throw() { return 1; }

template <> int collate<char>::_M_compare(const char* one, const char* two) const throw() {
    int order = strcmp(one, two);
    return (order > 0) - (order < 0);
}
template <> size_t collate<char>::_M_transform(char* to, const char* from, size_t n) const throw() {
    strncpy(to, from, n);
    return strlen(from);
}

// --- numbers

const char* __num_base::_S_atoms_out = "-+xX0123456789abcdef0123456789ABCDEF";
const char* __num_base::_S_atoms_in = "-+xX0123456789abcdefABCDEF";

void __num_base::_S_format_float(const ios_base& io, char* format, char modifier) throw() {
    ios_base::fmtflags flags = io.flags();
    ios_base::fmtflags kind = flags & ios_base::floatfield;
    bool upper = flags & ios_base::uppercase;
    bool hexadecimal = kind == (ios_base::fixed | ios_base::scientific);
    *format++ = '%';
    if (flags & ios_base::showpos)
        *format++ = '+';
    if (flags & ios_base::showpoint)
        *format++ = '#';
    if (!hexadecimal) {
        *format++ = '.';
        *format++ = '*';
    }
    if (modifier)
        *format++ = modifier;
    if (hexadecimal)
        *format++ = upper ? 'A' : 'a';
    else if (kind == ios_base::fixed)
        *format++ = 'f';
    else if (kind == ios_base::scientific)
        *format++ = upper ? 'E' : 'e';
    else
        *format++ = upper ? 'G' : 'g';
    *format = 0;
}

template <> void numpunct<char>::_M_initialize_numpunct(__c_locale) {
    if (!_M_data)
        _M_data = new __numpunct_cache<char>;
    _M_data->_M_grouping = "";
    _M_data->_M_grouping_size = 0;
    _M_data->_M_use_grouping = false;
    _M_data->_M_decimal_point = '.';
    _M_data->_M_thousands_sep = ',';
    memcpy(_M_data->_M_atoms_out, __num_base::_S_atoms_out, __num_base::_S_oend);
    memcpy(_M_data->_M_atoms_in, __num_base::_S_atoms_in, __num_base::_S_iend);
    _M_data->_M_truename = "true";
    _M_data->_M_truename_size = 4;
    _M_data->_M_falsename = "false";
    _M_data->_M_falsename_size = 5;
}
template <> numpunct<char>::~numpunct() { delete _M_data; }

template <> void __timepunct<char>::_M_initialize_timepunct(__c_locale) {
    if (!_M_data)
        _M_data = new __timepunct_cache<char>;
    _M_data->_M_date_format = _M_data->_M_date_era_format = "%m/%d/%y";
    _M_data->_M_time_format = _M_data->_M_time_era_format = "%H:%M:%S";
    _M_data->_M_date_time_format = _M_data->_M_date_time_era_format = "";
    _M_data->_M_am = "AM";
    _M_data->_M_pm = "PM";
    _M_data->_M_am_pm_format = "%I:%M:%S %p";
}
template <> void __timepunct<char>::_M_put(char* to, size_t most, const char* format, const tm* time) const throw() {
    if (strftime(to, most, format, time) == 0)
        to[0] = 0;
}

bool __verify_grouping(const char* grouping, size_t size, const string& found) throw() {
    // Groups were counted from the left; the last of them is the first that `grouping` speaks of.
    size_t groups = found.size() - 1;
    size_t last = min(groups, size - 1);
    size_t at = groups;
    bool good = true;
    for (size_t rule = 0; rule < last && good; ++rule)
        good = found[at--] == grouping[rule];
    for (; at && good; --at)
        good = found[at] == grouping[last];
    if (static_cast<signed char>(grouping[last]) > 0 && grouping[last] != __gnu_cxx::__numeric_traits<char>::__max)
        good = good && found[0] <= grouping[last];
    return good;
}

namespace {
template <typename T>
void convert(const char* text, T& value, ios_base::iostate& error, T (*parse)(const char*, char**)) {
    char* end;
    value = parse(text, &end);
    T most = numeric_limits<T>::max();
    if (end == text || *end) {
        value = 0;
        error = ios_base::failbit;
    } else if (value > most || value < -most) {
        value = value > 0 ? most : -most;
        error = ios_base::failbit;
    }
}
} // namespace
template <>
void __convert_to_v(const char* text, float& value, ios_base::iostate& error, const __c_locale&) throw() {
    convert(text, value, error, strtof);
}
template <>
void __convert_to_v(const char* text, double& value, ios_base::iostate& error, const __c_locale&) throw() {
    convert(text, value, error, strtod);
}
template <>
void __convert_to_v(const char* text, long double& value, ios_base::iostate& error, const __c_locale&) throw() {
    convert(text, value, error, strtold);
}

} // namespace std
