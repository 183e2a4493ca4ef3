// Which commit this was built from.
#ifndef VERSION_CONTROL_H
#define VERSION_CONTROL_H

/// The beginning of the commit's name, with "+" behind it if files were changed; empty where there is no history.
const char *version_control_commit(void);

#endif
