#define _XOPEN_SOURCE 700
#ifdef __APPLE__
// Without it, _XOPEN_SOURCE hides st_mtimespec.
#define _DARWIN_C_SOURCE
#endif

#include "CPlatform.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static void take(const struct stat *found, cplatform_status *status) {
#ifdef __APPLE__
    struct timespec modified = found->st_mtimespec;
#else
    struct timespec modified = found->st_mtim;
#endif
    *status = (cplatform_status){
        .device = (uint64_t)found->st_dev,
        .number = (uint64_t)found->st_ino,
        .size = found->st_size,
        // Unsigned, so that it cannot overflow: a file may claim any time.
        .modified = (int64_t)((uint64_t)modified.tv_sec * 1000000000 + (uint64_t)modified.tv_nsec),
        .is_file = S_ISREG(found->st_mode),
        .is_folder = S_ISDIR(found->st_mode),
        .is_pipe = S_ISFIFO(found->st_mode),
        .is_executable = (found->st_mode & (S_IXUSR | S_IXGRP | S_IXOTH)) != 0,
        .is_device = S_ISCHR(found->st_mode) || S_ISBLK(found->st_mode),
    };
}

int cplatform_status_of_path(const char *path, cplatform_status *status) {
    struct stat found;
    if (stat(path, &found) != 0) return -errno;
    take(&found, status);
    return 0;
}

int cplatform_status_of(int descriptor, cplatform_status *status) {
    struct stat found;
    if (fstat(descriptor, &found) != 0) return -errno;
    take(&found, status);
    return 0;
}

int cplatform_open_without_waiting(const char *path) {
    int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    return descriptor < 0 ? -errno : descriptor;
}

intptr_t cplatform_read_at(int descriptor, void *bytes, size_t count, int64_t place) {
    ssize_t done = pread(descriptor, bytes, count, place);
    return done < 0 ? -errno : done;
}

void *cplatform_open_folder(const char *path, int *error) {
    DIR *folder = opendir(path);
    if (!folder) *error = -errno;
    return folder;
}

const char *cplatform_next_name(void *folder) {
    struct dirent *entry = readdir(folder);
    return entry ? entry->d_name : NULL;
}

void cplatform_close_folder(void *folder) { closedir(folder); }
