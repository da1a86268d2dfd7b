/**
 * Kills writers at random keystrokes, during all kinds of failures, and measures the text that cannot be restored on the same device and on another
 * one: `npm run kills --workspace tools/bench -- --kills 500 --seed 1`; `--only name` for one case.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { KILLS, type Kill } from '@inkwell/e2e/support/killed-writer.ts';
import { TROUBLES } from '@inkwell/e2e/support/troubles.ts';
import { createRandom } from '@inkwell/shared/testing/random';
import { startStack } from 'firebase-local/testing/stack';
import { openDevice } from './kills/device.ts';
import { askAs } from './kills/people.ts';
import { isBad, reportOf } from './kills/report.ts';
import { type Round, reopened, type Setting, stopped, troubled, twoDevices, twoTabs } from './kills/rounds.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
});
/** The number of tabs per browser. Killing the browser ends them all. */
const WRITERS = 4;

type Case = (setting: Setting, kill: Kill) => Promise<Round[]>;

/** The situations of the writers. The last cases are chosen more often than a single trouble. */
const CASES: readonly [string, Case][] = [
  ...TROUBLES.map((trouble): [string, Case] => [
    trouble.name,
    (setting, kill) => troubled(setting, trouble, kill, WRITERS),
  ]),
  ['on another device', (setting, kill) => reopened(setting, kill, WRITERS)],
  ['on another device', (setting, kill) => reopened(setting, kill, WRITERS)],
  ['two tabs, take over', (setting, kill) => twoTabs(setting, 'take over', kill)],
  ['two tabs, copy', (setting, kill) => twoTabs(setting, 'copy', kill)],
  ['two devices', twoDevices],
  ['stopped', (setting) => stopped(setting, WRITERS)],
];

const stack = await startStack();
const random = createRandom(Number(values.seed));
const folder = mkdtempSync(join(tmpdir(), 'kills-'));
const ask = askAs(stack.url, stack.ports.auth);
const laptop = await openDevice(join(folder, 'laptop'), stack.url);
const phone = await openDevice(join(folder, 'phone'), stack.url);
const setting: Setting = { laptop, phone, ask, random };

async function clear(): Promise<void> {
  for (const { key } of (await ask('writer', 'GET', '/api/drafts')) as { key: string }[]) {
    await ask('writer', 'DELETE', `/api/drafts/${key}`);
  }
  await Promise.all([laptop.clear(), phone.clear()]);
}

const cases = values.only ? CASES.filter(([name]) => name === values.only) : CASES;
if (cases.length === 0) throw new Error(`The cases are: ${CASES.map(([name]) => name).join('; ')}.`);
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
const rounds: Round[] = [];
const startedAtMs = Date.now();
while (rounds.length < Number(values.kills)) {
  const [name, run] = pick(cases);
  const kill = pick(KILLS);
  // The run ends if the texts of the last round cannot be removed, because later rounds would measure nothing.
  await clear();
  try {
    const batch = await run(setting, kill);
    rounds.push(...batch);
    for (const { writer, found, ...round } of batch.filter(isBad)) {
      console.log(
        '  lost',
        JSON.stringify({ ...round, typed: writer.plan.slice(0, writer.atMs.length).join(''), found }),
      );
    }
  } catch (error) {
    console.error(`  ${name}, ${kill}: the round was not played to its end`, error);
    process.exitCode = 1;
    await laptop.restart();
    await phone.restart();
  }
  const seconds = (Date.now() - startedAtMs) / 1000;
  console.log(`${rounds.length} (${name}, ${kill}), ${(seconds / Math.max(1, rounds.length)).toFixed(1)} s each`);
}

console.log(reportOf(rounds));
if (rounds.some(isBad)) process.exitCode = 1;
await laptop.close();
await phone.close();
await stack.stop();
rmSync(folder, { recursive: true, force: true });
process.exit();
