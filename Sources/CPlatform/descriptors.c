// For O_CLOEXEC, ptsname and ttyname_r, which strict ISO C hides.
#define _XOPEN_SOURCE 700
#ifdef __APPLE__
// Without it, _XOPEN_SOURCE hides what is not in POSIX: MSG_DONTWAIT.
#define _DARWIN_C_SOURCE
#endif

#include "CPlatform.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

const int cplatform_no_such_file = ENOENT, cplatform_not_a_folder = ENOTDIR, cplatform_broken_pipe = EPIPE,
          cplatform_reset = ECONNRESET, cplatform_interrupted = EINTR;

const char *cplatform_error_text(int error) { return strerror(error); }

int cplatform_is_passing(int error) {
    return error == EAGAIN || error == EWOULDBLOCK || error == EINTR || error == ENOBUFS;
}

int cplatform_is_shortage(int error) {
    return error == EMFILE || error == ENFILE || error == ENOMEM || error == EAGAIN;
}

int cplatform_is_open(int descriptor) { return fcntl(descriptor, F_GETFD) >= 0; }

cplatform_kind cplatform_kind_of(int descriptor) {
    struct stat status;
    if (fstat(descriptor, &status) != 0) return cplatform_other;
    if (S_ISFIFO(status.st_mode)) return cplatform_pipe;
    if (S_ISSOCK(status.st_mode)) return cplatform_socket;
    if (S_ISREG(status.st_mode)) return cplatform_file;
    return isatty(descriptor) ? cplatform_terminal : cplatform_other;
}

static int result(int descriptor) { return descriptor < 0 ? -errno : descriptor; }

int cplatform_open_to_read(const char *path) { return result(open(path, O_RDONLY | O_CLOEXEC)); }

int cplatform_open_to_write(const char *path) {
    int descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, 0600);
    struct stat status;
    // A file that was there before is only its owner's from now on. Some file systems do not support that.
    if (descriptor >= 0 && fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_mode & 077)
        fchmod(descriptor, status.st_mode & 0700);
    return result(descriptor);
}

void cplatform_open_nothing(void) {
    if (open("/dev/null", O_RDWR) < 0) return;
}

int cplatform_open_again(int descriptor) {
    char path[PATH_MAX];
    // Opening a pseudo-terminal's master by name would make a new pair.
    if (isatty(descriptor) && ptsname(descriptor)) return -ENOTTY;
#ifdef __linux__
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
#else
    // Opening a name in /dev/fd only duplicates the descriptor. A terminal has a name, a pipe has none.
    int error = ttyname_r(descriptor, path, sizeof path);
    if (error != 0) return -error;
#endif
    return result(open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
}

int cplatform_cut(int descriptor, int64_t length) { return ftruncate(descriptor, length) < 0 ? -errno : 0; }

int cplatform_is_same_file(const char *path, const char *other) {
    struct stat status, other_status;
    return stat(path, &status) == 0 && stat(other, &other_status) == 0 && status.st_dev == other_status.st_dev &&
           status.st_ino == other_status.st_ino;
}

void cplatform_close(int descriptor) { close(descriptor); }

intptr_t cplatform_read(int descriptor, void *bytes, size_t count) {
    ssize_t done = read(descriptor, bytes, count);
    return done < 0 ? -errno : done;
}

intptr_t cplatform_write(int descriptor, const void *bytes, size_t count) {
    ssize_t done = write(descriptor, bytes, count);
    return done < 0 ? -errno : done;
}

intptr_t cplatform_send(int socket, const void *bytes, size_t count) {
    ssize_t done = send(socket, bytes, count, MSG_DONTWAIT);
    return done < 0 ? -errno : done;
}

size_t cplatform_atomic_write(void) { return PIPE_BUF; }

int cplatform_pipe_of_our_own(int *read_end, int *write_end) {
    int ends[2];
    // There is no pipe2 on Darwin.
    if (pipe(ends) != 0) return -errno;
    for (int i = 0; i < 2; i++) {
        fcntl(ends[i], F_SETFL, O_NONBLOCK);
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    }
    *read_end = ends[0];
    *write_end = ends[1];
    return 0;
}

const short cplatform_readable = POLLIN, cplatform_writable = POLLOUT, cplatform_failed = POLLERR,
            cplatform_invalid = POLLNVAL, cplatform_hung_up = POLLHUP;

_Static_assert(sizeof(cplatform_polled) == sizeof(struct pollfd) &&
                   offsetof(cplatform_polled, descriptor) == offsetof(struct pollfd, fd) &&
                   offsetof(cplatform_polled, watched) == offsetof(struct pollfd, events) &&
                   offsetof(cplatform_polled, ready) == offsetof(struct pollfd, revents),
               "cplatform_polled is not a pollfd");

int cplatform_poll(cplatform_polled *polled, size_t count, int milliseconds) {
    return result(poll((struct pollfd *)(void *)polled, (nfds_t)count, milliseconds));
}
