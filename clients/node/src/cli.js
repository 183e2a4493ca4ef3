#!/usr/bin/env node
// `npx seekline` runs the engine with its own arguments and streams, and ends as the engine does.
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
  // Before the engine is started: a signal during the start must not leave it behind.
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
