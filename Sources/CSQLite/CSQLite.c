#include "CSQLite.h"

#include "CPlatform.h"

#include <stdatomic.h>
#include <stddef.h>

// The functions of the library that are used: what each returns, its name after `sqlite3_`, and its parameters.
#define FUNCTIONS(function) \
    function(int, threadsafe, (void)) \
    function(int, open_v2, (const char *uri, csqlite_database **, int flags, const char *system)) \
    function(int, close, (csqlite_database *)) \
    function(const char *, errmsg, (csqlite_database *)) \
    function(int, system_errno, (csqlite_database *)) \
    function(int, db_config, (csqlite_database *, int option, ...)) \
    function(int, limit, (csqlite_database *, int limit, int value)) \
    function(const char *, db_filename, (csqlite_database *, const char *database)) \
    function(int, file_control, (csqlite_database *, const char *database, int what, void *)) \
    function(int, busy_timeout, (csqlite_database *, int milliseconds)) \
    function(int, exec, (csqlite_database *, const char *sql, int (*)(void *, int, char **, char **), void *, char **)) \
    function(void, progress_handler, (csqlite_database *, int count, csqlite_stop_callback, void *)) \
    function(int64_t, memory_used, (void)) \
    function(int64_t, soft_heap_limit64, (int64_t)) \
    function(int, prepare_v2, (csqlite_database *, const char *sql, int length, csqlite_statement **, const char **)) \
    function(int, finalize, (csqlite_statement *)) \
    function(int, stmt_readonly, (csqlite_statement *)) \
    function(int, bind_parameter_index, (csqlite_statement *, const char *name)) \
    function(int, bind_text, (csqlite_statement *, int, const char *, int length, void (*)(void *))) \
    function(int, bind_int64, (csqlite_statement *, int, int64_t)) \
    function(int, bind_double, (csqlite_statement *, int, double)) \
    function(int, step, (csqlite_statement *)) \
    function(int, column_count, (csqlite_statement *)) \
    function(const char *, column_name, (csqlite_statement *, int)) \
    function(int, column_type, (csqlite_statement *, int)) \
    function(int64_t, column_int64, (csqlite_statement *, int)) \
    function(const uint8_t *, column_text, (csqlite_statement *, int)) \
    function(int, column_bytes, (csqlite_statement *, int))
#define POINTER(answer, name, given) answer(*name) given;
#define SYMBOL(answer, name, given) {"sqlite3_" #name, &l->name},

typedef struct {
    FUNCTIONS(POINTER)
    // NULL in a library from before 2020 (3.31).
    int64_t (*hard_heap_limit64)(int64_t);
} library;

static library *sqlite(void) {
    static library loaded;
    return &loaded;
}

static const char *const names[] = {
#ifdef __APPLE__
    "libsqlite3.dylib", "/usr/lib/libsqlite3.dylib",
#else
    "libsqlite3.so.0", "libsqlite3.so",
#endif
};

static int load(library *l) {
    void *handle = cplatform_open_library(names, sizeof names / sizeof *names);
    if (!handle) return 0;
    const struct {
        const char *name;
        void *pointer;
    } symbols[] = {
        FUNCTIONS(SYMBOL)
    };
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        void *symbol = cplatform_function(handle, symbols[i].name);
        if (!symbol) return 0;
        *(void **)symbols[i].pointer = symbol;
    }
    *(void **)&l->hard_heap_limit64 = cplatform_function(handle, "sqlite3_hard_heap_limit64");
    // Several threads use it, each with its own connection.
    return l->threadsafe() != 0;
}

int csqlite_load(void) {
    static atomic_flag is_loading = ATOMIC_FLAG_INIT;
    static int is_loaded;
    while (atomic_flag_test_and_set(&is_loading)) continue;
    if (!is_loaded) is_loaded = load(sqlite());
    int answer = is_loaded;
    atomic_flag_clear(&is_loading);
    return answer;
}

// Counts one more user of the library, or one less if `change` is -1. While there are any, its heap has a limit; after
// the last one, the limits that others in this process may have set are restored.
static void count_users(int change, int64_t most) {
    static atomic_flag is_counting = ATOMIC_FLAG_INIT;
    static int users;
    static int64_t hard, soft;
    if (!sqlite()->hard_heap_limit64) return;
    while (atomic_flag_test_and_set(&is_counting)) continue;
    int before = users;
    users += change;
    if (before == 0) {
        // Setting a hard limit changes the soft one, too.
        soft = sqlite()->soft_heap_limit64(-1);
        hard = sqlite()->hard_heap_limit64(-1);
        int64_t limit = sqlite()->memory_used() + most;
        if (hard == 0 || hard > limit) sqlite()->hard_heap_limit64(limit);
    } else if (users == 0) {
        sqlite()->hard_heap_limit64(hard);
        sqlite()->soft_heap_limit64(soft);
    }
    atomic_flag_clear(&is_counting);
}

const char *csqlite_load_error(void) { return cplatform_library_error(names[0]); }

