import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Closed, Engine, EngineDied, EngineNotFound } from 'seekline';

import { all, control, fake, hasEnded, isGone, root, start, test, until } from './support.js';

test('an option that the constructor does not have is refused', () => {
  assert.throws(() => new Engine({ source: 'wikipedia', set: {}, log: undefined }), {
    name: 'TypeError', message: 'there is no option source, set; there are binary, cwd, env, flags, log, settings',
  });
});

/** Runs a script that has an `engine`, and a `session` whose search hangs. */
async function client(t, script) {
  await control({ service: 'yahoo-images', hang: 20 });
  const whole = `
    import { Engine } from '${root}src/index.js';
    const engine = new Engine();
    const session = await engine.open('yahoo-images');
    const search = session.search('swift');
    await search.next();
    console.log(engine.pid);
    ${script}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', whole], { stdio: ['ignore', 'pipe', 'pipe'] });
  t.after(() => child.kill('SIGKILL'));
  const ended = new Promise((resolve) => child.on('close', (code, signal) => resolve({ code, signal, out, err })));
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text) => { out += text; });
  child.stderr.setEncoding('utf8').on('data', (text) => { err += text; });
  const pid = Number(await until(() => out.split('\n').length > 1 && out.split('\n')[0], 'the number of the engine'));
  return { child, pid, ended, printed: () => out };
}

test('the process is gone after close, even in the middle of a search', async (t) => {
  // Closing would take ten minutes if it waited for the search.
  const engine = start(t, { settings: { 'http.timeoutMs': 600_000 } });
  const session = await engine.open('yahoo-images');
  await control({ service: 'yahoo-images', hang: 20 });
  const search = all(session.search('swift'));
  await until(() => session.state.loading, 'the search runs');
  await Promise.all([engine.close(), assert.rejects(search, Closed)]);
  assert.ok(isGone(engine.pid), 'not even a zombie is left');
  assert.equal(await engine.ended, undefined);
  await assert.rejects(session.refresh(), Closed);
  await assert.rejects(engine.open('unicode'), Closed);
  await engine.close();
});

test('an engine that does not respond is gone after close', async (t) => {
  const engine = start(t, { binary: '/bin/sh', flags: ['-c', 'trap "" TERM; while :; do read -r line; done'] });
  await engine.close();
  assert.ok(isGone(engine.pid));
});

test('the process is gone after an uncaught exception', async (t) => {
  const { pid, ended } = await client(t, `setImmediate(() => { throw new Error('nobody catches this'); }); await search.next();`);
  const { code, err } = await ended;
  assert.deepEqual([code, err.includes('nobody catches this')], [1, true]);
  await until(() => hasEnded(pid), 'the engine is gone');
});

test('the process is gone after its client is killed', async (t) => {
  const { child, pid, ended } = await client(t, 'await search.next();');
  assert.equal(hasEnded(pid), false);
  child.kill('SIGKILL');
  assert.equal((await ended).signal, 'SIGKILL');
  await until(() => hasEnded(pid), 'the engine is gone');
});

test('a signal that arrives while the command starts the engine ends both', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'seekline-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const [engine, told, slow] = ['engine', 'told', 'slow.cjs'].map((name) => join(folder, name));
  writeFileSync(engine, `#!/bin/sh\nkill -TERM $PPID\necho $$ >'${told}.new'\nmv '${told}.new' '${told}'\nexec sleep 600\n`, { mode: 0o755 });
  // The command continues only when the engine has sent it the signal and written its process ID: it may be killed
  // right after that.
  writeFileSync(slow, `
    const children = require('node:child_process');
    const { spawn } = children;
    children.spawn = (...given) => {
      const child = spawn(...given);
      while (!require('node:fs').existsSync('${told}'));
      return child;
    };
    require('node:module').syncBuiltinESMExports();`);
  const env = { ...process.env, SEEKLINE: engine };
  const command = spawn(process.execPath, ['--require', slow, `${root}src/cli.js`], { env, stdio: 'ignore' });
  const end = await new Promise((resolve) => command.on('close', (_, signal) => resolve(signal)));
  const pid = Number(await until(() => existsSync(told) && readFileSync(told, 'utf8'), 'the number of the engine'));
  t.after(() => hasEnded(pid) || process.kill(pid, 'SIGKILL'));
  assert.equal(end, 'SIGTERM');
  await until(() => hasEnded(pid), 'the engine is gone', 10_000);
});

/** Runs the command with `PATH`; returns its status, what it has printed, and how often it has started Node. */
async function command(folder, PATH, ...flags) {
  const [starts, counter] = ['starts', 'counter.cjs'].map((name) => join(folder, name));
  // Without an end to this, a command that starts itself would fill the machine.
  writeFileSync(counter, `
    const { appendFileSync, statSync } = require('node:fs');
    appendFileSync('${starts}', '.');
    if (statSync('${starts}').size > 8) process.exit(9);`);
  rmSync(starts, { force: true });
  const { SEEKLINE, ...env } = { ...process.env, PATH, NODE_OPTIONS: `--require=${counter}` };
  return new Promise((resolve) => {
    execFile(process.execPath, [`${root}src/cli.js`, ...flags], { env }, (error, out, err) => {
      resolve({ status: error?.code ?? 0, out, err, starts: readFileSync(starts, 'utf8').length });
    });
  });
}

