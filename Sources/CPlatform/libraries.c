#include "CPlatform.h"

#include <dlfcn.h>

void *cplatform_open_library(const char *const names[], size_t count) {
    for (size_t i = 0; i < count; i++) {
        void *library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
        if (library) return library;
    }
    return NULL;
}

const char *cplatform_library_error(const char *name) {
    dlerror();
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (library) return NULL;
    return dlerror();
}

void *cplatform_function(void *library, const char *name) { return dlsym(library, name); }
