// The C half of `Platform`: the calls of the C library that the product makes, and all that glibc, musl and Darwin have
// each in their own way. No other file includes a header of the C library, but for those of the C standard.
//
// A call that fails answers `-errno`: nothing can change it before it is read.
#ifndef CPLATFORM_H
#define CPLATFORM_H

#include <stddef.h>
#include <stdint.h>

// Errors that mean something to the product.
extern const int cplatform_no_such_file, cplatform_not_a_folder, cplatform_broken_pipe, cplatform_reset,
    cplatform_interrupted;

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

/// Whether `error` says that there are no descriptors, no memory or no room for one more process left.
int cplatform_is_shortage(int error);

/// Makes a pipe of which neither end waits or outlives the process' program. Answers 0.
int cplatform_pipe_of_our_own(int *read_end, int *write_end);

// MARK: Files

/// What there is to know of a file without opening it.
typedef struct {
    /// Which file it is, among all of this machine.
    uint64_t device, number;
    /// How many bytes it has.
    int64_t size;
    /// When it was last written to, in nanoseconds since 1970-01-01 UTC.
    int64_t modified;
    int is_file, is_folder, is_pipe, is_device;
    /// Whether anybody may run it.
    int is_executable;
} cplatform_status;

/// Looks at what `path` leads to. Answers 0.
int cplatform_status_of_path(const char *path, cplatform_status *status);

/// Looks at what `descriptor` leads to. Answers 0.
int cplatform_status_of(int descriptor, cplatform_status *status);

/// Opens what may be no file, to read it: it waits for nobody at the other end. Answers a descriptor.
int cplatform_open_without_waiting(const char *path);

/// Reads once, from that place on. Answers how many bytes, and 0 at the end.
intptr_t cplatform_read_at(int descriptor, void *bytes, size_t count, int64_t place);

/// Opens a folder, to go through it; NULL if that cannot be, and then the error.
void *cplatform_open_folder(const char *path, int *error);

/// The next name in a folder, which is good until the next call; NULL at its end.
const char *cplatform_next_name(void *folder);

void cplatform_close_folder(void *folder);

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

// MARK: The network

/// Opens a socket that does not outlive the process' program. Answers a descriptor.
int cplatform_open_socket(int family, int type, int protocol);

/// The bytes of the internet address in a `struct sockaddr`. Answers how many: 4, 16, or 0 if it is of another family.
size_t cplatform_address_bytes(const void *address, uint8_t bytes[16]);

/// The same of an address in writing: `127.0.0.1`, `::1`.
size_t cplatform_parse_address(const char *text, uint8_t bytes[16]);

/// From now on, libraries that ask the C library how text is encoded are told UTF-8: international names of hosts are.
void cplatform_read_names_as_utf8(void);

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

/// The same for what this thread writes, whatever the process makes of that signal.
void cplatform_ignore_failed_writes_of_thread(void);

/// From now on, what has become of a child can be asked behind its end, also where SIGCHLD was ignored by whoever started this
/// process.
void cplatform_keep_ended_children(void);

/// Lets threads share memory where the process may have little of it (`ulimit -v`).
void cplatform_heed_memory_limit(void);

// MARK: The process

/// Ends the process at once: nothing is cleaned up.
_Noreturn void cplatform_end(int code);

/// Writes what was printed. Answers 0, or an error below 0.
int cplatform_flush(void);

/// Ends the process when all that was printed is written.
_Noreturn void cplatform_exit(int code);

/// The environment variable; NULL if there is none.
const char *cplatform_environment(const char *name);

/// What the process was started with, its name first and NULL behind the last; NULL if this C library does not tell.
const char *const *cplatform_arguments(void);

/// How many processors the process may run on at once; at least 1.
int cplatform_processors(void);

/// Runs `body` on a thread of its own. Answers 0.
int cplatform_start_thread(void (*body)(void *context), void *context);

// MARK: Children

extern const int cplatform_kill, cplatform_no_such_process, cplatform_not_a_program, cplatform_too_long,
    cplatform_is_being_written;

/// All variables of the environment, `NAME=VALUE`, and NULL behind the last.
const char *const *cplatform_whole_environment(void);

/// A program to run. Lists have NULL behind the last.
typedef struct {
    /// What it is started with, its name or path first.
    const char *const *arguments;
    const char *const *environment;
    /// The folders in which a name is looked for, with colons between them; NULL for none.
    const char *path;
    /// The folder in which it runs; NULL for that of this process.
    const char *folder;
    /// Whether it is told something. Otherwise it has nothing to read.
    int takes_input;
} cplatform_program;

/// A child process, which leads a process group of its own.
typedef struct {
    int process;
    /// A descriptor to write what it reads, without waiting; below 0 if it has nothing to read.
    int input;
    /// Descriptors to read what it writes, without waiting.
    int output, errors;
    /// A descriptor that is readable once it has ended; below 0 if this system has none.
    int exit;
} cplatform_child;

/// What has failed when a child does not begin.
enum { cplatform_step_prepare, cplatform_step_guard, cplatform_step_folder, cplatform_step_execute };

/// Starts a program. `guard` hears of its group before it begins. Answers 0; if it fails, `step`
/// says at what.
int cplatform_start_child(const cplatform_program *program, int guard, cplatform_child *child, int *step);

/// Sends a signal to all processes of a group; 0 only looks whether there is one. Answers 0.
int cplatform_signal_group(int group, int signal);

/// Takes the end of a child, which it has only once. Answers whether it has ended: then with this code, which is -1 if a
/// signal ended it.
int cplatform_take_exit(int process, int *code, int *signal);

/// What a guard is told.
typedef struct {
    int group, is_there;
} cplatform_guarded;

/// Starts a process that ends groups (SIGTERM, half a second, SIGKILL) once this one is there no more, however it ended.
/// Answers the descriptor by which it is told of them.
int cplatform_start_guard(int *process);

/// Tells a guard that there is a group, or none any more. Answers 0.
int cplatform_tell_guard(int guard, int group, int is_there);

// MARK: Libraries

/// Loads the first of `names` that there is. Answers a handle; NULL if there is none.
void *cplatform_open_library(const char *const names[], size_t count);

/// Why the library `name` cannot be opened, for people; NULL if it can.
const char *cplatform_library_error(const char *name);

/// The address of a function in a library; NULL if there is none.
void *cplatform_function(void *library, const char *name);

#endif
