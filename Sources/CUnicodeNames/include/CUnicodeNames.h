// The names of Unicode's characters as constant data: it is in the binary, and only what is looked at comes into memory.
#ifndef CUNICODENAMES_H
#define CUNICODENAMES_H

#include <stdint.h>

/// Characters whose lines follow each other: `count` from `first` on, from line `line` on.
typedef struct {
    uint32_t first, count, line;
} cunicode_run;

/// Characters whose names follow a rule: `count` from `first` on are called `prefix`, and what the rule puts behind it.
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
    /// How many of the lines, from the first on, are of characters that people use first.
    uint32_t common;
    /// Whose lines these are, in the order of code points.
    const cunicode_run *runs;
    uint32_t run_count;
    /// The names that have no line.
    const cunicode_rule *rules;
    uint32_t rule_count;
} cunicode_table;

/// The names. They never change.
const cunicode_table *cunicode_names(void);

#endif
