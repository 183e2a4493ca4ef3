import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { Closed, EngineDied, ItemsSpent, RequestFailed } from 'seekline';

import { all, fake, start, test, until } from './support.js';

const WORDS = ['main.c', 'Makefile', 'notes.txt', 'src/main_loop.c', 'README.md'];
const titles = (state) => state.items.map(({ title }) => title);
const found = async (session, query) => titles((await all(session.search(query))).at(-1));

/** Endless lines, which count how many were taken. */
class Endless {
  taken = 0;
  *[Symbol.iterator]() {
    for (;;) yield `line ${this.taken++}`;
  }
}

async function* oneByOne(...items) {
  for (const item of items) {
    await new Promise(setImmediate);
    yield item;
  }
}

/** Returns arrays that are nested this deep. */
function nested(depth) {
  let whole = [];
  for (let level = 1; level < depth; level += 1) whole = [whole];
  return whole;
}

/** Waits for a state that meets the condition. */
async function when(session, holds) {
  for await (const state of session.changes()) if (holds(state)) return state;
  throw new Error('the session has ended');
}

test('items that were set or appended are searched', async (t) => {
  const session = await start(t).open('list');
  assert.deepEqual(await session.setItems(WORDS), { held: 5, dropped: 0 });
  assert.deepEqual(await found(session, 'mc'), ['main.c', 'src/main_loop.c']);
  assert.deepEqual(await session.setItems(['a.c'], { append: true }), { held: 6, dropped: 0 });
  assert.deepEqual(await found(session, '.c$'), ['a.c', 'main.c', 'src/main_loop.c']);
  const item = { id: '7', title: 'parse', location: { path: 'a b.c', line: 3 } };
  assert.deepEqual(await session.setItems([item, item]), { held: 1, dropped: 1 });
  assert.deepEqual(await session.filled(), { held: 1, dropped: 1 });
  assert.deepEqual(await found(session, ''), ['parse']);
  assert.deepEqual(await session.setItems([]), { held: 0, dropped: 0 });
  assert.deepEqual(await found(session, ''), []);
});

test('any iterable will do', async (t) => {
  const session = await start(t).open('list');
  const letters = function* letters() { yield* ['a', 'b']; };
  for (const items of [['a', 'b'], new Set(['a', 'b']), letters(), oneByOne('a', 'b'), Readable.from(['a', 'b'])]) {
    assert.equal((await session.setItems(items)).held, 2);
    assert.deepEqual(await found(session, ''), ['a', 'b']);
  }
});

test('items are sent in pieces of limited size', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'seekline-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const items = ['é'.repeat(40), 'x'.repeat(70_000), ...Array.from({ length: 30_000 }, (_, number) => `line ${number}`)];
  const engine = start(t, { flags: ['--record', join(folder, 'record')] });
  assert.equal((await (await engine.open('list')).setItems(items)).held, items.length);
  await engine.close();
  const lines = readFileSync(join(folder, 'record'), 'utf8').trim().split('\n').map((line) => JSON.parse(line).in);
  const pieces = lines.filter((message) => message?.method === 'setItems').map(({ params }) => params);
  assert.deepEqual(pieces.flatMap((piece) => piece.items), items);
  const sizes = pieces.map((piece) => Buffer.byteLength(JSON.stringify(piece.items)));
  assert.deepEqual(sizes.filter((size) => size > 65_536), [70_004], 'a longer item is sent alone');
  assert.ok(sizes.slice(2, -1).every((size) => size > 65_000), 'and the others are full');
  assert.deepEqual(pieces.map(({ append }) => append), pieces.map((_, number) => number > 0));
  assert.deepEqual(pieces.map(({ done }) => done), pieces.map((_, number) => number === pieces.length - 1));
});

test('no more than two pieces are unanswered at a time', async (t) => {
  const session = await fake(t, 'silent').open();
  const items = new Endless();
  const filling = assert.rejects(session.setItems(items), Closed);
  const seen = [];
  while (seen.filter((count) => count === 2).length < 3) {
    // As long as more is being read, more may be sent.
    for (let taken = -1; taken !== items.taken; await session.refresh()) taken = items.taken;
    seen.push((await session.setQuery('x')).generation);
    assert.ok(Math.max(...seen) <= 2, String(seen));
  }
  await session.close();
  await filling;
});

test('a keystroke waits only for the pieces that are on their way', async (t) => {
  const engine = start(t);
  const session = await engine.open('list');
  const items = new Endless();
  const filling = assert.rejects(session.setItems(items), Closed);
  await when(session, (state) => state.growing);
  for (const query of ['l', 'li', 'lin']) {
    const before = items.taken;
    await session.setQuery(query);
    // Two pieces are ahead of it; each that is answered lets another one be sent, and one is being read.
    assert.ok(items.taken - before <= (4 * 65_536) / '"line 0",'.length, `${items.taken - before} items were sent`);
  }
  await session.close();
  await filling;
  const { taken } = items;
  await engine.sources();
  assert.equal(items.taken, taken);
});

