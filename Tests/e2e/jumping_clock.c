// For LD_PRELOAD: a wall clock that jumps each time it is read, back to before 1970 and far ahead.
#include <time.h>

time_t time(time_t *result) {
    static const long long times[] = {1795000000, 0, -62135596800, 253402300799, 1, 9223372036854775807, -9223372036854775807 - 1, 1795000000};
    static unsigned look;
    const time_t now = (time_t)times[look++ % (sizeof times / sizeof *times)];
    if (result) *result = now;
    return now;
}
