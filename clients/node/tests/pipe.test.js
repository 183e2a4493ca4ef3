import assert from 'node:assert/strict';

import { EngineDied } from 'seekline';

import { all, fake, here, start, test } from './support.js';

const title = 'a\u2028b\u2029 🎌 👩‍👩‍👧‍👦 猫 é \\ " \u001b[2J\u001b]0;x\u0007 \u0000 \u007f \u009b1m \r\n\t end';

for (const size of [1, 2, 3, 5, 61]) {
  test(`a title with line separators, emoji and escapes, in pieces of ${size} bytes, is passed on unchanged`, async (t) => {
    const engine = start(t, {
      binary: process.execPath, flags: [`${here}fake-engine.js`, 'dribble', String(size)],
      // The environment cannot contain a NUL.
      env: { ...process.env, TITLE: title.replace('\0', '') },
    });
    const session = await engine.open();
    const states = await all(session.search('x'));
    assert.equal(states.at(-1).items[0].title, title.replace('\0', ''));
    assert.equal(states.at(-1).status, 'full');
  });
}

test('an answer of 8 MiB in pieces that split its characters arrives whole', async (t) => {
  const session = await fake(t, 'huge', String(8 << 20)).open();
  const states = await all(session.search('x'));
  assert.ok(states.at(-1).items[0].title === '🎌\u2028é'.repeat((8 << 20) / 9));
});

test('a search about which the engine reports nothing does not block its caller', async (t) => {
  const session = await fake(t, 'silent').open();
  assert.deepEqual((await all(session.search('x'))).map((state) => state.status), []);
  await session.submit('x');
  assert.equal((await session.settled()).settled, true);
});

for (const [story, reason] of [['nonsense', /is not valid JSON|Unexpected token/], ['number', /a message must be an object/]]) {
  test(`an engine that writes invalid output (${story}) is terminated`, async (t) => {
    const engine = fake(t, story);
    const session = await engine.open();
    await assert.rejects(all(session.search('x')), (error) => error instanceof EngineDied && reason.test(error.message));
    assert.ok((await engine.ended) instanceof EngineDied);
  });
}

for (const method of ['openSession', 'submit']) {
  test(`an answer to ${method} without a result terminates the engine and rejects the call`, async (t) => {
    const engine = fake(t, 'empty', method);
    const submitted = engine.open().then((session) => session.submit('x'));
    const [error, end] = await Promise.all([submitted.catch((failure) => failure), engine.ended]);
    assert.ok(end instanceof EngineDied && end.signal === 'SIGKILL');
    assert.equal(error, end);
  });
}

test('calls wait in order while the engine does not read', async (t) => {
  const session = await fake(t, 'deaf', '300').open();
  const calls = Array.from({ length: 2000 }, (_, index) => session.setQuery(`${index} ${'x'.repeat(5000)}`));
  const order = [];
  calls.forEach((call, index) => call.then(() => order.push(index)));
  const replies = await Promise.all(calls);
  assert.ok(replies.every((reply) => reply.outcome === 'held'));
  assert.deepEqual(order, Array.from(order.keys()));
});

test('a message that is too long fails only its own call', async (t) => {
  const session = await start(t).open('unicode');
  await assert.rejects(session.setQuery('x'.repeat(2 << 20)), { code: -32600 });
  assert.equal((await all(session.search('snowman'))).at(-1).count, 3);
});
