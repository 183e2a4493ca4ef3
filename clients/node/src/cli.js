#!/usr/bin/env node
// `npx seekline` runs the engine with its own arguments and streams, and ends as the engine does.
import { spawn } from 'node:child_process';

import { findBinary } from './binary.js';
import { whyNotStarted } from './connection.js';

/**
 * The variable by which this command recognises that it was started in place of the engine: by itself, through a script
 * that runs it. As JSON, it has the ID of the process that did so, and the paths of all programs that turned out so.
 */
const VARIABLE = 'SEEKLINE_STARTED_BY';
/** @type {NodeJS.Signals[]} */
const passedOn = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** @param {string} text */
function complain(text) {
  process.stderr.write(`seekline: ${text}\n`);
  process.exitCode = 2;
}

/** Returns the paths of the programs that were taken for the engine, and are this command. @returns {string[]} */
function mistaken() {
  try {
    const { parent, programs } = JSON.parse(process.env[VARIABLE] ?? '');
    // What the engine starts inherits the variable as well.
    return parent === process.ppid ? programs : [];
  } catch {
    return [];
  }
}

/** @param {string} binary @param {string[]} before what was taken for the engine before */
function become(binary, before) {
  // Before the engine is started: a signal during the start must not leave it behind.
  for (const signal of passedOn) process.on(signal, () => child.kill(signal));
  const env = { ...process.env, [VARIABLE]: JSON.stringify({ parent: process.pid, programs: [...before, binary] }) };
  const child = spawn(binary, process.argv.slice(2), { stdio: 'inherit', env });
  child.on('error', (error) => complain(whyNotStarted(error, binary)));
  child.on('exit', (code, signal) => {
    for (const one of passedOn) process.removeAllListeners(one);
    if (signal) process.kill(process.pid, signal);
    else process.exitCode = code ?? 1;
  });
}

try {
  const before = mistaken();
  become(findBinary(undefined, process.env, before), before);
} catch (error) {
  complain(/** @type {Error} */ (error).message);
}
