import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apply, fromSnapshot } from '../src/state.js';

const empty = {
  seq: 0, generation: 0, query: null, loading: false, refreshing: false, pending: null, status: 'initial', stalled: false,
  canSubmit: false, opening: null, items: [], count: 0, more: false,
};

test('a list is partial until the next one arrives', () => {
  const params = { session: 's', generation: 1, query: 'a', from: 0, items: [], count: 0, more: false };
  const cut = apply(fromSnapshot(empty), 'items', { ...params, seq: 1, partial: true });
  assert.equal(cut.partial, true);
  assert.equal(apply(cut, 'items', { ...params, seq: 2 }).partial, false);
  assert.equal(fromSnapshot({ ...empty, partial: true }).partial, true);
  assert.equal(fromSnapshot(empty).partial, false);
});

test('failures of single sources are kept until the next list', () => {
  const failure = { scope: 'search', kind: 'offline', message: 'gone', source: 'a', retryable: true };
  const params = { session: 's', generation: 1, query: 'a', from: 0, items: [], count: 0, more: false };
  const cut = apply(fromSnapshot(empty), 'items', { ...params, seq: 1, partial: true, failed: [failure] });
  assert.deepEqual(cut.failed, [failure]);
  assert.deepEqual(apply(cut, 'items', { ...params, seq: 2 }).failed, []);
  assert.deepEqual(fromSnapshot(empty).failed, []);
});
