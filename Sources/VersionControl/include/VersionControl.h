// The commit that this was built from.
#ifndef VERSION_CONTROL_H
#define VERSION_CONTROL_H

/// The abbreviated hash of the commit, followed by "+" if there were uncommitted changes; empty without a Git history.
const char *version_control_commit(void);

#endif
