// What Swift cannot express: which bytes of a block match, as the bits of a number; and two tables that cost nothing
// when a process starts. It needs no C library.
#ifndef CMATCHING_H
#define CMATCHING_H

#include <stdbool.h>
#include <stdint.h>

typedef uint8_t cmatching_bytes __attribute__((ext_vector_type(16)));
typedef bool cmatching_bits __attribute__((ext_vector_type(16)));

/// The same as `cmatching_equal` for 16 bytes.
static inline uint64_t cmatching_equal16(const uint8_t *text, cmatching_bytes byte, cmatching_bytes bit) {
    cmatching_bytes bytes;
    __builtin_memcpy(&bytes, text, sizeof bytes);
    return __builtin_bit_cast(uint16_t, __builtin_convertvector((bytes | bit) == byte, cmatching_bits));
}

/// Returns which of the 64 bytes at `text` equal the byte that is repeated in `byte`, once the bit that is repeated in
/// `bit` is set in them: the lowest bit is the first byte.
///
/// With 0x20 as the bit, a lowercase ASCII letter matches both cases.
static inline uint64_t cmatching_equal(const uint8_t *text, cmatching_bytes byte, cmatching_bytes bit) {
    return cmatching_equal16(text, byte, bit) | cmatching_equal16(text + 16, byte, bit) << 16
        | cmatching_equal16(text + 32, byte, bit) << 32 | cmatching_equal16(text + 48, byte, bit) << 48;
}

/// Returns which of the 64 positions at `text` have one byte `offset` and the other `otherOffset` bytes after them.
static inline uint64_t cmatching_both(
    const uint8_t *text, intptr_t offset, cmatching_bytes byte, cmatching_bytes bit, intptr_t otherOffset,
    cmatching_bytes otherByte, cmatching_bytes otherBit) {
    uint64_t found = 0;
    for (int part = 0; part < 4; part++) {
        cmatching_bytes bytes, others;
        __builtin_memcpy(&bytes, text + part * 16 + offset, sizeof bytes);
        __builtin_memcpy(&others, text + part * 16 + otherOffset, sizeof others);
        cmatching_bits fit =
            __builtin_convertvector(((bytes | bit) == byte) & ((others | otherBit) == otherByte), cmatching_bits);
        found |= (uint64_t)__builtin_bit_cast(uint16_t, fit) << part * 16;
    }
    return found;
}

/// The class of each byte: see `CharacterClass`.
extern const uint8_t cmatching_classes[256];

/// The bonus of a character: the row is its class, the column the class of the preceding character.
extern const uint8_t cmatching_bonuses[56];

/// Returns the class of an ASCII byte.
static inline uint8_t cmatching_class(uint8_t byte) { return cmatching_classes[byte]; }

/// Returns the bonus of a character for its position; both classes must be at most 6.
static inline uint8_t cmatching_bonus(uint8_t before, uint8_t self) { return cmatching_bonuses[self * 8 + before]; }

#endif
