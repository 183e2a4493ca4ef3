// The part of SQLite's stable interface that seekline uses, with our own prototypes: no -dev package is needed to
// build, and the library is loaded when a database is first read. Numbers and meanings are from SQLite's public
// documentation.
#ifndef CSQLITE_H
#define CSQLITE_H

#include <stdint.h>

/// Loads libsqlite3, unless that has been done. Returns 1, or 0 if this machine has no usable one.
int csqlite_load(void);

/// Returns a readable reason why it cannot be loaded; NULL if it can be, even if it is unusable.
const char *csqlite_load_error(void);

typedef struct csqlite_database csqlite_database;
typedef struct csqlite_statement csqlite_statement;

// The result of a call (SQLITE_…): the low byte of what it returns.
enum {
    CSQLITE_OK = 0,
    CSQLITE_ERROR = 1,
    CSQLITE_BUSY = 5,
    CSQLITE_LOCKED = 6,
    CSQLITE_NOMEM = 7,
    CSQLITE_READONLY = 8,
    CSQLITE_INTERRUPT = 9,
    CSQLITE_CORRUPT = 11,
    CSQLITE_CANTOPEN = 14,
    CSQLITE_TOOBIG = 18,
    CSQLITE_NOTADB = 26,
    CSQLITE_ROW = 100,
    CSQLITE_DONE = 101,
};

// The type of a column's value (SQLITE_…).
enum {
    CSQLITE_INTEGER = 1,
    CSQLITE_FLOAT = 2,
    CSQLITE_TEXT = 3,
    CSQLITE_BLOB = 4,
    CSQLITE_NULL = 5,
};

/// Opens the database at `uri` for reading, by one thread at a time. `longest` is the maximum size of a value in bytes,
/// `most` how many more bytes the library may allocate in this process while any database is open, and `milliseconds`
/// how long to wait for another program's lock. `database` must be closed even if this fails; it is NULL if there is no
/// memory.
int csqlite_open(const char *uri, int longest, int64_t most, int milliseconds, csqlite_database **database);
void csqlite_close(csqlite_database *database);

/// Whether the database, from which nothing has been read yet, keeps a log next to it (WAL).
int csqlite_keeps_log(csqlite_database *database);
/// Returns the path of the file itself, even if `csqlite_open` was given a link; NULL if the library does not tell.
const char *csqlite_path(csqlite_database *database);

/// Returns a description of the last error. Valid until the next call.
const char *csqlite_error(csqlite_database *database);
/// Returns a description of the system error that made opening fail; NULL if there was none.
const char *csqlite_system_error(csqlite_database *database);

/// Whether that error was a shortage of descriptors or memory.
int csqlite_is_shortage(csqlite_database *database);

typedef int (*csqlite_stop_callback)(void *context);
/// Makes SQLite call `stops` every few microseconds while a statement runs. Returning 1 from it ends the statement.
void csqlite_watch(csqlite_database *database, csqlite_stop_callback stops, void *context);
/// Returns how many bytes the library has allocated in this process.
int64_t csqlite_memory_used(void);

/// Compiles one statement. `statement` must be finalized; it is NULL if this fails, or if there is no statement.
int csqlite_prepare(csqlite_database *database, const char *sql, int length, csqlite_statement **statement);
void csqlite_finalize(csqlite_statement *statement);
/// Whether the statement changes no database.
int csqlite_is_readonly(csqlite_statement *statement);

/// Returns the number of the parameter `name`, which begins with a colon; 0 if the statement does not have it.
int csqlite_parameter(csqlite_statement *statement, const char *name);
/// Binds text, which is copied, to a parameter.
int csqlite_bind_text(csqlite_statement *statement, int parameter, const char *text, int length);
int csqlite_bind_integer(csqlite_statement *statement, int parameter, int64_t value);
int csqlite_bind_real(csqlite_statement *statement, int parameter, double value);

/// Advances to the next row. Returns CSQLITE_ROW, CSQLITE_DONE or an error.
int csqlite_step(csqlite_statement *statement);

int csqlite_column_count(csqlite_statement *statement);
/// Returns the name of a column; NULL if there is no memory.
const char *csqlite_column_name(csqlite_statement *statement, int column);
/// Returns the type of a column's value in this row. Must be called before the value is read.
int csqlite_column_kind(csqlite_statement *statement, int column);
int64_t csqlite_column_integer(csqlite_statement *statement, int column);
/// Returns the value as text, which may be invalid UTF-8; valid until the next call. NULL if it is null, or if there is
/// no memory.
const uint8_t *csqlite_column_text(csqlite_statement *statement, int column, int *length);

#endif