test('the command does not take itself for the engine', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'seekline-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const [linked, wrapped, again, real] = ['linked', 'wrapped', 'again', 'real'].map((name) => join(folder, name));
  for (const one of [linked, wrapped, again, real]) mkdirSync(one);
  symlinkSync(`${root}src/cli.js`, join(linked, 'seekline'));
  symlinkSync(process.execPath, join(linked, 'node'));
  // As pnpm makes it.
  const script = `#!/bin/sh\nexec '${process.execPath}' '${root}src/cli.js' "$@"\n`;
  for (const one of [wrapped, again]) writeFileSync(join(one, 'seekline'), script, { mode: 0o755 });
  writeFileSync(join(real, 'seekline'), '#!/bin/sh\necho "$@"\n', { mode: 0o755 });

  for (const [PATH, starts] of [[linked, 1], [wrapped, 2], [`${wrapped}:${linked}:${again}:${wrapped}`, 3]]) {
    const ended = await command(folder, PATH, '--version');
    assert.deepEqual([ended.status, ended.out, ended.starts], [2, '', starts]);
    assert.match(ended.err, /^seekline: there is no engine: [^\n]*\n$/);
    if (starts === 1) assert.throws(() => new Engine({ env: { PATH } }), EngineNotFound);
    const found = await command(folder, `${PATH}:${real}`, '--version');
    assert.deepEqual([found.status, found.out, found.err], [0, '--version\n', '']);
  }
});

test('a program that the engine starts can run the command too', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'seekline-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const engine = `#!/bin/sh\nif [ "$1" = outer ]; then '${process.execPath}' '${root}src/cli.js' inner; fi\necho "$1"\n`;
  writeFileSync(join(folder, 'seekline'), engine, { mode: 0o755 });
  const { status, out, err } = await command(folder, folder, 'outer');
  assert.deepEqual([status, out, err], [0, 'inner\nouter\n', '']);
});

test('an engine that nobody is waiting for does not keep its client alive', async (t) => {
  const { pid, ended } = await client(t, `
    await session.cancel();
    const other = await engine.open('unicode');
    // Nobody awaits this, and it is done all the same.
    other.setQuery('snowman');
    process.on('beforeExit', () => console.log(other.state.count));`);
  const { code, out } = await ended;
  assert.deepEqual([code, out.trim().split('\n').at(-1)], [0, '3']);
  await until(() => hasEnded(pid), 'the engine is gone');
});

for (const [how, end] of [
  ['that is closed', 'await engine.close();'],
  ['that died', `process.kill(engine.pid, 'SIGSTOP');
    const asked = engine.sources();
    process.kill(engine.pid, 'SIGKILL');
    await asked.catch(() => {});`],
]) {
  test(`a process started by an engine ${how} does not keep its client alive`, async (t) => {
    const { ended, printed } = await client(t, `
      const wrapped = 'sleep 600 & echo $! >&2; exec "$0"';
      let log = '';
      const options = { binary: '/bin/sh', flags: ['-c', wrapped, process.env.SEEKLINE], log: (text) => { log += text; } };
      await engine.close();
      await (async (engine) => {
        while (!log) await engine.sources();
        console.log(log.trim());
        ${end}
      })(new Engine(options));`);
    const pid = Number(await until(() => printed().trim().split('\n')[1], 'the process ID of what it has started'));
    t.after(() => process.kill(pid));
    assert.equal((await ended).code, 0);
    assert.equal(hasEnded(pid), false, 'it is still running');
  });
}

test('a call that cannot be sent is rejected and does not keep its client alive', async (t) => {
  const { child, ended, printed } = await client(t, `
    await session.cancel();
    await session.setQuery(10n).catch((error) => console.log(error.message));`);
  await until(() => child.exitCode !== null, 'the client ends');
  assert.equal((await ended).code, 0);
  assert.match(printed(), /BigInt/);
});

test('a loop that waits for changes keeps its client alive', async (t) => {
  const { child, ended, printed } = await client(t, `
    await session.cancel();
    setTimeout(() => session.setQuery(''), 50).unref();
    for await (const state of session.changes()) console.log('state');`);
  await until(() => printed().split('state').length > 2, 'a change');
  assert.equal(child.exitCode, null);
  child.kill();
  assert.equal((await ended).signal, 'SIGTERM');
});

