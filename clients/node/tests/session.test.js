import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { Closed, QueryTooShort, RequestFailed } from 'seekline';

import { all, asks, control, start, test } from './support.js';

const titles = (state) => state.items.map((item) => item.title);

test('a search yields states until it has settled', async (t) => {
  const session = await start(t).open('unicode');
  const states = await all(session.search('snowman'));
  assert.ok(states.slice(0, -1).every((state) => !state.settled));
  const last = states.at(-1);
  assert.equal(last, session.state);
  assert.deepEqual(
    [last.query, last.count, last.total, last.more, last.loading, last.status, last.pending, last.error, last.canSubmit],
    ['snowman', 3, 3, false, false, 'full', null, null, true],
  );
  assert.equal(last.items[0].insert, '☃');
});

test('a state cannot be changed, nor anything in it', async (t) => {
  const session = await start(t).open('unicode');
  const state = (await all(session.search('snowman'))).at(-1);
  assert.throws(() => { state.loading = true; }, TypeError);
  assert.throws(() => state.items.push(1), TypeError);
  assert.throws(() => { state.items[0].title = ''; }, TypeError);
  assert.throws(() => { state.items[0].fields.name = ''; }, TypeError);
  assert.throws(() => { session.options.pageSize = 1; }, TypeError);
  const detail = await session.detail('U+2603');
  assert.throws(() => { detail.fields.name = ''; }, TypeError);
});

test('pages are appended, and earlier states stay as they were', async (t) => {
  const session = await start(t).open('unicode', { pageSize: 7 });
  const first = (await all(session.search('arrow'))).at(-1);
  assert.equal((await session.nextPage()).outcome, 'started');
  const second = await session.settled();
  assert.deepEqual([first.items.length, second.items.length, second.count], [7, 14, 14]);
  assert.deepEqual(second.items.slice(0, 7), first.items);
  await session.nextPage({ need: 40 });
  assert.equal((await session.settled()).count, 42);
  assert.equal((await session.nextPage({ generation: 0 })).outcome, 'stale');
});

test('typing is debounced, and settles', async (t) => {
  const session = await start(t).open('unicode', { debounceMs: 500 });
  // All at once, so that a busy machine does not pause between them.
  const typed = await Promise.all(['sno', 'snowm', 'snowman'].map((text) => session.setQuery(text)));
  assert.deepEqual(typed.map((reply) => reply.outcome), ['scheduled', 'scheduled', 'scheduled']);
  const state = await session.settled();
  assert.deepEqual([state.query, state.count, state.generation], ['snowman', 3, 1]);
  // No search comes of it, yet it settles.
  assert.equal((await session.setQuery('snowman')).outcome, 'scheduled');
  assert.equal((await session.settled()).generation, 1);
});

test('text that an input method has not confirmed is not searched for', async (t) => {
  const session = await start(t).open('unicode', { debounceMs: 0 });
  assert.equal((await session.setQuery('ね', { composing: true })).outcome, 'composing');
  assert.equal((await session.submit()).outcome, 'disabled');
  assert.equal(session.state.pending, 'composing');
  await session.setQuery('猫');
  assert.equal((await session.settled()).query, '猫');
});

test('refresh loads again, retry without a failure is idle, cancel stops a debounce', async (t) => {
  const session = await start(t).open('unicode', { debounceMs: 10_000 });
  assert.equal((await session.refresh()).outcome, 'idle');
  await all(session.search('arrow'));
  assert.equal((await session.retry()).outcome, 'idle');
  assert.equal((await session.refresh()).outcome, 'started');
  assert.equal((await session.settled()).generation, 2);
  await session.setQuery('snowman');
  assert.equal((await session.cancel()).outcome, 'cancelled');
  assert.equal((await session.settled()).query, 'arrow');
});

