#define _XOPEN_SOURCE 700
#ifdef __APPLE__
// Without it, _XOPEN_SOURCE hides _SC_NPROCESSORS_ONLN.
#define _DARWIN_C_SOURCE
#else
// For sched_getaffinity and CPU_COUNT, on Linux.
#define _GNU_SOURCE
#endif

#include "CPlatform.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

int64_t cplatform_monotonic_nanoseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int64_t cplatform_wall_seconds(void) { return time(NULL); }

_Noreturn void cplatform_end(int code) { _exit(code); }

const char *cplatform_environment(const char *name) { return getenv(name); }

#ifdef __GLIBC__
static char **arguments;

// glibc also passes the arguments of `main` to constructors.
__attribute__((constructor)) static void keep_arguments(int count, char **values) {
    (void)count;
    arguments = values;
}

const char *const *cplatform_arguments(void) { return (const char *const *)arguments; }
#else
const char *const *cplatform_arguments(void) { return NULL; }
#endif

int cplatform_processors(void) {
#ifdef __linux__
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) return CPU_COUNT(&allowed);
#endif
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (int)online : 1;
}

void cplatform_heed_memory_limit(void) {
#ifdef __GLIBC__
    // Otherwise each thread would reserve 128 MiB of addresses, and try again with every allocation if that fails.
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) mallopt(M_ARENA_MAX, 1);
#endif
}

typedef struct {
    void (*body)(void *context);
    void *context;
} start;

static void *run(void *argument) {
    start started = *(start *)argument;
    free(argument);
    started.body(started.context);
    return NULL;
}

int cplatform_start_thread(void (*body)(void *context), void *context) {
    // The default differs: 8 MiB with glibc, 512 KiB on Darwin, 128 KiB with musl.
    const size_t stack = 1 << 20;
    start *started = malloc(sizeof *started);
    if (!started) return -ENOMEM;
    *started = (start){body, context};
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, stack);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_t thread;
    int error = pthread_create(&thread, &attributes, run, started);
    pthread_attr_destroy(&attributes);
    if (error) free(started);
    return -error;
}
