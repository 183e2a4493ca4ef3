// For LD_PRELOAD: the tests' own name service. The file $SEEKLINE_TEST_HOSTS has a line `NAME ADDRESS` for each known
// name; other names under `.test` do not exist. Connections to 203.0.113.0/24, which is public and belongs to nobody,
// go to this machine.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dlfcn.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints, struct addrinfo **result) {
    int (*real)(const char *, const char *, const struct addrinfo *, struct addrinfo **);
    *(void **)&real = dlsym(RTLD_NEXT, "getaddrinfo");
    const char *path = getenv("SEEKLINE_TEST_HOSTS");
    FILE *hosts = name && path ? fopen(path, "r") : NULL;
    char known[256], address[64];
    while (hosts && fscanf(hosts, "%255s %63s", known, address) == 2) {
        if (strcasecmp(known, name) != 0) continue;
        fclose(hosts);
        return real(address, service, hints, result);
    }
    if (hosts) fclose(hosts);
    size_t length = name ? strlen(name) : 0;
    if (length > 5 && strcmp(name + length - 5, ".test") == 0) return EAI_NONAME;
    return real(name, service, hints, result);
}

// The last byte of the public address that a socket was meant for; 0 if it was none.
static unsigned char *meant(int socket) {
    static unsigned char bytes[1 << 16];
    return &bytes[socket & 0xFFFF];
}

int connect(int socket, const struct sockaddr *address, socklen_t length) {
    int (*real)(int, const struct sockaddr *, socklen_t);
    *(void **)&real = dlsym(RTLD_NEXT, "connect");
    *meant(socket) = 0;
    if (address->sa_family == AF_INET) {
        struct sockaddr_in own = *(const struct sockaddr_in *)address;
        const in_addr_t host = ntohl(own.sin_addr.s_addr);
        if (host >> 8 == 0xCB0071) {
            *meant(socket) = host & 0xFF;
            own.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
            return real(socket, (struct sockaddr *)&own, sizeof own);
        }
    }
    return real(socket, address, length);
}

int getpeername(int socket, struct sockaddr *address, socklen_t *length) {
    int (*real)(int, struct sockaddr *, socklen_t *);
    *(void **)&real = dlsym(RTLD_NEXT, "getpeername");
    const int result = real(socket, address, length);
    if (result == 0 && *meant(socket)) ((struct sockaddr_in *)address)->sin_addr.s_addr = htonl(0xCB007100 | *meant(socket));
    return result;
}
