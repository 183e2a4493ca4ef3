// The names of Unicode's characters as constant data in the binary: only the parts that are read come into memory.
#ifndef CUNICODENAMES_H
#define CUNICODENAMES_H

#include <stdint.h>

/// Characters with consecutive lines: `count` characters from `first` on have the lines from `line` on.
typedef struct {
    uint32_t first, count, line;
} cunicode_run;

/// Characters whose names follow a rule: `prefix` and what the rule adds, for `count` characters from `first` on.
typedef struct {
    uint32_t first, count;
    const uint8_t *prefix;
    uint32_t prefix_size;
} cunicode_rule;

/// All names.
typedef struct {
    /// A line for each character whose name follows no rule, in the order in which they are listed:
    /// NAME{\tPHRASE}{\vKEYWORD}\n, in upper case.
    const uint8_t *text;
    uint32_t size, lines;
    /// How many lines at the beginning are for characters that people use first.
    uint32_t common;
    /// The characters that the lines are for, in the order of code points.
    const cunicode_run *runs;
    uint32_t run_count;
    /// The rules for the names that have no line.
    const cunicode_rule *rules;
    uint32_t rule_count;
} cunicode_table;

/// Returns the names, which never change.
const cunicode_table *cunicode_names(void);

#endif