test('the last query wins while the list grows', async (t) => {
  const session = await start(t).open('list', { debounceMs: 0 });
  const filling = session.setItems(Array.from({ length: 100_000 }, (_, number) => `line ${number}`));
  const watching = all(session.changes());
  for (let last = 0; last < 10; last += 1) await session.setQuery(`^line\\ 9999${last}$`);
  assert.equal((await filling).held, 100_000);
  const state = await when(session, (now) => titles(now)[0] === 'line 99999');
  assert.deepEqual([state.query, state.growing, state.count], ['^line\\ 99999$', false, 1]);
  await session.close();
  const queries = (await watching).map(({ query }) => query).filter((query) => query !== null);
  assert.deepEqual(queries, [...queries].sort(), 'no older query comes back');
});

test('items of a slow iterable are found as soon as they are yielded', async (t) => {
  let go = () => {};
  async function* slow() {
    for (const item of ['one', 'three']) {
      yield item;
      await new Promise((resolve) => { go = resolve; });
    }
  }
  const session = await start(t).pick(slow(), { query: 'e' });
  await when(session, (state) => state.growing && titles(state).join() === 'one');
  go();
  await when(session, (state) => state.growing && titles(state).join() === 'one,three');
  go();
  assert.deepEqual(await session.filled(), { held: 2, dropped: 0 });
  await when(session, (state) => !state.growing);
});

test('closing a session stops filling it and ends the iterator', async (t) => {
  const engine = start(t);
  let isReturned = false;
  function* items() {
    try {
      yield* new Endless();
    } finally {
      isReturned = true;
    }
  }
  const session = await engine.pick(items());
  await when(session, (state) => state.growing);
  await session.close();
  await assert.rejects(session.filled(), Closed);
  await assert.rejects(session.setItems(WORDS), Closed);
  await until(() => isReturned, 'the iterator is closed');
  const other = await engine.pick(WORDS);
  assert.deepEqual(titles(await other.settled()), WORDS);
});

test('a new list replaces one that is still being sent, and an appended one waits its turn', async (t) => {
  const session = await start(t).open('list');
  const newer = (error) => error instanceof RequestFailed && error.code === -32800 && /a newer list/.test(error.message);
  const first = assert.rejects(session.setItems(new Endless()), newer);
  const second = assert.rejects(session.setItems(['more'], { append: true }), newer);
  await when(session, (state) => state.growing);
  assert.equal((await session.setItems(WORDS)).held, 5);
  await Promise.all([first, second]);
  assert.deepEqual(await found(session, ''), WORDS);
  assert.equal(session.state.growing, false);

  const slow = session.setItems(oneByOne('a', 'b'), { done: false });
  assert.equal((await session.setItems(['c'], { append: true, done: false })).held, 3);
  await slow;
  assert.deepEqual(await found(session, ''), ['a', 'b', 'c']);
  assert.equal(session.state.growing, true);
  await session.setItems([], { append: true });
  await when(session, (state) => !state.growing);
});

test('a list that is refused leaves the previous one as it is', async (t) => {
  const session = await start(t).open('list');
  await session.setItems(WORDS);
  const many = Array.from({ length: 10_000 }, (_, number) => `line ${number}`);
  for (const [first, code] of [[{ id: 'x' }, -32602], ['x'.repeat(1 << 20), -32600]]) {
    for (const items of [[first, ...many], oneByOne(first, ...many)]) {
      await assert.rejects(session.setItems(items), { name: 'RequestFailed', code });
      assert.deepEqual(await found(session, ''), WORDS);
      assert.equal(session.state.growing, false);
    }
  }
});

test('a failed or aborted iterable ends the filling and leaves what it has yielded', async (t) => {
  const session = await start(t).open('list');
  async function* broken() {
    yield 'one';
    throw new RangeError('broken');
  }
  await assert.rejects(session.setItems(broken()), RangeError);
  assert.deepEqual(await found(session, ''), ['one']);
  assert.equal(session.state.growing, false);

  const abort = new AbortController();
  const filling = session.setItems(new Endless(), { signal: abort.signal });
  await when(session, (state) => state.growing);
  abort.abort();
  await assert.rejects(filling, { name: 'AbortError' });
  await when(session, (state) => !state.growing);
  assert.equal((await session.setItems(WORDS)).held, 5);
});