int csqlite_open(const char *uri, int longest, int64_t most, int milliseconds, csqlite_database **database) {
    count_users(1, most);
    const int read_only = 0x1, is_uri = 0x40, one_thread = 0x8000;
    int code = sqlite()->open_v2(uri, database, read_only | is_uri | one_thread, NULL);
    if (!*database) count_users(-1, 0);
    if (code != CSQLITE_OK) return code;
    const int length = 0, attached = 7;
    sqlite()->limit(*database, length, longest);
    sqlite()->limit(*database, attached, 0);
    // No SQL may load an extension or damage the file, and functions that a schema calls must be harmless. An older
    // library ignores the options that it does not know.
    const int load_extension = 1005, defensive = 1010, trusted_schema = 1017;
    sqlite()->db_config(*database, load_extension, 0, (int *)NULL);
    sqlite()->db_config(*database, defensive, 1, (int *)NULL);
    sqlite()->db_config(*database, trusted_schema, 0, (int *)NULL);
    sqlite()->busy_timeout(*database, milliseconds);
    // Truncating a memory-mapped file would end the process; temporary tables would be files.
    const char *settings =
        "PRAGMA query_only=1; PRAGMA cell_size_check=1; PRAGMA mmap_size=0; PRAGMA temp_store=MEMORY";
    return sqlite()->exec(*database, settings, NULL, NULL, NULL);
}

// The beginnings of `sqlite3_file` and `sqlite3_io_methods`.
typedef struct file file;
struct file {
    const struct {
        int version;
        int (*close)(file *);
        int (*read)(file *, void *, int count, int64_t place);
    } *methods;
};

int csqlite_keeps_log(csqlite_database *database) {
    const int file_pointer = 7, place_of_versions = 18;
    file *file = NULL;
    uint8_t versions[2] = {0, 0};
    // Not through our own descriptor: closing it would release the locks that others in this process have on the file.
    if (sqlite()->file_control(database, NULL, file_pointer, &file) != CSQLITE_OK || !file || !file->methods) return 0;
    if (file->methods->read(file, versions, sizeof versions, place_of_versions) != CSQLITE_OK) return 0;
    return versions[1] == 2;
}

const char *csqlite_path(csqlite_database *database) { return sqlite()->db_filename(database, "main"); }

void csqlite_close(csqlite_database *database) {
    sqlite()->close(database);
    count_users(-1, 0);
}

const char *csqlite_error(csqlite_database *database) { return sqlite()->errmsg(database); }

const char *csqlite_system_error(csqlite_database *database) {
    int error = sqlite()->system_errno(database);
    return error == 0 ? NULL : cplatform_error_text(error);
}

int csqlite_is_shortage(csqlite_database *database) {
    return cplatform_is_shortage(sqlite()->system_errno(database));
}

void csqlite_watch(csqlite_database *database, csqlite_stop_callback stops, void *context) {
    const int instructions = 400;
    sqlite()->progress_handler(database, instructions, stops, context);
}

int64_t csqlite_memory_used(void) { return sqlite()->memory_used(); }

int csqlite_prepare(csqlite_database *database, const char *sql, int length, csqlite_statement **statement) {
    return sqlite()->prepare_v2(database, sql, length, statement, NULL);
}

void csqlite_finalize(csqlite_statement *statement) { sqlite()->finalize(statement); }
int csqlite_is_readonly(csqlite_statement *statement) { return sqlite()->stmt_readonly(statement); }

int csqlite_parameter(csqlite_statement *statement, const char *name) {
    return sqlite()->bind_parameter_index(statement, name);
}

int csqlite_bind_text(csqlite_statement *statement, int parameter, const char *text, int length) {
    void (*const copied)(void *) = (void (*)(void *))-1;
    return sqlite()->bind_text(statement, parameter, text, length, copied);
}

int csqlite_bind_integer(csqlite_statement *statement, int parameter, int64_t value) {
    return sqlite()->bind_int64(statement, parameter, value);
}

int csqlite_bind_real(csqlite_statement *statement, int parameter, double value) {
    return sqlite()->bind_double(statement, parameter, value);
}

int csqlite_step(csqlite_statement *statement) { return sqlite()->step(statement); }

int csqlite_column_count(csqlite_statement *statement) { return sqlite()->column_count(statement); }

const char *csqlite_column_name(csqlite_statement *statement, int column) {
    return sqlite()->column_name(statement, column);
}

int csqlite_column_kind(csqlite_statement *statement, int column) { return sqlite()->column_type(statement, column); }

int64_t csqlite_column_integer(csqlite_statement *statement, int column) {
    return sqlite()->column_int64(statement, column);
}

const uint8_t *csqlite_column_text(csqlite_statement *statement, int column, int *length) {
    const uint8_t *text = sqlite()->column_text(statement, column);
    // In this order: the length is that of the text that was requested.
    *length = text ? sqlite()->column_bytes(statement, column) : 0;
    return text;
}
