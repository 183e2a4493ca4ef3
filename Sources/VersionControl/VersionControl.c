#include "VersionControl.h"

#ifndef SEEKLINE_COMMIT
#define SEEKLINE_COMMIT ""
#endif

const char *version_control_commit(void) { return SEEKLINE_COMMIT; }
