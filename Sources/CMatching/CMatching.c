#include "CMatching.h"

// Classes: 0 whitespace, 1 not part of a word, 2 delimiter, 3 lower case, 4 upper case, 5 other letter, 6 number.
#define WHITE 0
#define OTHER 1
#define DELIMITER 2
#define LOWER 3
#define UPPER 4
#define NUMBER 6

const uint8_t cmatching_classes[256] = {
    [0 ... 8] = OTHER, ['\t' ... '\r'] = WHITE, [14 ... 31] = OTHER, [' '] = WHITE, ['!' ... '+'] = OTHER,
    [','] = DELIMITER, ['-' ... '.'] = OTHER, ['/'] = DELIMITER, ['0' ... '9'] = NUMBER, [':' ... ';'] = DELIMITER,
    ['<' ... '@'] = OTHER, ['A' ... 'Z'] = UPPER, ['[' ... '`'] = OTHER, ['a' ... 'z'] = LOWER, ['{'] = OTHER,
    ['|'] = DELIMITER, ['}' ... 255] = OTHER,
};

// Columns: the preceding character is white, no word, delimiter, lower, upper, letter, number.
const uint8_t cmatching_bonuses[56] = {
    10, 10, 10, 10, 10, 10, 10, 0, // white
    10, 8,  9,  8,  8,  8,  8,  0, // not part of a word
    10, 8,  9,  8,  8,  8,  8,  0, // delimiter
    10, 8,  9,  0,  0,  0,  0,  0, // lower
    10, 8,  9,  7,  0,  0,  0,  0, // upper
    10, 8,  9,  0,  0,  0,  0,  0, // letter
    10, 8,  9,  7,  7,  7,  0,  0, // number
};
