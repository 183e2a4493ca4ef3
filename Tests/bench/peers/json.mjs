// The peer of our JSON in Node: `json.mjs (decode | encode) FILE`. Each line of standard input says how often, and is
// answered by how many nanoseconds that took.
import fs from 'node:fs';
import readline from 'node:readline';

const [part, path] = process.argv.slice(2);
const text = fs.readFileSync(path, 'utf8');
const value = JSON.parse(text);
const parts = { decode: () => JSON.parse(text), encode: () => JSON.stringify(value) };
for await (const line of readline.createInterface({ input: process.stdin })) {
  const began = process.hrtime.bigint();
  for (let left = Number(line); left > 0; left -= 1) parts[part]();
  process.stdout.write(`${process.hrtime.bigint() - began}\n`);
}
