import assert from 'node:assert/strict';

import { EngineDied } from 'seekline';

import { all, fake, here, start, test } from './support.js';

const title = 'a\u2028b\u2029 🎌 👩‍👩‍👧‍👦 猫 é \\ " \u001b[2J\u001b]0;x\u0007 \u0000 \u007f \u009b1m \r\n\t end';

for (const size of [1, 2, 3, 5, 61]) {
  test(`a title with line separators, emoji and terminal escapes, in pieces of ${size} bytes, is passed on as it is`, async (t) => {
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

test('an answer of 8 MiB in pieces that cut its characters is whole', async (t) => {
  const session = await fake(t, 'huge', String(8 << 20)).open();
  const states = await all(session.search('x'));
  assert.ok(states.at(-1).items[0].title === '🎌\u2028é'.repeat((8 << 20) / 9));
});

test('an engine that has nothing to tell of what it began does not hold up anybody', async (t) => {
  const session = await fake(t, 'silent').open();
  assert.deepEqual((await all(session.search('x'))).map((state) => state.status), []);
  await session.submit('x');
  assert.equal((await session.settled()).settled, true);
});

for (const [story, reason] of [['nonsense', /is not valid JSON|Unexpected token/], ['number', /a message must be an object/]]) {
  test(`an engine that says ${story} is ended`, async (t) => {
    const engine = fake(t, story);
    const session = await engine.open();
    await assert.rejects(all(session.search('x')), (error) => error instanceof EngineDied && reason.test(error.message));
    assert.ok((await engine.ended) instanceof EngineDied);
  });
}

for (const method of ['openSession', 'submit']) {
  test(`a call of ${method} that is answered without a result ends with the engine, as those that wait`, async (t) => {
    const engine = fake(t, 'empty', method);
    const submitted = engine.open().then((session) => session.submit('x'));
    const [error, end] = await Promise.all([submitted.catch((failure) => failure), engine.ended]);
    assert.ok(end instanceof EngineDied && end.signal === 'SIGKILL');
    assert.equal(error, end);
  });
}

test('what an engine does not read waits, in order', async (t) => {
  const session = await fake(t, 'deaf', '300').open();
  const calls = Array.from({ length: 2000 }, (_, index) => session.setQuery(`${index} ${'x'.repeat(5000)}`));
  const order = [];
  calls.forEach((call, index) => call.then(() => order.push(index)));
  const replies = await Promise.all(calls);
  assert.ok(replies.every((reply) => reply.outcome === 'held'));
  assert.deepEqual(order, Array.from(order.keys()));
});

test('a message that is too long is an error of its call and of no other', async (t) => {
  const session = await start(t).open('unicode');
  await assert.rejects(session.setQuery('x'.repeat(2 << 20)), { code: -32600 });
  assert.equal((await all(session.search('snowman'))).at(-1).count, 3);
});
