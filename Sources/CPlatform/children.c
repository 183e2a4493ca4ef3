#ifdef __APPLE__
#define _DARWIN_C_SOURCE
#else
// For vfork and syscall, on Linux.
#define _GNU_SOURCE
#endif

#include "CPlatform.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

const int cplatform_kill = SIGKILL, cplatform_no_such_process = ESRCH, cplatform_not_a_program = ENOEXEC,
          cplatform_too_long = E2BIG, cplatform_is_being_written = ETXTBSY;

extern char **environ;

const char *const *cplatform_whole_environment(void) { return (const char *const *)environ; }

// MARK: In the child

// What the child needs, so that it calls only async-signal-safe functions: it shares the parent's memory.
typedef struct {
    const cplatform_program *program;
    // `input` is negative if there is nothing to read.
    int input, output, errors, guard, failure;
    const sigset_t *signals;
} beginning;

static void reset_signals(void) {
    // A handler of the parent would run in the parent's memory. What is ignored, for example by `nohup`, stays ignored,
    // except for SIGPIPE and SIGXFSZ: ignoring those is the parent's own affair.
    for (int signal = 1; signal < 32; signal++) {
        struct sigaction action;
        if (sigaction(signal, NULL, &action) != 0) continue;
        int is_ours = signal == SIGPIPE || signal == SIGXFSZ;
        if (action.sa_handler == SIG_DFL || (action.sa_handler == SIG_IGN && !is_ours)) continue;
        memset(&action, 0, sizeof action);
        action.sa_handler = SIG_DFL;
        sigaction(signal, &action, NULL);
    }
}

// Runs the first program of that name in the folders of `path`. Returns the error that says most.
static int execute(const cplatform_program *program) {
    char *const *arguments = (char *const *)program->arguments, *const *environment = (char *const *)program->environment;
    const char *name = arguments[0];
    if (!name) return ENOENT;
    if (strchr(name, '/')) {
        execve(name, arguments, environment);
        return errno;
    }
    int error = ENOENT;
    for (const char *folder = program->path; folder;) {
        const char *end = strchr(folder, ':');
        size_t length = end ? (size_t)(end - folder) : strlen(folder);
        char candidate[PATH_MAX];
        if (length > 0 && length + strlen(name) + 2 <= sizeof candidate) {
            memcpy(candidate, folder, length);
            candidate[length] = '/';
            strcpy(candidate + length + 1, name);
            execve(candidate, arguments, environment);
            if (errno != ENOENT && errno != ENOTDIR) error = errno;
        }
        folder = end ? end + 1 : NULL;
    }
    return error;
}

_Noreturn static void begin(const beginning *begun) {
    int failure[2] = {cplatform_step_execute, 0};
    reset_signals();
    setpgid(0, 0);
    cplatform_guarded guarded = {getpid(), 1};
    int input = begun->input >= 0 ? begun->input : open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (write(begun->guard, &guarded, sizeof guarded) != sizeof guarded) {
        failure[0] = cplatform_step_guard;
        failure[1] = errno;
    } else if (input < 0 || dup2(input, 0) < 0 || dup2(begun->output, 1) < 0 || dup2(begun->errors, 2) < 0) {
        failure[0] = cplatform_step_prepare;
        failure[1] = errno;
    } else if (begun->program->folder && chdir(begun->program->folder) != 0) {
        failure[0] = cplatform_step_folder;
        failure[1] = errno;
    } else {
#ifdef SYS_close_range
        // Programs do not inherit descriptors that this process got from its own parent. (4: CLOSE_RANGE_CLOEXEC)
        syscall(SYS_close_range, 3u, ~0u, 4u);
#endif
        sigprocmask(SIG_SETMASK, begun->signals, NULL);
        failure[1] = execute(begun->program);
    }
    ssize_t written = write(begun->failure, failure, sizeof failure);
    (void)written;
    _exit(127);
}

// MARK: In the parent

// Makes a pipe whose ends no other child inherits.
static int closing_pipe(int ends[2]) {
#ifdef __linux__
    return pipe2(ends, O_CLOEXEC);
#else
    if (pipe(ends) != 0) return -1;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    return 0;
#endif
}

enum { pipe_input, pipe_output, pipe_errors, pipe_failure, pipe_count };

// The pipes between this process and a child, each with its read end first. Ends that are not open are negative.
typedef struct {
    int ends[pipe_count][2];
} pipes;

static void close_end(int *end) {
    if (*end >= 0) close(*end);
    *end = -1;
}

static void close_pipes(pipes *pipes) {
    for (int i = 0; i < pipe_count; i++) {
        close_end(&pipes->ends[i][0]);
        close_end(&pipes->ends[i][1]);
    }
}

static int open_pipes(pipes *pipes, int takes_input) {
    for (int i = 0; i < pipe_count; i++) pipes->ends[i][0] = pipes->ends[i][1] = -1;
    for (int i = takes_input ? pipe_input : pipe_output; i < pipe_count; i++) {
        if (closing_pipe(pipes->ends[i]) != 0) {
            int error = errno;
            close_pipes(pipes);
            return -error;
        }
        // This process's end does not block.
        fcntl(pipes->ends[i][i == pipe_input], F_SETFL, O_NONBLOCK);
    }
    return 0;
}

