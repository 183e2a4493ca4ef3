// The part of SQLite's stable interface that seekline uses, with prototypes of our own: no -dev package is needed to
// build, and the library is loaded when a database is first read. Numbers and meanings are from SQLite's public
// documentation.
#ifndef CSQLITE_H
#define CSQLITE_H

#include <stdint.h>

/// Loads libsqlite3, if that has not been done. Answers 1, or 0 if there is none on this machine that can be used.
int csqlite_load(void);

/// Why it cannot be loaded, for people; NULL if it can, or is not what it should be.
const char *csqlite_load_error(void);

typedef struct csqlite_database csqlite_database;
typedef struct csqlite_statement csqlite_statement;

// What a call has come to (SQLITE_…): the low byte of what is answered.
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

// What kind of value stands in a column (SQLITE_…).
enum {
    CSQLITE_INTEGER = 1,
    CSQLITE_FLOAT = 2,
    CSQLITE_TEXT = 3,
    CSQLITE_BLOB = 4,
    CSQLITE_NULL = 5,
};

/// Opens the database at `uri` to read it, on one thread at a time. `longest` is how many bytes a value may have, `most` how
/// many more the library may take of this process while any database is open, and for so many milliseconds a lock of
/// another program is waited for. What `database` gets is to be closed, also if this fails; NULL if there is no memory.
int csqlite_open(const char *uri, int longest, int64_t most, int milliseconds, csqlite_database **database);
void csqlite_close(csqlite_database *database);

/// Whether the database, of which nothing has been read yet, keeps a log beside it (WAL).
int csqlite_keeps_log(csqlite_database *database);
/// The path of the file itself, whatever link `csqlite_open` was given; NULL if the library does not say it.
const char *csqlite_path(csqlite_database *database);

/// What went wrong last, for people. Good until the next call.
const char *csqlite_error(csqlite_database *database);
/// The system's error that opening met, for people; NULL if it met none.
const char *csqlite_system_error(csqlite_database *database);

/// Whether that was that no descriptors or no memory were left.
int csqlite_is_shortage(csqlite_database *database);

typedef int (*csqlite_stop_callback)(void *context);
/// Has `stops` called every few microseconds while a statement runs: it ends the statement by answering 1.
void csqlite_watch(csqlite_database *database, csqlite_stop_callback stops, void *context);
/// How many bytes the library has of this process.
int64_t csqlite_memory_used(void);

/// Reads one statement. What `statement` gets is to be freed; NULL if this fails, or if there is no statement.
int csqlite_prepare(csqlite_database *database, const char *sql, int length, csqlite_statement **statement);
void csqlite_finalize(csqlite_statement *statement);
/// Whether it changes no database.
int csqlite_is_readonly(csqlite_statement *statement);

/// The number of the parameter `name`, which begins with a colon; 0 if the statement has none.
int csqlite_parameter(csqlite_statement *statement, const char *name);
/// Gives a parameter a text, which is copied.
int csqlite_bind_text(csqlite_statement *statement, int parameter, const char *text, int length);
int csqlite_bind_integer(csqlite_statement *statement, int parameter, int64_t value);

/// Goes on to the next row: CSQLITE_ROW, CSQLITE_DONE or an error.
int csqlite_step(csqlite_statement *statement);

int csqlite_column_count(csqlite_statement *statement);
/// The name of a column; NULL if there is no memory.
const char *csqlite_column_name(csqlite_statement *statement, int column);
/// What kind of value stands in a column of this row: to be asked before the value is.
int csqlite_column_kind(csqlite_statement *statement, int column);
int64_t csqlite_column_integer(csqlite_statement *statement, int column);
/// The value as a text, which may be no UTF-8; good until the next call. NULL if it is empty, or if there is no memory.
const uint8_t *csqlite_column_text(csqlite_statement *statement, int column, int *length);

#endif
