import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import * as seekline from 'seekline';

import { root, test } from './support.js';

const run = promisify(execFile);
const read = (name) => readFileSync(join(root, name), 'utf8');

test('the package can be packed and installed offline, and the examples in its README run', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'seekline-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const npm = ['--offline', '--no-audit', '--no-fund', '--cache', join(folder, 'cache')];
  const packed = await run('npm', ['pack', '--json', '--pack-destination', folder, ...npm], { cwd: root });
  const [{ filename, files }] = JSON.parse(packed.stdout);
  assert.deepEqual(
    files.map((file) => file.path).filter((path) => !path.startsWith('src/')).sort(),
    ['LICENSE', 'README.md', 'package.json'],
  );

  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  await run('npm', ['install', join(folder, filename), ...npm], { cwd: folder });
  const examples = [...read('README.md').matchAll(/```js\n((?:(?!```)[^])*)```\n\nprints\n\n```text\n([^`]*)```/g)];
  assert.equal(examples.length, 2);
  for (const [, example, printed] of examples) {
    writeFileSync(join(folder, 'example.mjs'), example);
    const { stdout, stderr } = await run(process.execPath, ['example.mjs'], { cwd: folder });
    assert.equal(stderr, '');
    assert.equal(stdout, printed);
  }
});

test('the search box in the README outlives a text that the engine refuses', async () => {
  const [, box] = read('README.md').match(/```js\n(input\.on\([^]*?)```/);
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', `
    import { EventEmitter } from 'node:events';
    import { Engine } from '${root}src/index.js';
    const engine = new Engine();
    const session = await engine.open('unicode', { debounceMs: 0 });
    const input = new EventEmitter();
    const type = (text) => {
      input.text = text;
      input.emit('keystroke');
    };
    const report = (error) => {
      console.log(error.code);
      type('snowman');
    };
    const show = ({ query, settled }) => {
      if (query === null || !settled) return;
      console.log(query);
      engine.close();
    };
    setImmediate(() => type('x'.repeat(10_001)));
    ${box}`]);
  assert.equal(stdout, '-32602\nsnowman\n');
});

test('a strict TypeScript program agrees with the declarations', async () => {
  const flags = '--noEmit --strict --target es2022 --module node16 --moduleResolution node16 --lib es2022,dom';
  await run('tsc', [...flags.split(' '), 'tests/consumer.ts'], { cwd: root }).catch(({ stdout }) => assert.fail(stdout));
});

test('everything declared exists, and everything that exists is declared', () => {
  const declared = [...read('src/index.d.ts').matchAll(/^export declare class (\w+)/gm)].map(([, name]) => name);
  assert.deepEqual(declared.sort(), Object.keys(seekline).sort());
  for (const name of ['Engine', 'Session']) {
    const [, body] = read('src/index.d.ts').match(new RegExp(`^export declare class ${name} \\{([^]*?)^\\}`, 'm'));
    const members = [...body.matchAll(/^ {2}(?:readonly )?(\w+)[?:(]/gm)].map(([, member]) => member);
    const methods = Object.getOwnPropertyNames(seekline[name].prototype);
    // These two are only for the engine.
    const known = new Set([...members, 'constructor', ...(name === 'Session' ? ['receive', 'end'] : [])]);
    assert.deepEqual(methods.filter((method) => !known.has(method)), []);
    const fields = { Engine: ['ended'], Session: ['name', 'source', 'options'] }[name];
    assert.deepEqual(members.filter((member) => ![...methods, ...fields].includes(member)), []);
  }
});

test('the package depends on nothing but Node', () => {
  const { dependencies, peerDependencies, optionalDependencies, version } = JSON.parse(read('package.json'));
  assert.deepEqual([dependencies, peerDependencies, optionalDependencies], [undefined, undefined, undefined]);
  assert.match(version, /^\d+\.\d+\.\d+$/);
});
