#define _XOPEN_SOURCE 700

#include "CPlatform.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

// A handler may do next to nothing. These call only functions in POSIX's list of async-signal-safe functions: write,
// alarm, sigaction, sigprocmask and the like, raise, _exit.

const int cplatform_terminate = SIGTERM, cplatform_interrupt = SIGINT, cplatform_hang_up = SIGHUP;

// A handler gets no context, so what it needs is kept here.
static volatile sig_atomic_t arrived;
static volatile sig_atomic_t waker = -1;

int cplatform_arrived_signal(void) { return arrived; }

static int set(int signal, void (*handler)(int)) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    return sigaction(signal, &action, NULL);
}

static void unblock(int signal) {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, signal);
    pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
}

_Noreturn void cplatform_end_by_signal(int signal) {
    set(signal, SIG_DFL);
    unblock(signal);
    raise(signal);
    _exit(128 + signal);
}

// Called when nobody has handled the signal within a second.
static void end(int alarm) {
    (void)alarm;
    cplatform_end_by_signal(arrived);
}

static void report(int signal) {
    int saved = errno;
    if (!arrived) {
        arrived = signal;
        alarm(1);
    }
    unsigned char byte = 1;
    ssize_t written = write(waker, &byte, 1);
    (void)written; // A full pipe wakes the loop, too.
    errno = saved;
}

int cplatform_watch_signal(int signal, int descriptor) {
    struct sigaction before;
    if (sigaction(signal, NULL, &before) != 0) return -errno;
    if (before.sa_handler == SIG_IGN) return 0;
    waker = descriptor;
    if (set(SIGALRM, end) != 0 || set(signal, report) != 0) return -errno;
    // Whoever started this may have blocked signals only for itself, but what is blocked is inherited.
    unblock(SIGALRM);
    unblock(signal);
    return 0;
}

void cplatform_ignore_failed_writes_of_thread(void) {
    sigset_t pipe;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe, NULL);
}

void cplatform_ignore_failed_writes(void) {
    set(SIGPIPE, SIG_IGN);
    set(SIGXFSZ, SIG_IGN);
}

void cplatform_keep_ended_children(void) { set(SIGCHLD, SIG_DFL); }
