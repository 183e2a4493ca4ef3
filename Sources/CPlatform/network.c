#define _XOPEN_SOURCE 700
#ifdef __APPLE__
#define _DARWIN_C_SOURCE
#endif

#include "CPlatform.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

int cplatform_open_socket(int family, int type, int protocol) {
    int descriptor = socket(family, type, protocol);
    if (descriptor < 0) return -errno;
    fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    return descriptor;
}

size_t cplatform_address_bytes(const void *address, uint8_t bytes[16]) {
    sa_family_t family;
    memcpy(&family, (const char *)address + offsetof(struct sockaddr, sa_family), sizeof family);
    if (family == AF_INET) {
        memcpy(bytes, (const char *)address + offsetof(struct sockaddr_in, sin_addr), 4);
        return 4;
    }
    if (family != AF_INET6) return 0;
    memcpy(bytes, (const char *)address + offsetof(struct sockaddr_in6, sin6_addr), 16);
    return 16;
}

size_t cplatform_parse_address(const char *text, uint8_t bytes[16]) {
    if (inet_pton(AF_INET, text, bytes) == 1) return 4;
    return inet_pton(AF_INET6, text, bytes) == 1 ? 16 : 0;
}

void cplatform_read_names_as_utf8(void) {
    // The first is the name in glibc and musl, the second that on Darwin.
    if (!setlocale(LC_CTYPE, "C.UTF-8")) setlocale(LC_CTYPE, "en_US.UTF-8");
}
