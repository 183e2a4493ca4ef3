import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

import { EngineNotFound } from './errors.js';

/**
 * The path of the engine: what `binary` says, else `$SEEKLINE`, else `seekline`. A name without a slash is looked up in
 * the PATH.
 *
 * @param {string | undefined} binary
 * @param {Record<string, string | undefined>} env
 */
export function findBinary(binary, env) {
  const [name, origin] = binary
    ? [binary, 'the option `binary`']
    : env.SEEKLINE
      ? [env.SEEKLINE, '$SEEKLINE']
      : ['seekline', 'neither the option `binary` nor $SEEKLINE'];
  const folders = name.includes('/') ? [''] : (env.PATH ?? '').split(delimiter);
  const found = folders.map((folder) => resolve(join(folder, name))).find(isExecutable);
  if (found) return found;
  const place = name.includes('/') ? 'there is no program at' : 'the PATH has no';
  throw new EngineNotFound(`${place} "${name}" (${origin} says where seekline is)`);
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
