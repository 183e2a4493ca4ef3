// For LD_PRELOAD: looking up a name that begins with "slow" takes longer than any test.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <netdb.h>
#include <string.h>
#include <unistd.h>

int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints, struct addrinfo **result) {
    int (*real)(const char *, const char *, const struct addrinfo *, struct addrinfo **);
    *(void **)&real = dlsym(RTLD_NEXT, "getaddrinfo");
    if (name && strncmp(name, "slow", 4) == 0) {
        sleep(600);
        return EAI_AGAIN;
    }
    return real(name, service, hints, result);
}
