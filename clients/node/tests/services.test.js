import assert from 'node:assert/strict';

import { Closed } from 'seekline';

import { all, asks, control, start, test, until } from './support.js';

const about = (state, word) => state.items.every((item) => `${item.title} ${item.snippet.join('')}`.includes(word));

test('typing against a slow service never shows a stale answer', async (t) => {
  const session = await start(t).open('wikipedia', { debounceMs: 10 });
  const seen = [];
  const watching = (async () => {
    for await (const state of session.changes()) seen.push(state);
  })();
  // The first answer arrives after the second.
  await control({ service: 'wikipedia', hold: 1 });
  await asks('wikipedia', () => session.setQuery('Haskell'));
  await session.setQuery('Erlang');
  const state = await session.settled();
  assert.equal(state.query, 'Erlang');
  assert.ok(state.count > 0 && about(state, 'Erlang'));
  // The older answer arrives before that of the next query.
  await control({ release: 'wikipedia' });
  assert.equal((await all(session.search('Ruby'))).at(-1).query, 'Ruby');
  await session.close();
  await watching;
  assert.deepEqual([...new Set(seen.map((one) => one.query))], [null, 'Erlang', 'Ruby']);
  assert.ok(seen.every((one) => about(one, one.query ?? '')));
});

test('aborting a search cancels it', async (t) => {
  const session = await start(t).open('wikipedia');
  const abort = new AbortController();
  await control({ service: 'wikipedia', hang: 20 });
  let states;
  await asks('wikipedia', () => { states = session.search('Haskell', { signal: abort.signal }); });
  assert.equal((await states.next()).value.loading, true);
  const next = states.next();
  abort.abort();
  await assert.rejects(next, { name: 'AbortError' });
  assert.equal((await states.next()).done, true);
  assert.equal((await session.settled()).status, 'initial');
  // An abort that comes too late does not stop a newer search, nor does the abort of a search that never began.
  const [older, newer] = [session.search('Erlang', { signal: AbortSignal.abort() }), session.search('Ruby')];
  await assert.rejects(all(older), { name: 'AbortError' });
  const late = new AbortController();
  assert.equal((await all(newer)).at(-1).query, 'Ruby');
  session.search('Erlang', { signal: late.signal });
  const newest = session.search('Haskell');
  late.abort();
  assert.equal((await all(newest)).at(-1).query, 'Haskell');
});

test('aborting a detail ends its request', async (t) => {
  const engine = start(t);
  const session = await engine.open('wikipedia');
  await control({ service: 'wikipedia', hang: 20 });
  const abort = new AbortController();
  let detail;
  await asks('wikipedia', () => { detail = session.detail('1', { signal: abort.signal }); });
  await until(() => session.state.opening === '1', 'the detail is opening');
  abort.abort();
  await assert.rejects(detail, { name: 'AbortError' });
  await until(() => session.state.opening === null, 'the detail is no longer opening');
  assert.equal((await session.detail('1')).title, 'Swift');
  await assert.rejects(session.detail('1', { signal: AbortSignal.abort('why') }), (reason) => reason === 'why');
  // A newer call cancels an older one.
  await control({ service: 'wikipedia', hold: 1 });
  let opening;
  await asks('wikipedia', () => { opening = session.detail('1'); });
  const [older, newer] = await Promise.allSettled([opening, session.detail('2')]);
  assert.deepEqual([older.reason.code, newer.status], [-32800, 'fulfilled']);
  await control({ release: 'wikipedia' });
});

test('a detail that is opening when its session is closed is rejected', async (t) => {
  const session = await start(t).open('wikipedia');
  await control({ service: 'wikipedia', hang: 20 });
  let detail;
  await asks('wikipedia', () => { detail = session.detail('1'); });
  await Promise.all([assert.rejects(detail, Closed), session.close()]);
});

test('aborting ends waiting for a session to settle, and watching its changes', async (t) => {
  const session = await start(t).open('wikipedia');
  await control({ service: 'wikipedia', hang: 20 });
  await asks('wikipedia', () => session.submit('Haskell'));
  const abort = new AbortController();
  const [settled, changes] = [session.settled({ signal: abort.signal }), all(session.changes({ signal: abort.signal }))];
  abort.abort();
  await assert.rejects(settled, { name: 'AbortError' });
  await assert.rejects(changes, { name: 'AbortError' });
  assert.equal((await session.cancel()).outcome, 'cancelled');
});

test('a failed search is reported as a state, and the session works afterwards', async (t) => {
  const session = await start(t).open('qiita');
  await control({ service: 'qiita', status: 500 });
  const failed = (await all(session.search(''))).at(-1);
  assert.deepEqual([failed.status, failed.error.kind, failed.error.scope], ['error', 'http', 'search']);
  assert.equal(failed.error.httpStatus, 500);
  assert.equal((await session.retry()).outcome, 'started');
  const found = await session.settled();
  assert.deepEqual([found.error, found.count], [null, 20]);
});

test('a failed refresh and a failed page keep the list', async (t) => {
  const session = await start(t).open('qiita', { throttleMs: 0 });
  const { items } = (await all(session.search(''))).at(-1);
  for (const [call, scope] of [[() => session.refresh(), 'refresh'], [() => session.nextPage(), 'page']]) {
    await control({ service: 'qiita', body: 'no JSON' });
    await call();
    const state = await session.settled();
    assert.deepEqual([state.error.scope, state.error.kind], [scope, 'decode']);
    assert.deepEqual(state.items, items);
  }
  assert.equal((await session.nextPage()).outcome, 'backingOff');
  await session.retry();
  assert.equal((await session.settled()).count, 40);
});

test('a source that searches only on submit holds what is typed', async (t) => {
  const session = await start(t).open('hotpepper');
  assert.equal(session.options.trigger, 'submit');
  assert.equal((await session.setQuery('焼肉')).outcome, 'held');
  await session.submit();
  assert.equal((await session.settled()).query, '焼肉');
});

test('terminal escapes in a title pass through as data', async (t) => {
  const title = '\u001b[2J\u001b]0;title\u0007\u009b31m\u202e';
  const hit = { ns: 0, title, pageid: 1, snippet: '', timestamp: '2026-01-01T00:00:00Z' };
  await control({ service: 'wikipedia', body: JSON.stringify({ query: { search: [hit] } }) });
  const session = await start(t).open('wikipedia');
  assert.equal((await all(session.search('Swift'))).at(-1).items[0].title, title);
});
