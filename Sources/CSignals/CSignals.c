#include "CSignals.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t *report_descriptor(void) {
    static volatile sig_atomic_t descriptor = -1;
    return &descriptor;
}

static void report(int signal) {
    int saved = errno;
    unsigned char byte = (unsigned char)signal;
    ssize_t written = write(*report_descriptor(), &byte, 1);
    (void)written; // A full pipe holds a signal already.
    errno = saved;
}

int csignals_report(int signal, int descriptor) {
    *report_descriptor() = descriptor;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = report;
    action.sa_flags = SA_RESTART;
    return sigaction(signal, &action, NULL);
}
