// To be preloaded: what has been computed, or has come of a program, is first seen together with something that is typed.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

int poll(struct pollfd *polled, nfds_t count, int timeout) {
    static int (*original)(struct pollfd *, nfds_t, int);
    static int is_over;
    if (!original) original = (int (*)(struct pollfd *, nfds_t, int))dlsym(RTLD_NEXT, "poll");
    // Where the loop only has a look, as between two turns of those who send, there is something to see, if $AT_A_LOOK is set.
    if (!is_over && timeout == 0 && getenv("AT_A_LOOK")) original(polled, 1, -1);
    const int found = original(polled, count, timeout);
    // The loop waits for its wake-up pipe, and behind that for standard input.
    if (is_over || found <= 0 || count < 2 || polled[1].fd != STDIN_FILENO || !polled[0].revents) return found;
    is_over = 1;
    syscall(SYS_write, STDERR_FILENO, "answered\n", 9);
    struct pollfd input = {STDIN_FILENO, POLLIN, 0};
    while (original(&input, 1, -1) < 1) {}
    return original(polled, count, 0);
}
