#include "CPlatform.h"

#include <dlfcn.h>

void *cplatform_open_library(const char *const names[], size_t count) {
    for (size_t i = 0; i < count; i++) {
        void *library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
        if (library) return library;
    }
    return NULL;
}

void *cplatform_function(void *library, const char *name) { return dlsym(library, name); }
