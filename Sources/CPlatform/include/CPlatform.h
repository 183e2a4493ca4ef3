// The C half of `Platform`: the C library calls that the product makes, and everything that differs between glibc, musl
// and Darwin. Nothing else includes a header of the C library, except for those of the C standard.
//
// A call that fails returns `-errno`, so that nothing can change it before it is read.
#ifndef CPLATFORM_H
#define CPLATFORM_H

#include <stddef.h>
#include <stdint.h>

// The errors that the product distinguishes.
extern const int cplatform_no_such_file, cplatform_not_a_folder, cplatform_broken_pipe, cplatform_reset,
    cplatform_interrupted;

/// Returns the text of an error, for people.
const char *cplatform_error_text(int error);

// MARK: Descriptors

/// What a descriptor refers to.
typedef enum {
    cplatform_other,
    cplatform_pipe,
    cplatform_socket,
    cplatform_terminal,
    cplatform_file,
} cplatform_kind;

/// Whether `descriptor` is open.
int cplatform_is_open(int descriptor);

/// Returns what `descriptor` refers to.
cplatform_kind cplatform_kind_of(int descriptor);

/// Opens a file for reading. Returns a descriptor.
int cplatform_open_to_read(const char *path);

/// Creates or truncates a file for writing; only its owner may read it. Returns a descriptor.
int cplatform_open_to_write(const char *path);

/// Opens /dev/null on the lowest descriptor that is free.
void cplatform_open_nothing(void);

/// Opens the pipe or terminal that `descriptor` refers to a second time, for writing without blocking. No other process
/// shares the flags of the new descriptor. Returns it.
int cplatform_open_again(int descriptor);

/// Truncates a file to `length` bytes. Returns 0.
int cplatform_cut(int descriptor, int64_t length);

/// Whether both paths lead to the same file.
int cplatform_is_same_file(const char *path, const char *other);

void cplatform_close(int descriptor);

/// Reads once. Returns the number of bytes; 0 at the end.
intptr_t cplatform_read(int descriptor, void *bytes, size_t count);

/// Writes once. Returns the number of bytes.
intptr_t cplatform_write(int descriptor, const void *bytes, size_t count);

/// Sends once, without blocking, whatever the flags of the socket. Returns the number of bytes.
intptr_t cplatform_send(int socket, const void *bytes, size_t count);

/// Returns the maximum number of bytes that a pipe takes atomically, and has room for if `poll` says it is writable.
size_t cplatform_atomic_write(void);

/// Whether `error` says that a call may succeed later.
int cplatform_is_passing(int error);

/// Whether `error` says that there are no descriptors, no memory or no room for one more process left.
int cplatform_is_shortage(int error);

/// Makes a pipe whose ends do not block and are closed on exec. Returns 0.
int cplatform_pipe_of_our_own(int *read_end, int *write_end);

// MARK: Files

/// What can be known about a file without opening it.
typedef struct {
    /// Which file it is, among all on this machine.
    uint64_t device, number;
    /// How many bytes it has.
    int64_t size;
    /// When it was last written to, in nanoseconds since 1970-01-01 UTC.
    int64_t modified;
    int is_file, is_folder, is_pipe, is_device;
    /// Whether anybody may run it.
    int is_executable;
} cplatform_status;

/// Gets the status of what `path` leads to. Returns 0.
int cplatform_status_of_path(const char *path, cplatform_status *status);

/// Gets the status of what `descriptor` refers to. Returns 0.
int cplatform_status_of(int descriptor, cplatform_status *status);

/// Opens what may not be a file, for reading, without waiting for anybody at the other end. Returns a descriptor.
int cplatform_open_without_waiting(const char *path);

/// Reads once, starting at the offset `place`. Returns the number of bytes; 0 at the end.
intptr_t cplatform_read_at(int descriptor, void *bytes, size_t count, int64_t place);

/// Opens a folder to list its names. On failure, returns NULL and stores `-errno` in `error`.
void *cplatform_open_folder(const char *path, int *error);

/// Returns the next name in a folder, which is valid until the next call; NULL at its end.
const char *cplatform_next_name(void *folder);

void cplatform_close_folder(void *folder);

// MARK: Waiting

/// Has the layout of `struct pollfd`.
typedef struct {
    int descriptor;
    short watched;
    short ready;
} cplatform_polled;

extern const short cplatform_readable, cplatform_writable, cplatform_failed, cplatform_invalid, cplatform_hung_up;

/// Waits until a descriptor is ready, a signal arrives, or `milliseconds` have passed; with -1, for as long as it
/// takes. Returns how many are ready.
int cplatform_poll(cplatform_polled *polled, size_t count, int milliseconds);

// MARK: The network

/// Opens a socket that is closed on exec. Returns a descriptor.
int cplatform_open_socket(int family, int type, int protocol);

/// Gets the bytes of the internet address in a `struct sockaddr`. Returns how many: 4, 16, or 0 if it is of another
/// family.
size_t cplatform_address_bytes(const void *address, uint8_t bytes[16]);