test('a newer search replaces an older one', async (t) => {
  const engine = start(t);
  const wiki = await engine.open('wikipedia');
  await control({ service: 'wikipedia', hold: 1 });
  let older;
  await asks('wikipedia', () => { older = all(wiki.search('Haskell')); });
  assert.equal((await all(wiki.search('Erlang'))).at(-1).query, 'Erlang');
  assert.ok((await older).every((state) => state.query === null));
  await control({ release: 'wikipedia' });
  const session = await engine.open('unicode');
  // The same holds for a search that has settled and that nobody has read yet.
  const unread = session.search('arrow');
  await session.settled();
  await session.setQuery('snowman');
  assert.deepEqual(await all(unread), []);
});

test('when the same search is made twice, the second one yields the results', async (t) => {
  const session = await start(t).open('unicode');
  const [, second] = await Promise.all([all(session.search('arrow')), all(session.search('arrow'))]);
  assert.equal(second.at(-1).count, 20);
});

test('leaving the loop stops watching the search but does not cancel it', async (t) => {
  const session = await start(t).open('wikipedia');
  await control({ service: 'wikipedia', hold: 1 });
  await asks('wikipedia', async () => {
    for await (const state of session.search('Haskell')) {
      assert.equal(state.query, null);
      break;
    }
  });
  await control({ release: 'wikipedia' });
  assert.equal((await session.settled()).query, 'Haskell');
});

test('a query that is too short is rejected', async (t) => {
  const session = await start(t).open('unicode');
  await assert.rejects(all(session.search('  ')), (error) => error instanceof QueryTooShort && error.query === '  ');
  assert.equal((await all(session.search('snowman'))).at(-1).count, 3);
});

test('an iterator of all changes may miss states, but never the newest', async (t) => {
  const session = await start(t).open('unicode', { debounceMs: 10_000 });
  const changes = session.changes();
  assert.equal((await changes.next()).value.status, 'initial');
  await all(session.search('arrow'));
  await all(session.search('snowman'));
  assert.deepEqual((await changes.next()).value, session.state);
  const next = changes.next();
  await session.setQuery('x');
  assert.equal((await next).value.pending, 'debounce');
  await session.close();
  // The state that was newest at that time may still be read; after that, it is over.
  assert.ok((await all(changes)).length <= 1);
});

test('iterators of changes that are abandoned can be garbage-collected', async (t) => {
  const session = await start(t).open('unicode');
  const { signal } = new AbortController();
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  const unread = Array.from({ length: 50 }, () => new WeakRef(session.changes({ signal })));
  const readOnce = await Promise.all(Array.from({ length: 50 }, async () => {
    const changes = session.changes({ signal });
    await changes.next();
    return new WeakRef(changes);
  }));
  await all(session.search('snowman'));
  // What a turn of the event loop has dereferenced is kept until the turn ends.
  await new Promise(setImmediate);
  collect();
  for (const changes of [unread, readOnce]) assert.equal(changes.filter((one) => one.deref()).length, 0);
});

test('several pending reads get one change after the other', async (t) => {
  const session = await start(t).open('unicode');
  const changes = session.changes();
  const seen = [changes.next(), changes.next(), changes.next(), changes.next()];
  await all(session.search('snowman'));
  const states = (await Promise.all(seen.slice(0, 3))).map(({ value }) => value);
  assert.equal(states[0].status, 'initial');
  assert.equal(new Set(states).size, 3);
  await session.close();
  assert.ok((await seen[3]).value !== states[2] && (await changes.next()).done);
});

test('ending an iterator of changes ends its pending read, and it yields nothing more', async (t) => {
  const session = await start(t).open('unicode');
  const changes = session.changes();
  await changes.next();
  const next = changes.next();
  await changes.return();
  assert.deepEqual([await next, await changes.next()], Array(2).fill({ value: undefined, done: true }));
});

