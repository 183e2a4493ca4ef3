// A signal handler, which has to be C: all it may do is to write a byte.
#ifndef CSIGNALS_H
#define CSIGNALS_H

/// From now on the number of each `signal` that arrives is written to `descriptor`, as one byte. Answers 0, or -1.
int csignals_report(int signal, int descriptor);

#endif
