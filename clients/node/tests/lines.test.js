import assert from 'node:assert/strict';

import { Lines } from '../src/lines.js';
import { test } from './support.js';

const text = 'é日本\u2028🎌👩‍👩‍👧‍👦\r\n\n\u0085x\u2029';

test('chunks may end anywhere', () => {
  const bytes = Buffer.from(`${text}\n${text}\n`);
  for (let size = 1; size <= bytes.length; size += 1) {
    const lines = new Lines(1000);
    const seen = [];
    for (let at = 0; at < bytes.length; at += size) seen.push(...lines.push(bytes.subarray(at, at + size)));
    assert.deepEqual(seen, `${text}\n${text}`.split('\n'));
  }
});

test('a line of 8 MiB that arrives byte by byte is one line', () => {
  const line = '🎌é\u2028'.repeat((8 << 20) / 9);
  const bytes = Buffer.from(`${line}\nnext\n`);
  const lines = new Lines(16 << 20);
  const seen = [];
  for (let at = 0; at < bytes.length; at += 1) seen.push(...lines.push(bytes.subarray(at, at + 1)));
  assert.equal(seen.length, 2);
  assert.ok(seen[0] === line);
  assert.equal(seen[1], 'next');
});

test('changing a chunk after it was pushed has no effect', () => {
  const lines = new Lines(100);
  const chunk = Buffer.from('abc');
  lines.push(chunk);
  chunk.fill('x');
  assert.deepEqual(lines.push(Buffer.from('d\n')), ['abcd']);
});

test('a line that exceeds the limit is refused', () => {
  const lines = new Lines(10);
  lines.push(Buffer.alloc(10));
  assert.throws(() => lines.push(Buffer.alloc(1)), /a line is longer than 10 bytes/);
});
