#!/usr/bin/env node
// Finds the scripts of the package in the working folder; shows what each runs, and can run it. Needs only Node.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';

const running = new Map();
const scripts = async () => Object.entries(JSON.parse(await readFile('package.json', 'utf8')).scripts ?? {});

async function script(id) {
  for (const found of await scripts()) if (found[0] === id) return found;
  throw new Error('there is no such script');
}

const methods = { __proto__: null,
  initialize: () => ({
    protocolVersion: '1.0', name: 'npm scripts', can: ['page', 'detail', 'perform'], concurrent: 4,
    options: { minLength: 0, debounceMs: 0 }, actions: [{ name: 'run', title: 'Run it' }] }),
  async page({ query, pageSize, cursor = '0' }) {
    const found = (await scripts()).filter((entry) => entry.join(' ').includes(query));
    const end = Number(cursor) + pageSize;
    const items = found.slice(Number(cursor), end).map(([title, snippet]) => (
      { title, snippet, insert: `npm run ${title}`, kind: 'command', actions: ['run'] }));
    return { items, total: found.length, next: end < found.length ? String(end) : null };
  },
  async detail({ id }) {
    const [title, text] = await script(id);
    return { title, text, format: 'code', language: 'sh' };
  },
  async perform({ id, action }, signal) {
    const [name] = await script(id);
    if (action !== 'run') throw new Error('there is no such action');
    return new Promise((resolve) => execFile('npm', ['run', '--silent', '--', name], { signal }, (error, stdout, stderr) => {
      const said = (stdout + stderr).trim().split('\n').pop();
      resolve({ message: error ? `${name} failed: ${said}` : said || `${name} is done` });
    }));
  },
};

async function answer({ id, method, params }) {
  running.set(id, new AbortController());
  const outcome = await Promise.resolve(params).then((given) => methods[method](given, running.get(id).signal)).then(
    (result) => ({ result }), ({ message }) => ({ error: { code: method in methods ? -32000 : -32601, message } }));
  running.delete(id);
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...outcome }) + '\n');
}

let rest = ''; // Not `readline`: it also ends lines at U+2028, which a string may contain.
for await (const chunk of process.stdin.setEncoding('utf8')) {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop();
  for (const line of lines) {
    let message;
    try { message = Object(JSON.parse(line)); } catch { continue; }
    if (message.method === '$/cancelRequest') running.get(message.params.id)?.abort();
    if ('id' in message) answer(message);
  }
}
for (const controller of running.values()) controller.abort();
process.exit();
