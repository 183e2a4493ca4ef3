import { existsSync, readFileSync } from 'node:fs';
import { test as nodeTest } from 'node:test';
import { fileURLToPath } from 'node:url';

import { Engine } from 'seekline';

export const here = fileURLToPath(new URL('.', import.meta.url));
export const root = fileURLToPath(new URL('..', import.meta.url));

/** Defines a test that ends, whatever happens. */
export const test = (name, body) => nodeTest(name, { timeout: 180_000 }, body);

/** Waits until `holds()` is truthy, and returns that value. */
export async function until(holds, what, milliseconds = 60_000) {
  for (const deadline = Date.now() + milliseconds; ; ) {
    const value = await holds();
    if (value) return value;
    if (Date.now() > deadline) throw new Error(`not within ${milliseconds} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Whether there is no process with this ID, not even a zombie. */
export const isGone = (pid) => !existsSync(`/proc/${pid}`);

/** Whether a process whose parent is gone has ended; we cannot reap it. */
export function hasEnded(pid) {
  try {
    return / [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1').replace(/\(.*\)/s, ''));
  } catch {
    return true;
  }
}

/** Starts an engine that is closed when the test ends. */
export function start(test, options) {
  const engine = new Engine(options);
  test.after(() => engine.close());
  return engine;
}

/** Starts `fake-engine.js` as the engine. */
export const fake = (test, ...story) =>
  start(test, { binary: process.execPath, flags: [`${here}fake-engine.js`, ...story] });

/** Returns everything that an async iterator yields. */
export async function all(states) {
  const seen = [];
  for await (const state of states) seen.push(state);
  return seen;
}

/** Asks the services' control for the requests so far, or to make something go wrong. */
export async function control(query = {}) {
  const url = new URL('/control', process.env.SEEKLINE_SERVICES);
  url.search = new URLSearchParams(query).toString();
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

/** Returns the requests to a service so far. */
export const requests = async (service) => (await control()).filter(([name]) => name === service).map(([, url]) => url);

/** Performs an action, and waits until it has caused a request to a service. */
export async function asks(service, act) {
  const before = (await requests(service)).length;
  const result = await act();
  await until(async () => (await requests(service)).length > before, `a request to ${service}`);
  return result;
}
