/** Whether everything that `package-lock.json` names is installed. Plain JavaScript, because it runs before anything is there. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What is wrong with the installation, as the first part of a sentence; undefined when nothing is. npm writes
 * `node_modules/.package-lock.json` at its end, so after an interrupted install that record is missing or old.
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
 * npm leaves out optional packages of other systems and what only those need. Of optional packages, only those count that name this system
 * and no C library: which of these npm chooses is its own affair.
 */
function isNeeded({ optional, devOptional, os, cpu, libc }, system) {
  if (!optional && !devOptional) return true;
  return !libc && Boolean(os?.includes(system.os)) && Boolean(cpu?.includes(system.cpu));
}

/** Undefined for a file that a kill cut off. */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