test('the notifications add up to the state that the engine reports', async (t) => {
  const engine = start(t);
  const session = await engine.open('unicode', { debounceMs: 1, throttleMs: 0, pageSize: 3 });
  // Reproducible pseudorandom integers (the generator of Numerical Recipes).
  let seed = 1;
  const pick = (list) => list[Math.floor(((seed = (seed * 1664525 + 1013904223) % 2 ** 32) / 2 ** 32) * list.length)];
  const texts = ['', 'arrow', 'snowman', ' arrow ', 'cat face', 'zzzz'];
  const acts = [
    () => session.setQuery(pick(texts)), () => session.submit(pick(texts)), () => session.refresh(), () => session.retry(),
    () => session.nextPage(), () => session.nextPage({ need: 10 }), () => session.cancel(), () => session.settled(),
  ];
  for (let round = 0; round < 300; round += 1) await pick(acts)();
  const { listGeneration, ...state } = await session.settled();
  assert.ok(listGeneration <= state.generation);
  const absent = { error: null, total: null, suggestion: null, partial: false, failed: [], cached: false, growing: false };
  const { seq, ...snapshot } = { ...absent, ...await engine.call('getState', { session: session.name }) };
  assert.deepEqual(state, { ...snapshot, settled: true, ...symbols(state) });
});
const symbols = (state) => Object.fromEntries(Object.getOwnPropertySymbols(state).map((key) => [key, state[key]]));

test('two sessions are independent of each other', async (t) => {
  const engine = start(t);
  const [one, two] = await Promise.all([engine.open('unicode', { name: 'one' }), engine.open('unicode', { pageSize: 5 })]);
  assert.equal(one.name, 'one');
  assert.notEqual(one.name, two.name);
  const [arrows, cats] = await Promise.all([all(one.search('rightwards arrow')), all(two.search('cat face'))]);
  assert.deepEqual([arrows.at(-1).count, cats.at(-1).count], [20, 5]);
  assert.ok(titles(arrows.at(-1)).every((title) => title.includes('ARROW')));
  assert.ok(titles(cats.at(-1)).every((title) => title.includes('CAT FACE')));
  await one.close();
  assert.equal((await all(two.search('snowman'))).at(-1).count, 3);
});

test('all calls on a closed session are rejected', async (t) => {
  const session = await start(t).open('unicode');
  await session.close();
  await session.close();
  for (const call of [
    () => session.setQuery('x'), () => session.nextPage(), () => session.detail('U+2603'), () => session.settled(),
    () => all(session.search('x')), () => all(session.changes()),
  ]) await assert.rejects(call(), Closed);
});

test('an invalid call is rejected with what was expected', async (t) => {
  const engine = start(t);
  await assert.rejects(engine.open('bing'), { name: 'RequestFailed', code: -32002 });
  await assert.rejects(engine.open('unicode', { pageSize: 0 }), /must be a whole number from 1 to 500, not 0/);
  const session = await engine.open('unicode');
  await assert.rejects(session.setQuery(7), { code: -32602, data: { param: 'query', expected: 'a string' } });
  await assert.rejects(session.detail('U+FFFF'), (error) => {
    return error instanceof RequestFailed && error.code === -32003 && error.failure.scope === 'detail';
  });
  await assert.rejects(engine.open('unicode', { name: session.name }), { code: -32602 });
});

test('an unknown option is reported with the known ones, and no session is left open', async (t) => {
  const engine = start(t);
  for (const open of [
    (options) => engine.open('unicode', { name: 'one', ...options }), (options) => engine.pick(['a'], { name: 'one', ...options }),
  ]) {
    await assert.rejects(open({ debounceMS: 5, pagesize: 5 }), {
      name: 'TypeError', message: /^there is no option debounceMS, pagesize; there are .*\bdebounceMs\b.*\bpageSize\b/,
    });
    // The name is free again.
    const session = await open({ pageSize: 5, debounceMs: undefined });
    assert.equal(session.options.pageSize, 5);
    await session.close();
  }
});

test('the sources are listed with their options', async (t) => {
  const sources = await start(t).sources();
  assert.equal(sources[0].name, 'unicode');
  assert.equal(sources[0].options.pageSize, 20);
  assert.ok(sources.some((source) => source.name === 'wikipedia'));
});

test('settings are passed to the engine', async (t) => {
  const engine = start(t, {
    settings: { 'wikipedia.language': 'eo' }, flags: ['--log-level', 'error'],
    env: { ...process.env, XDG_CONFIG_HOME: '/nonexistent' },
  });
  assert.equal((await engine.sources()).find((source) => source.name === 'wikipedia').title, 'Wikipedia (eo)');
});
