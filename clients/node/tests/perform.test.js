import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Closed, RequestFailed } from 'seekline';

import { all, start, test, until } from './support.js';

const scripts = {
  remove: 'rm -- "$1"; echo "$1 is gone"',
  fail: 'echo why >&2; exit 3',
  // It waits until it is allowed to continue.
  wait: 'echo $$ >>"$1.pid"; while [ ! -e go ]; do sleep 0.01; done; : >"$1.done"; echo it went on',
};

/** Opens a session on a folder with two files, each of which has actions. */
async function open(t) {
  const folder = mkdtempSync(join(tmpdir(), 'seekline-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const files = join(folder, 'files');
  mkdirSync(files);
  for (const name of ['one', 'two']) writeFileSync(join(files, name), '');
  const actions = Object.entries(scripts).map(([name, script]) => (
    { name, title: name.toUpperCase(), argv: ['sh', '-c', script, 'sh', '{id}'], changes: name === 'remove' }
  ));
  const config = join(folder, 'config.json');
  writeFileSync(config, JSON.stringify({ sources: { files: { type: 'command', argv: ['ls'], cwd: files, actions } } }));
  const engine = start(t, { flags: ['--config', config] });
  return { files, engine, session: await engine.open('files') };
}

const failure = (code, message) => (error) => error instanceof RequestFailed && error.code === code && message.test(error.message);

test('an action on an item may change the list', async (t) => {
  const { session } = await open(t);
  const state = (await all(session.search(''))).at(-1);
  assert.deepEqual(state.items[0].actions.map(({ name, title }) => `${name} ${title}`), ['remove REMOVE', 'fail FAIL', 'wait WAIT']);
  assert.deepEqual(await session.perform('one', 'remove'), { message: 'one is gone', changed: true });
  await until(() => session.state.items.length === 1, 'the list is loaded again');
  const { listGeneration: generation } = state;
  await assert.rejects(session.perform('two', 'remove', { generation }), failure(-32003, /No such item/));
  await assert.rejects(session.perform('two', 'rename'), failure(-32602, /`action` must be an action of the item/));
  await assert.rejects(session.perform('two', 'fail'), failure(-32000, /exit code 3; it said: why/));
});

test('an action continues while the user searches, and its abort signal ends it', async (t) => {
  const { files, session } = await open(t);
  await all(session.search(''));
  const controller = new AbortController();
  const done = assert.rejects(session.perform('one', 'wait', { signal: controller.signal }), { name: 'AbortError' });
  await until(() => existsSync(join(files, 'one.pid')), 'the action has begun');
  await all(session.search('t'));
  await assert.rejects(session.perform('two', 'wait'), failure(-32602, /busy/));
  controller.abort();
  await done;
  writeFileSync(join(files, 'go'), '');
  assert.deepEqual(await session.perform('two', 'wait'), { message: 'it went on' });
});

test('an action outlives its session', async (t) => {
  const { files, session } = await open(t);
  await all(session.search(''));
  const done = session.perform('one', 'wait');
  await until(() => existsSync(join(files, 'one.pid')), 'the action has begun');
  await session.close();
  writeFileSync(join(files, 'go'), '');
  assert.deepEqual(await done, { message: 'it went on' });
});

test('an action that is being performed when the engine is closed comes to its end', async (t) => {
  const { files, engine, session } = await open(t);
  await all(session.search(''));
  const done = assert.rejects(session.perform('one', 'wait'), Closed);
  await until(() => existsSync(join(files, 'one.pid')), 'the action has begun');
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const closing = engine.close();
  await done;
  // An action may take this long.
  t.mock.timers.tick(15_000);
  writeFileSync(join(files, 'go'), '');
  await closing;
  assert.ok(existsSync(join(files, 'one.done')));
});
