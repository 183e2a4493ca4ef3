import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join, resolve, sep } from 'node:path';

import { EngineNotFound } from './errors.js';

/** The package with the binary for this system, if one was made for it. */
const platformPackage = `@seekline/${process.platform}-${process.arch}-gnu`;
/** The end of the path of this package's own command, which is not an engine. */
const command = ['', 'seekline', 'src', 'cli.js'].join(sep);

/**
 * Returns the path of the engine: `binary`, else `$SEEKLINE`, else the one that was installed with this package, else
 * `seekline`. A name without a slash is looked up in the PATH.
 *
 * @param {string | undefined} binary
 * @param {Record<string, string | undefined>} env
 */
export function findBinary(binary, env) {
  const [name, origin] = binary ? [binary, 'the option `binary` says'] : [env.SEEKLINE, '$SEEKLINE says'];
  if (name) {
    const found = lookUp(name, env);
    if (found) return found;
    const place = name.includes('/') ? 'there is no program at' : 'the PATH has no';
    throw new EngineNotFound(`${place} "${name}", which is where ${origin} that seekline is`);
  }
  const found = installed() ?? lookUp('seekline', env);
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

/** @param {string} name @param {Record<string, string | undefined>} env */
function lookUp(name, env) {
  const folders = name.includes('/') ? [''] : (env.PATH ?? '').split(delimiter);
  return folders.map((folder) => resolve(join(folder, name))).find(isExecutable);
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    // Not this package's own command: it would look for an engine again, and find itself.
    return statSync(path).isFile() && !realpathSync(path).endsWith(command);
  } catch {
    return false;
  }
}
