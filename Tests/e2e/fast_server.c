// For LD_PRELOAD: the answer to what is sent over TCP is there before `send` returns, as if the server took no time.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/types.h>

ssize_t send(int socket, const void *bytes, size_t count, int flags) {
    ssize_t (*real)(int, const void *, size_t, int);
    *(void **)&real = dlsym(RTLD_NEXT, "send");
    ssize_t sent = real(socket, bytes, count, flags);
    struct sockaddr address;
    socklen_t length = sizeof address;
    if (sent > 0 && getsockname(socket, &address, &length) == 0 && address.sa_family == AF_INET) {
        struct pollfd answer = {.fd = socket, .events = POLLIN};
        poll(&answer, 1, 5000);
    }
    return sent;
}
