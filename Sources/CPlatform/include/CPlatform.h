// The C half of `Platform`: the calls of the C library that the product makes, and all that glibc, musl and Darwin have
// each in their own way. No other file includes a header of the C library, but for those of the C standard.
//
// A call that fails answers `-errno`: nothing can change it before it is read.
#ifndef CPLATFORM_H
#define CPLATFORM_H

#include <stddef.h>
#include <stdint.h>

// Errors that mean something to the product.
extern const int cplatform_no_such_file, cplatform_not_a_folder, cplatform_broken_pipe, cplatform_reset;

/// What an error is called, for people.
const char *cplatform_error_text(int error);

// MARK: Descriptors

/// What a descriptor leads to.
typedef enum {
    cplatform_other,
    cplatform_pipe,
    cplatform_socket,
    cplatform_terminal,
    cplatform_file,
} cplatform_kind;

/// Whether `descriptor` is open.
int cplatform_is_open(int descriptor);

/// What `descriptor` leads to.
cplatform_kind cplatform_kind_of(int descriptor);

/// Opens a file to read it. Answers a descriptor.
int cplatform_open_to_read(const char *path);

/// Begins a file anew, to write it; only its owner may read it. Answers a descriptor.
int cplatform_open_to_write(const char *path);

/// Opens nothing on `descriptor`, if it is the lowest that is free.
void cplatform_open_nothing(void);

/// Opens what `descriptor`, a pipe or a terminal, leads to a second time, to write without waiting. What is set on the
/// new descriptor, nobody else sees. Answers it.
int cplatform_open_again(int descriptor);

/// Cuts a file off behind so many bytes.
int cplatform_cut(int descriptor, int64_t length);

/// Whether both paths lead to one file.
int cplatform_is_same_file(const char *path, const char *other);

void cplatform_close(int descriptor);

/// Reads once. Answers how many bytes, and 0 at the end.
intptr_t cplatform_read(int descriptor, void *bytes, size_t count);

/// Writes once. Answers how many bytes.
intptr_t cplatform_write(int descriptor, const void *bytes, size_t count);

/// Sends once, without waiting, whatever is set on the socket. Answers how many bytes.
intptr_t cplatform_send(int socket, const void *bytes, size_t count);

/// The most bytes that a pipe takes whole or not at all, and has room for if `poll` says so.
size_t cplatform_atomic_write(void);

/// Whether `error` says that a call may succeed later.
int cplatform_is_passing(int error);

/// Makes a pipe of which neither end waits or outlives the process' program. Answers 0.
int cplatform_pipe_of_our_own(int *read_end, int *write_end);

// MARK: Waiting

/// As `struct pollfd`, which it is.
typedef struct {
    int descriptor;
    short watched;
    short ready;
} cplatform_polled;

extern const short cplatform_readable, cplatform_writable, cplatform_failed, cplatform_invalid, cplatform_hung_up;

/// Waits until one is ready, a signal comes, or so many milliseconds have passed; with -1, for as long as it takes.
/// Answers how many are ready.
int cplatform_poll(cplatform_polled *polled, size_t count, int milliseconds);

// MARK: Time

/// Nanoseconds of a clock that only goes forward.
int64_t cplatform_monotonic_nanoseconds(void);

/// Seconds since 1970-01-01 UTC.
int64_t cplatform_wall_seconds(void);

// MARK: Signals

extern const int cplatform_terminate, cplatform_interrupt, cplatform_hang_up;

/// From now on the first of the watched signals that comes is kept, and a byte is written to `descriptor`. If the
/// process is there a second later, the signal ends it as it would have without this: it may be stuck in anything.
/// A signal that is ignored already (by `nohup`) is not watched. Answers 0.
int cplatform_watch_signal(int signal, int descriptor);

/// The first watched signal that came; 0 if none did.
int cplatform_arrived_signal(void);

/// Ends the process as `signal` does by itself.
_Noreturn void cplatform_end_by_signal(int signal);

/// From now on, writing to a pipe that nobody reads is an error and no signal.
void cplatform_ignore_failed_writes(void);

/// Lets threads share memory where the process may have little of it (`ulimit -v`).
void cplatform_heed_memory_limit(void);

// MARK: The process

/// Ends the process at once: nothing is cleaned up.
_Noreturn void cplatform_end(int code);

/// Ends the process when all that was printed is written.
/// Writes what was printed.
int cplatform_flush(void);

_Noreturn void cplatform_exit(int code);

/// The environment variable; NULL if there is none.
const char *cplatform_environment(const char *name);

/// How many processors the process may run on at once; at least 1.
int cplatform_processors(void);

/// Runs `body` on a thread of its own. Answers 0.
int cplatform_start_thread(void (*body)(void *context), void *context);

// MARK: Libraries

/// Loads the first of `names` that there is. Answers a handle; NULL if there is none.
void *cplatform_open_library(const char *const names[], size_t count);

/// Why the library `name` cannot be opened, for people; NULL if it can.
const char *cplatform_library_error(const char *name);

/// The address of a function in a library; NULL if there is none.
void *cplatform_function(void *library, const char *name);

#endif
