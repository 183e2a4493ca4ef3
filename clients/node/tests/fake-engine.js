#!/usr/bin/env node
// An engine that plays the story named by its first argument. It answers every call, and on a `submit` does what the
// story says.
import { createInterface } from 'node:readline';

const [story, argument] = process.argv.slice(2);
const state = {
  seq: 0, generation: 0, query: null, loading: false, refreshing: false, pending: null, status: 'initial',
  stalled: false, canSubmit: false, opening: null, items: [], count: 0, more: false,
};
const text = (message) => JSON.stringify({ jsonrpc: '2.0', ...message }) + '\n';
/** Settles when what is being written has been written: nothing else is written before that. */
let said = Promise.resolve();
const say = (message) => { said = said.then(() => void process.stdout.write(text(message))); };
const answer = (id, result) => say({ id, result });

/** Returns the messages of a search that finds one item with this title. */
const found = (title) => {
  const common = { session: 's', generation: 1 };
  const rest = { refreshing: false, pending: null, stalled: false, canSubmit: true, opening: null };
  const items = [{ id: '1', title, fields: {} }];
  return [
    { method: 'loading', params: { ...common, seq: 1, loading: true, status: 'fetching', ...rest } },
    { method: 'items', params: { ...common, seq: 2, query: 'x', from: 0, items, count: 1, more: false } },
    { method: 'loading', params: { ...common, seq: 3, loading: false, status: 'full', ...rest } },
  ].map(text).join('');
};

/** Writes pieces of `size` bytes, each separately. */
function dribble(string, size) {
  const bytes = Buffer.from(string);
  said = said.then(async () => {
    for (let at = 0; at < bytes.length; at += size) {
      await new Promise((resolve) => process.stdout.write(bytes.subarray(at, at + size), resolve));
      await new Promise(setImmediate);
    }
  });
}

const stories = {
  /** Writes a title in pieces. */
  dribble: () => dribble(found(process.env.TITLE), Number(argument)),
  /** Writes a title of that many bytes in pieces that split its characters. */
  huge: () => dribble(found('🎌\u2028é'.repeat(Number(argument) / 9)), 4093),
  /** Writes something that is not JSON. */
  nonsense: () => process.stdout.write('Segmentation fault\n'),
  /** Writes JSON that is not a message. */
  number: () => process.stdout.write('7\n'),
  /** Writes its last words, and exits. */
  dies: () => process.stderr.write('out of memory\n', () => process.exit(Number(argument))),
  /** Reports nothing about the search that it has started. */
  silent: () => {},
  /** Reads nothing for a while, then everything. */
  deaf: () => {},
  /** Answers the calls of one method without a result. */
  empty: () => {},
};

/** The `setItems` that wait: they are answered after the next `setQuery`, whose answer says how many there are. */
const waiting = [];

const handlers = {
  openSession: ({ id }) => answer(id, { session: 's', source: 'fake', options: {}, state }),
  submit: ({ id }) => {
    answer(id, { outcome: 'started', generation: 1 });
    stories[story]();
  },
  setItems: ({ id }) => waiting.push(id),
  setQuery: ({ id }) => {
    answer(id, { outcome: 'held', generation: waiting.length });
    for (const held of waiting.splice(0)) answer(held, { held: 1, dropped: 0 });
  },
  getState: ({ id }) => answer(id, state),
  exit: () => process.exit(0),
};

const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  const message = JSON.parse(line);
  const handle = handlers[message.method] ?? (({ id }) => answer(id, { outcome: 'held', generation: 0 }));
  if (story === 'empty' && message.method === argument) answer(message.id);
  else handle(message);
  if (story === 'deaf' && message.method === 'openSession') {
    lines.pause();
    setTimeout(() => lines.resume(), Number(argument));
  }
});
lines.on('close', () => process.exit(0));
