/** Checks whether everything in `package-lock.json` is installed. Plain JavaScript, because it runs before packages are installed. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The fault of the installation, as the beginning of a sentence; undefined if there is none. npm writes `node_modules/.package-lock.json` last, so
 * after an interrupted installation that record is missing or outdated.
 */
export function findFault(root, system = { os: process.platform, cpu: process.arch }) {
  const record = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(record)) return 'Nothing is installed yet';
  const { packages: installed = {} } = readJson(record) ?? {};
  const { packages = {} } = readJson(join(root, 'package-lock.json')) ?? {};
  for (const [path, wanted] of Object.entries(packages)) {
    if (!path.includes('node_modules/') || !isNeeded(wanted, system)) continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const found = installed[path];
    if (!found) return `${name} is not installed`;
    const isOther = wanted.link ? found.resolved !== wanted.resolved : found.integrity !== wanted.integrity;
    if (isOther || found.version !== wanted.version) return `${name} is not the version that package-lock.json names`;
    if (!existsSync(join(root, path, 'package.json'))) return `${name} is missing`;
  }
  return undefined;
}

/**
 * npm skips optional packages for other systems, and their dependencies. Optional packages count only if they name this system and no C library,
 * because npm chooses among C libraries itself.
 */
function isNeeded({ optional, devOptional, os, cpu, libc }, system) {
  if (!optional && !devOptional) return true;
  return !libc && Boolean(os?.includes(system.os)) && Boolean(cpu?.includes(system.cpu));
}

/** Undefined for an incomplete file. */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
