#!/usr/bin/env node
// Searches for the words in its arguments and prints two pages of results. Needs only Node, no packages.
import { spawn } from 'node:child_process';

const engine = spawn(process.env.SEEKLINE ?? 'seekline', { stdio: ['pipe', 'pipe', 'inherit'] });
const messages = read(engine.stdout.setEncoding('utf8'));
let found = [];
// Text from a server must not control the terminal.
const plain = (text) => text.replace(/[\x00-\x1f\x7f-\x9f]/g, '\ufffd');

// Not `readline`: it also ends lines at U+2028, which text may contain.
async function* read(stream) {
  let rest = '';
  for await (const chunk of stream) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    for (const line of lines) yield JSON.parse(line);
  }
  throw new Error('the engine has ended');
}

// Sends a request, and reads until everything that follows from it has been reported.
async function call(request, given) {
  const calls = [{ id: 1, method: request, params: given }, { id: 2, method: 'getState' }];
  for (const each of calls) engine.stdin.write(JSON.stringify({ jsonrpc: '2.0', ...each }) + '\n');
  for (let state; !state || state.loading || state.pending !== null;) {
    const { id, method, params, result } = (await messages.next()).value;
    if (method === 'error') {
      console.error(plain(params.message));
      process.exit(1);
    }
    if (method === 'items') found = [...found.slice(0, params.from), ...params.items];
    if (id === 2 || (state && method === 'loading')) state = result ?? params;
  }
}

await call('submit', { query: process.argv.slice(2).join(' ') });
await call('reachedBottom');
engine.stdin.end();
for (const { id, title } of found) console.log(`${plain(id)}\t${plain(title)}`);
