import { existsSync, readFileSync } from 'node:fs';
import { test as nodeTest } from 'node:test';
import { fileURLToPath } from 'node:url';

import { Engine } from 'seekline';

export const here = fileURLToPath(new URL('.', import.meta.url));
export const root = fileURLToPath(new URL('..', import.meta.url));

/** A test that ends, whatever happens. */
export const test = (name, body) => nodeTest(name, { timeout: 180_000 }, body);

/** Waits until `holds()` gives something true, and gives it. */
export async function until(holds, what, milliseconds = 60_000) {
  for (const deadline = Date.now() + milliseconds; ; ) {
    const value = await holds();
    if (value) return value;
    if (Date.now() > deadline) throw new Error(`not within ${milliseconds} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Whether there is no process of this number, not even a zombie. */
export const isGone = (pid) => !existsSync(`/proc/${pid}`);

/** Whether a process whose parent has gone has ended; it is not for us to bury. */
export function hasEnded(pid) {
  try {
    return / [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1').replace(/\(.*\)/s, ''));
  } catch {
    return true;
  }
}

/** An engine that is closed when the test ends. */
export function start(test, options) {
  const engine = new Engine(options);
  test.after(() => engine.close());
  return engine;
}

/** An engine that is `fake-engine.js`. */
export const fake = (test, ...story) =>
  start(test, { binary: process.execPath, flags: [`${here}fake-engine.js`, ...story] });

/** Everything that an async iterator gives. */
export async function all(states) {
  const seen = [];
  for await (const state of states) seen.push(state);
  return seen;
}

/** Asks the control of the services: what was asked so far, or to let something go wrong. */
export async function control(query = {}) {
  const url = new URL('/control', process.env.SEEKLINE_SERVICES);
  url.search = new URLSearchParams(query).toString();
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

/** The requests to a service so far. */
export const requests = async (service) => (await control()).filter(([name]) => name === service).map(([, url]) => url);

/** Does something, and waits until a service has been asked because of it. */
export async function asks(service, act) {
  const before = (await requests(service)).length;
  const result = await act();
  await until(async () => (await requests(service)).length > before, `a request to ${service}`);
  return result;
}
