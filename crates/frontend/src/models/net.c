// <sys/socket.h>, <arpa/inet.h>: a network of which anything may come
//
// Addresses are read as far as their size says, those that the system gives are not filled in: a program
// that gives a place for one gets an obligation.

//@ socket : fathom_descriptor
int socket(int, int, int) { return fathom_descriptor(Socket); }

//@ fathom_address : fathom_read fathom_status
static int fathom_address(const void *address, unsigned size) {
    fathom_read(address, size);
    return fathom_status();
}

//@ bind : fathom_address
int bind(int, const void *address, unsigned size) { return fathom_address(address, size); }

//@ connect : fathom_address
int connect(int, const void *address, unsigned size) { return fathom_address(address, size); }

//@ listen : fathom_status
int listen(int, int) { return fathom_status(); }

//@ accept : fathom_descriptor
int accept(int, void *address, unsigned *) {
    if (address != NULL)
        __fathom_unmodelled("accept with a place for the address");
    return fathom_descriptor(Socket);
}

//@ shutdown : fathom_status
int shutdown(int, int) { return fathom_status(); }

//@ setsockopt : fathom_address
int setsockopt(int, int, int, const void *value, unsigned size) { return fathom_address(value, size); }

//@ recv : fathom_receive
ssize_t recv(int, void *target, size_t size, int) { return fathom_receive(target, size); }

//@ __recv_chk : fathom_receive
ssize_t __recv_chk(int, void *target, size_t size, size_t room, int) {
    __fathom_precondition(size <= room, "the target is too small");
    return fathom_receive(target, size);
}

//@ send : fathom_send
ssize_t send(int, const void *source, size_t size, int) { return fathom_send(source, size); }

//@ inet_addr : fathom_strlen
unsigned inet_addr(const char *text) {
    fathom_strlen(text);
    return nondet_uint();
}

//@ fathom_big_endian
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define BIG_ENDIAN_16(x) __builtin_bswap16(x)
#define BIG_ENDIAN_32(x) __builtin_bswap32(x)
#else
#define BIG_ENDIAN_16(x) (x)
#define BIG_ENDIAN_32(x) (x)
#endif

//@ htons : fathom_big_endian
unsigned short htons(unsigned short x) { return BIG_ENDIAN_16(x); }

//@ ntohs : fathom_big_endian
unsigned short ntohs(unsigned short x) { return BIG_ENDIAN_16(x); }

//@ htonl : fathom_big_endian
unsigned htonl(unsigned x) { return BIG_ENDIAN_32(x); }

//@ ntohl : fathom_big_endian
unsigned ntohl(unsigned x) { return BIG_ENDIAN_32(x); }