test('a list that was left open ends if its last items fail to come', async (t) => {
  const engine = start(t);
  async function* broken() {
    throw new RangeError('broken');
  }
  for (const append of [false, true]) {
    const session = await engine.open('list');
    await session.setItems(['one'], { done: false });
    assert.deepEqual(await found(session, ''), ['one']);
    assert.equal(session.state.growing, true);
    await assert.rejects(session.setItems(broken(), { append }), RangeError);
    assert.deepEqual(titles(await when(session, (state) => !state.growing)), ['one']);
  }

  const session = await engine.open('list');
  const replaced = assert.rejects(session.setItems(new Endless()), RequestFailed);
  await when(session, (state) => state.growing);
  await assert.rejects(session.setItems(broken()), RangeError);
  await replaced;
  await when(session, (state) => !state.growing);
});

test('items that wait to be appended can be aborted at once', async (t) => {
  const session = await start(t).open('list');
  const replaced = session.setItems(new Endless());
  const abort = new AbortController();
  const appended = session.setItems(['x'], { append: true, signal: abort.signal });
  await when(session, (state) => state.growing);
  abort.abort();
  await assert.rejects(appended, { name: 'AbortError' });
  assert.equal(session.state.growing, true);
  assert.equal((await session.setItems(WORDS)).held, 5);
  await assert.rejects(replaced, RequestFailed);
  assert.deepEqual(await found(session, ''), WORDS);
});

test('a list whose last items are aborted while others are being sent ends after those', async (t) => {
  let go = () => {};
  async function* slow() {
    yield 'one';
    await new Promise((resolve) => { go = resolve; });
    yield 'two';
  }
  for (const isReplaced of [false, true]) {
    const session = await start(t).open('list');
    const first = session.setItems(slow(), { done: false });
    await when(session, (state) => state.growing);
    const abort = new AbortController();
    const second = session.setItems(['three'], { append: true, signal: abort.signal });
    abort.abort();
    await assert.rejects(second, { name: 'AbortError' });
    assert.deepEqual(await found(session, ''), ['one']);
    assert.equal(session.state.growing, true);
    if (isReplaced) {
      await Promise.all([assert.rejects(first, RequestFailed), session.setItems(WORDS, { done: false })]);
      assert.deepEqual(await found(session, ''), WORDS);
      assert.equal(session.state.growing, true);
    } else {
      go();
      assert.equal((await first).held, 2);
      await when(session, (state) => !state.growing && titles(state).join() === 'one,two');
    }
  }
});

test('an invalid item is reported with its position', async (t) => {
  const engine = start(t);
  const session = await engine.open('list');
  for (const wrong of ['abc', { title: 'a' }, 7, null, undefined]) {
    await assert.rejects(session.setItems(wrong), /the items must be an iterable of strings or objects, not /);
    await assert.rejects(engine.pick(wrong), TypeError);
  }
  const many = Array(20_000).fill('a');
  await assert.rejects(session.setItems([...many, 7]), { message: 'items[20000] must be a string or an object, not number' });
  await assert.rejects(session.setItems([...many, { id: 'a' }]), (error) => {
    assert.match(error.message, /`items\[20000\]\.title` must be a string, but it is missing/);
    return error.data.param === 'items[20000].title';
  });
  for (const [wrong, code, why] of [
    ['x'.repeat(1 << 20), -32600, 'Invalid Request: the message is longer than'],
    [{ title: 'a', fields: { deep: nested(200) } }, -32700, 'Parse error: nested deeper than 128'],
  ]) {
    for (const before of [[], ['a'], many]) {
      const message = new RegExp(`^items\\[${before.length}\\] cannot be read: ${why}`);
      await assert.rejects(session.setItems([...before, wrong, 'b']), { name: 'RequestFailed', code, message });
    }
  }
  for (const [wrong, why] of [[7n, 'BigInt'], [nested(100_000), 'Maximum call stack']]) {
    const message = new RegExp(`^items\\[20000\\] cannot be written as JSON: .*${why}`);
    await assert.rejects(session.setItems([...many, { title: 'a', fields: { wrong } }]), { name: 'TypeError', message });
  }
  await assert.rejects((await engine.open('unicode')).setItems(WORDS), /takes items/);
});

test('filling fails when the engine dies, and only reusable iterables can fill another one', async (t) => {
  const engine = start(t);
  const generator = (function* generator() { yield* WORDS; }());
  assert.equal((await (await engine.pick(generator)).filled()).held, 5);
  const session = await engine.pick(new Endless());
  await when(session, (state) => state.growing);
  process.kill(engine.pid, 'SIGKILL');
  await assert.rejects(session.filled(), EngineDied);
  await assert.rejects(session.setItems(WORDS), EngineDied);
  const other = start(t);
  assert.deepEqual(titles(await (await other.pick(WORDS, { query: 'mc' })).settled()), ['main.c', 'src/main_loop.c']);
  await assert.rejects(other.pick(generator), ItemsSpent);
});