/// Does the same for an address as text: `127.0.0.1`, `::1`. Returns 0 if it is none.
size_t cplatform_parse_address(const char *text, uint8_t bytes[16]);

/// From now on, the C library reports UTF-8 as the encoding of text: other libraries ask for it to read international
/// host names.
void cplatform_read_names_as_utf8(void);

// MARK: Time

/// Returns the nanoseconds of a monotonic clock.
int64_t cplatform_monotonic_nanoseconds(void);

/// Returns the seconds since 1970-01-01 UTC.
int64_t cplatform_wall_seconds(void);

// MARK: Signals

extern const int cplatform_terminate, cplatform_interrupt, cplatform_hang_up;

/// Watches a signal from now on: the first watched signal to arrive is kept, and a byte is written to `descriptor`. If
/// the process is still there a second later, the signal ends it as it would have without this: it may be stuck
/// anywhere. A signal that is already ignored (by `nohup`) is not watched. Returns 0.
int cplatform_watch_signal(int signal, int descriptor);

/// Returns the first watched signal that arrived; 0 if none did.
int cplatform_arrived_signal(void);

/// Ends the process as `signal` does by default.
_Noreturn void cplatform_end_by_signal(int signal);

/// Makes writing to a pipe that nobody reads, or beyond the file size limit, an error instead of a signal.
void cplatform_ignore_failed_writes(void);

/// Does the same for what this thread writes to pipes, whatever the process does with that signal.
void cplatform_ignore_failed_writes_of_thread(void);

/// Keeps ended children until they are reaped, even if whoever started this process ignored SIGCHLD.
void cplatform_keep_ended_children(void);

/// Makes threads share one malloc arena, with glibc, if the address space is limited (`ulimit -v`).
void cplatform_heed_memory_limit(void);

// MARK: The process

/// Ends the process at once: nothing is cleaned up.
_Noreturn void cplatform_end(int code);

/// Returns the environment variable `name`; NULL if there is none.
const char *cplatform_environment(const char *name);

/// Returns the arguments of the process, its name first, with NULL after the last; NULL if this C library does not
/// tell.
const char *const *cplatform_arguments(void);

/// Returns how many processors the process may run on at once; at least 1.
int cplatform_processors(void);

/// Runs `body` on a new thread. Returns 0.
int cplatform_start_thread(void (*body)(void *context), void *context);

// MARK: Children

extern const int cplatform_kill, cplatform_no_such_process, cplatform_not_a_program, cplatform_too_long,
    cplatform_is_being_written;

/// Returns all environment variables, as `NAME=VALUE`, with NULL after the last.
const char *const *cplatform_whole_environment(void);

/// A program to run. Lists end with NULL.
typedef struct {
    /// Its arguments, its name or path first.
    const char *const *arguments;
    const char *const *environment;
    /// The folders in which a name is looked up, separated by colons; NULL for none.
    const char *path;
    /// The folder in which it runs; NULL for that of this process.
    const char *folder;
    /// Whether it is given input. Otherwise it has nothing to read.
    int takes_input;
} cplatform_program;

/// A child process, which leads its own process group.
typedef struct {
    int process;
    /// A descriptor to write what it reads, without blocking; negative if it has nothing to read.
    int input;
    /// Descriptors to read what it writes, without blocking.
    int output, errors;
    /// A descriptor that is readable once it has ended; negative if this system has none.
    int exit;
} cplatform_child;

/// What has failed when a child could not be started.
enum { cplatform_step_prepare, cplatform_step_guard, cplatform_step_folder, cplatform_step_execute };

/// Starts a program. `guard` is told of its group before it begins. Returns 0; on failure, `step` says what has failed.
int cplatform_start_child(const cplatform_program *program, int guard, cplatform_child *child, int *step);

/// Sends a signal to all processes of a group; 0 only checks whether there is one. Returns 0.
int cplatform_signal_group(int group, int signal);

/// Reaps a child, which is possible only once. Returns whether it has ended; if so, stores its exit code (-1 if it has
/// none) and the signal that ended it (0 if none did).
int cplatform_take_exit(int process, int *code, int *signal);

/// Waits until a child has ended, and reaps it.
void cplatform_await_exit(int process);

/// A message to a guard.
typedef struct {
    int group, is_there;
} cplatform_guarded;

/// Starts a process that ends groups (SIGTERM, half a second, SIGKILL) once this one is gone, however it ended. Returns
/// the descriptor through which it is told of them.
int cplatform_start_guard(int *process);

/// Tells a guard that there is a group, or that it is gone. Returns 0.
int cplatform_tell_guard(int guard, int group, int is_there);

// MARK: Libraries

/// Loads the first of `names` that can be loaded. Returns a handle; NULL if none can.
void *cplatform_open_library(const char *const names[], size_t count);

/// Returns why the library `name` cannot be loaded, for people; NULL if it can be.
const char *cplatform_library_error(const char *name);

/// Returns the address of a function in a library; NULL if there is none.
void *cplatform_function(void *library, const char *name);

#endif