static int watch_exit(pid_t process) {
#ifdef SYS_pidfd_open
    return (int)syscall(SYS_pidfd_open, process, 0u);
#else
    (void)process;
    return -1;
#endif
}

// Starts the child. On Linux, it shares this memory until it runs the program: nothing is copied, however large this
// process is.
static pid_t fork_into(const beginning *begun) {
#ifdef __linux__
    pid_t process = vfork();
#else
    pid_t process = fork();
#endif
    if (process == 0) begin(begun);
    return process;
}

int cplatform_start_child(const cplatform_program *program, int guard, cplatform_child *child, int *step) {
    pipes pipes;
    *step = cplatform_step_prepare;
    int error = open_pipes(&pipes, program->takes_input);
    if (error != 0) return error;
    // A child that shares this memory must not handle signals.
    sigset_t all, before, none;
    sigfillset(&all);
    sigemptyset(&none);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    beginning begun = {program, pipes.ends[pipe_input][0], pipes.ends[pipe_output][1], pipes.ends[pipe_errors][1],
                       guard, pipes.ends[pipe_failure][1], &none};
    pid_t process = fork_into(&begun);
    error = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    close_end(&pipes.ends[pipe_input][0]);
    for (int i = pipe_output; i < pipe_count; i++) close_end(&pipes.ends[i][1]);
    int said[2] = {0, 0}, failure = pipes.ends[pipe_failure][0];
    if (process < 0) {
        said[1] = error;
    } else {
        // The other end is closed when the program begins.
        fcntl(failure, F_SETFL, 0);
        ssize_t count;
        do count = read(failure, said, sizeof said);
        while (count < 0 && errno == EINTR);
        if (count > 0) {
            // Before it is reaped: after that, its number may be given to others.
            if (said[0] != cplatform_step_guard) cplatform_tell_guard(guard, process, 0);
            while (waitpid(process, NULL, 0) < 0 && errno == EINTR) {}
            *step = said[0];
        }
    }
    close_end(&pipes.ends[pipe_failure][0]);
    if (said[1]) {
        close_pipes(&pipes);
        return -said[1];
    }
    *child = (cplatform_child){process, pipes.ends[pipe_input][1], pipes.ends[pipe_output][0],
                               pipes.ends[pipe_errors][0], watch_exit(process)};
    return 0;
}

int cplatform_signal_group(int group, int signal) { return kill(-(pid_t)group, signal) == 0 ? 0 : -errno; }

int cplatform_take_exit(int process, int *code, int *signal) {
    int status;
    pid_t answer = waitpid(process, &status, WNOHANG);
    if (answer == 0 || (answer < 0 && errno == EINTR)) return 0;
    *code = answer > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    *signal = answer > 0 && WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    return 1;
}

void cplatform_await_exit(int process) {
    while (waitpid(process, NULL, 0) < 0 && errno == EINTR) {}
}

// MARK: The guard

static void close_all_but(int kept) {
#ifdef SYS_close_range
    if (syscall(SYS_close_range, (unsigned)kept + 1, ~0u, 0u) == 0 &&
        (kept == 0 || syscall(SYS_close_range, 0u, (unsigned)kept - 1, 0u) == 0))
        return;
#endif
    long most = sysconf(_SC_OPEN_MAX);
    for (int descriptor = 0; descriptor < (most > 0 && most < 65536 ? most : 65536); descriptor++)
        if (descriptor != kept) close(descriptor);
}

enum { most_groups = 4096 };

// Reads which groups to guard until the last writer is gone, and then ends all of them.
_Noreturn static void guard(int input) {
    static pid_t groups[most_groups];
    int count = 0;
    cplatform_guarded said;
    while (1) {
        ssize_t length = read(input, &said, sizeof said);
        if (length < 0 && errno == EINTR) continue;
        if (length != sizeof said) break;
        int place = 0;
        while (place < count && groups[place] != said.group) place++;
        if (said.is_there && place == count && count < most_groups) groups[count++] = said.group;
        if (!said.is_there && place < count) groups[place] = groups[--count];
    }
    for (int i = 0; i < count; i++) kill(-groups[i], SIGTERM);
    const struct timespec pause = {0, 10 * 1000 * 1000};
    int living = count;
    for (int i = 0; i < 50 && living > 0; i++) {
        nanosleep(&pause, NULL);
        living = 0;
        for (int j = 0; j < count; j++) living += kill(-groups[j], 0) == 0;
    }
    for (int i = 0; i < count; i++) kill(-groups[i], SIGKILL);
    _exit(0);
}

int cplatform_start_guard(int *process) {
    int ends[2];
    if (closing_pipe(ends) != 0) return -errno;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t started = fork();
    int error = errno;
    if (started == 0) {
        // Signals to the terminal's group do not reach the guard. All others stay blocked.
        setpgid(0, 0);
        close_all_but(ends[0]);
        guard(ends[0]);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    close(ends[0]);
    if (started < 0) {
        close(ends[1]);
        return -error;
    }
    *process = started;
    return ends[1];
}

int cplatform_tell_guard(int guard, int group, int is_there) {
    cplatform_guarded said = {group, is_there};
    return write(guard, &said, sizeof said) == sizeof said ? 0 : -errno;
}