test('killing the engine rejects everything that is pending, and a new one works', async (t) => {
  const engine = start(t);
  const session = await engine.open('yahoo-images');
  await control({ service: 'yahoo-images', hang: 20 });
  const watching = all(session.changes());
  const search = all(session.search('swift'));
  const settled = session.settled();
  await until(() => session.state.loading, 'the search runs');
  process.kill(engine.pid, 'SIGKILL');
  for (const one of [search, settled, watching, session.refresh()]) {
    await assert.rejects(one, (error) => error instanceof EngineDied && error.signal === 'SIGKILL' && error.exitCode === null);
  }
  assert.ok((await engine.ended) instanceof EngineDied);
  await assert.rejects(engine.sources(), EngineDied);
  await session.close();
  await engine.close();
  assert.ok(isGone(engine.pid));
  const other = await start(t).open('unicode');
  assert.equal((await all(other.search('snowman'))).at(-1).count, 3);
});

test('the error for an engine that exits has its exit code and last output', async (t) => {
  const engine = fake(t, 'dies', '70');
  const session = await engine.open();
  await assert.rejects(all(session.search('x')), {
    name: 'EngineDied', exitCode: 70, signal: null, stderr: 'out of memory\n',
    message: 'the engine ended with exit code 70\nout of memory',
  });
});

test('an unknown flag is reported with the message of the engine', async (t) => {
  const log = [];
  const engine = start(t, { flags: ['--no-such-flag'], log: (text) => log.push(text) });
  await assert.rejects(engine.sources(), /--no-such-flag/);
  assert.match(log.join(''), /--no-such-flag/);
});

test('the engine is found by the option, in $SEEKLINE, and in the PATH', async (t) => {
  const binary = process.env.SEEKLINE;
  const folder = mkdtempSync(join(tmpdir(), 'seekline-'));
  t.after(() => rmSync(folder, { recursive: true }));
  symlinkSync(binary, join(folder, 'seekline'));
  writeFileSync(join(folder, 'text'), '');
  const PATH = `/nonexistent::${folder}`;
  for (const options of [
    { binary, env: {} }, { binary, env: { SEEKLINE: '/nonexistent' } }, { env: { SEEKLINE: binary } }, { env: { PATH } },
    { env: { PATH, SEEKLINE: '' } }, { binary: 'seekline', env: { PATH, SEEKLINE: '/nonexistent' } },
  ]) assert.equal((await start(t, options).sources())[0].name, 'unicode');
  for (const [options, message] of [
    [{ binary: '/nonexistent' }, 'there is no program at "/nonexistent", which is where the option `binary` says that seekline is'],
    [{ binary: join(folder, 'text') }, /^there is no program at ".*text"/],
    [{ binary: folder }, /^there is no program at/],
    [{ env: { SEEKLINE: './nothing' } }, 'there is no program at "./nothing", which is where $SEEKLINE says that seekline is'],
    [{ env: {} }, /^there is no engine: \$SEEKLINE is not set, the PATH has none, and the package @seekline\/.* is not installed\. .*--no-optional/],
  ]) {
    assert.throws(() => new Engine(options), (error) => error instanceof EngineNotFound);
    assert.throws(() => new Engine(options), { message });
  }
});

test('the reason why an engine cannot be started is reported', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'seekline-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const engine = start(t, { cwd: join(folder, 'nothing') });
  await assert.rejects(engine.sources(), /seekline[^ ]* cannot be started: there is no folder ".*\/nothing", in which it was to be$/);
  assert.equal(engine.pid, undefined);

  // A file in place of the folder is not the binary's fault.
  writeFileSync(join(folder, 'file'), '');
  const inFile = start(t, { cwd: join(folder, 'file') });
  await assert.rejects(inFile.sources(), /seekline[^ ]* cannot be started: ".*\/file", in which it was to be, is no folder$/);

  // Nor is a folder that may not be entered, or anything in it. (Root may enter everything.)
  const closed = join(folder, 'closed');
  mkdirSync(closed);
  const user = process.geteuid();
  try {
    chmodSync(folder, 0o755);
    chmodSync(closed, 0);
    if (user === 0) process.seteuid(65534);
    for (const cwd of [closed, join(closed, 'deeper')]) {
      const outside = start(t, { binary: '/bin/sh', cwd });
      await assert.rejects(outside.sources(), { message: `/bin/sh cannot be started: "${cwd}", in which it was to be, may not be entered` });
    }
  } finally {
    process.seteuid(user);
    chmodSync(closed, 0o755);
  }

  // As with a binary for another C library: it exists, and its loader does not.
  writeFileSync(join(folder, 'foreign'), '#!/nowhere/loader\n', { mode: 0o755 });
  const foreign = start(t, { binary: join(folder, 'foreign') });
  await assert.rejects(foreign.sources(), /foreign cannot be started: its dynamic loader is not on this machine; .* glibc/);
});

test('a signal from the terminal does not reach the engine', async (t) => {
  // Ctrl-C does not signal process groups other than ours.
  const engine = start(t);
  await engine.sources();
  const group = (pid) => readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1].split(' ')[2];
  assert.notEqual(group(engine.pid), group(process.pid));
});
