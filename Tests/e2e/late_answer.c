// For LD_PRELOAD: the first result of a worker or a program is seen only together with something that is typed.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

int poll(struct pollfd *polled, nfds_t count, int timeout) {
    static int (*original)(struct pollfd *, nfds_t, int);
    static int is_over, has_input;
    if (!original) original = (int (*)(struct pollfd *, nfds_t, int))dlsym(RTLD_NEXT, "poll");
    // With $AT_A_LOOK set, a poll without a timeout, as between two turns of input, waits until there is something to
    // see. (Before any input there may be such a poll too, on a busy machine.)
    if (!is_over && has_input && timeout == 0 && getenv("AT_A_LOOK")) original(polled, 1, -1);
    const int found = original(polled, count, timeout);
    // The loop waits for its wake-up pipe and, second, for standard input.
    if (is_over || found <= 0 || count < 2 || polled[1].fd != STDIN_FILENO) return found;
    if (polled[1].revents) has_input = 1;
    if (!polled[0].revents) return found;
    is_over = 1;
    syscall(SYS_write, STDERR_FILENO, "answered\n", 9);
    struct pollfd input = {STDIN_FILENO, POLLIN, 0};
    while (original(&input, 1, -1) < 1) {}
    return original(polled, count, 0);
}
