import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { EngineNotFound } from './errors.js';

/** The package with the binary for this system, if one was made for it. */
const platformPackage = `@seekline/${process.platform}-${process.arch}-gnu`;

/**
 * Returns the path of the engine: `binary`, else `$SEEKLINE`, else the one that was installed with this package, else
 * `seekline`. A name without a slash is looked up in the PATH.
 *
 * @param {string | undefined} binary
 * @param {Record<string, string | undefined>} env
 * @param {string[]} [except] the paths of programs that are known not to be engines
 */
export function findBinary(binary, env, except = []) {
  const [name, origin] = binary ? [binary, 'the option `binary` says'] : [env.SEEKLINE, '$SEEKLINE says'];
  if (name) {
    const found = lookUp(name, env, except);
    if (found) return found;
    const place = name.includes('/') ? 'there is no program at' : 'the PATH has no';
    throw new EngineNotFound(`${place} "${name}", which is where ${origin} that seekline is`);
  }
  const found = installed() ?? lookUp('seekline', env, except);
  if (found) return found;
  throw new EngineNotFound(
    `there is no engine: $SEEKLINE is not set, the PATH has none, and the package ${platformPackage} is not installed. ` +
      `npm installs it with seekline on Linux with glibc 2.34 or newer, unless it is told to leave out what is optional ` +
      `(--omit=optional, --no-optional); elsewhere it is built with Swift, and $SEEKLINE says where it is`,
  );
}

/** Returns the path of what npm has installed for this system, if anything. */
function installed() {
  try {
    const path = createRequire(import.meta.url).resolve(`${platformPackage}/bin/seekline`);
    return isExecutable(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

/** @param {string} name @param {Record<string, string | undefined>} env @param {string[]} except */
function lookUp(name, env, except) {
  const folders = name.includes('/') ? [''] : (env.PATH ?? '').split(delimiter);
  const paths = folders.map((folder) => resolve(join(folder, name)));
  return paths.find((path) => isExecutable(path) && !isThisCommand(path) && !except.includes(path));
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Whether a program is this package's command: it would look for an engine again, and find itself. @param {string} path */
function isThisCommand(path) {
  try {
    return realpathSync(path) === fileURLToPath(new URL('./cli.js', import.meta.url));
  } catch {
    return false;
  }
}
