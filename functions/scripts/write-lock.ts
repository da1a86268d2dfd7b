import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Lock, lockOf, type Manifest } from './lock.ts';

/*
 * Writes package-lock.json for the deployment, into this workspace or into the folder named as an argument. With it, the build in the cloud runs `npm
 * ci`; without it, the build would install the newest versions.
 */

const root = fileURLToPath(new URL('..', import.meta.url));
const json = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'));

const whole = (await json(`${root}/../package-lock.json`)) as Lock;
const manifest = (await json(`${root}/package.json`)) as Manifest;
const lock = lockOf(whole, 'functions', manifest);
await writeFile(resolve(root, process.argv[2] ?? '.', 'package-lock.json'), `${JSON.stringify(lock, null, 2)}\n`);
