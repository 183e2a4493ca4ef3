#!/usr/bin/env node
// `npx seekline` is the engine: it gets the arguments and the streams, and its end is that of this process.
import { spawn } from 'node:child_process';

import { findBinary } from './binary.js';
import { whyNotStarted } from './connection.js';

/** @type {NodeJS.Signals[]} */
const passedOn = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** @param {string} text */
function complain(text) {
  process.stderr.write(`seekline: ${text}\n`);
  process.exitCode = 2;
}

/** @param {string} binary */
function become(binary) {
  // Before there is an engine: one that is ended while it starts must not leave it behind.
  for (const signal of passedOn) process.on(signal, () => child.kill(signal));
  const child = spawn(binary, process.argv.slice(2), { stdio: 'inherit' });
  child.on('error', (error) => complain(whyNotStarted(error, binary)));
  child.on('exit', (code, signal) => {
    for (const one of passedOn) process.removeAllListeners(one);
    if (signal) process.kill(process.pid, signal);
    else process.exitCode = code ?? 1;
  });
}

try {
  become(findBinary(undefined, process.env));
} catch (error) {
  complain(/** @type {Error} */ (error).message);
}
