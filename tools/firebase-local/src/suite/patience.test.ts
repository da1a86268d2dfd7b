import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedFolder } from '../testing/temporary-folder.ts';
import { waitWhileBusy } from './patience.ts';
import { startProcess } from './processes.ts';

const QUIET_MS = 1_000;

const folder = sharedFolder();

/** Runs a program for at least twice the time that a process may be idle. */
const start = (name: string, program: string) =>
  startProcess({
    name,
    command: 'sh',
    args: ['-c', `"${process.execPath}" -e "const end = Date.now() + ${2 * QUIET_MS}; ${program}"`],
    cwd: folder,
    logFile: join(folder, `${name}.log`),
  });

describe('waitWhileBusy', { timeout: 60_000 }, () => {
  it.each([
    ['that only writes', "setInterval(() => Date.now() < end ? console.log('.') : process.exit(), 200)", 'ended'],
    ['that only computes, below a shell', 'while (Date.now() < end);', 'ended'],
    ['that does nothing', 'setInterval(() => undefined, 60_000)', 'quiet'],
  ])('watches a process %s', async (name, program, outcome) => {
    const child = start(name, program);

    expect(await waitWhileBusy(new Promise(() => undefined), child, QUIET_MS)).toBe(outcome);

    await child.stop();
  });

  it('returns the value of the event', async () => {
    const child = start('long', 'setInterval(() => undefined, 60_000)');

    expect(await waitWhileBusy(Promise.resolve('ready'), child)).toBe('ready');

    await child.stop();
  });
});
