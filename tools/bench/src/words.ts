/**
 * Kills a writer again and again at random keystrokes, and counts what is lost on the same device and on another one:
 * `npm run words --workspace tools/bench -- --kills 500 --seed 1`, with `--url` and `--auth-port` for a product that runs already.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findBrowser } from '@inkwell/e2e/support/browser.ts';
import {
  comeBack,
  KILLS,
  type Kill,
  type Loss,
  lossOf,
  seeded,
  TROUBLES,
  type Trouble,
  writeUntilKilled,
} from '@inkwell/e2e/support/killed-writer.ts';
import { MODERATOR, PASSWORD, signInAndWait } from '@inkwell/e2e/support/people.ts';
import { type BrowserContext, chromium } from '@playwright/test';
import { startStack } from 'firebase-local/testing/stack';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    url: { type: 'string' },
    'auth-port': { type: 'string' },
  },
});
/** One kill in so many is also looked for on another device. */
const OTHER_DEVICE_EVERY = 4;

const stack = values.url ? null : await startStack();
const url = values.url ?? stack?.url ?? '';
const authPort = values['auth-port'] ?? String(stack?.ports.auth);
const random = seeded(Number(values.seed));
const choice = await findBrowser();
const folder = mkdtempSync(join(tmpdir(), 'words-'));
const launch = {
  executablePath: choice.executablePath,
  args: choice.args,
  env: { ...(process.env as Record<string, string>), ...choice.env },
  baseURL: url,
};

interface Device {
  readonly profile: string;
  context: BrowserContext;
}

const open = (profile: string) => chromium.launchPersistentContext(join(folder, profile), launch);

async function newDevice(profile: string): Promise<Device> {
  const context = await open(profile);
  await signInAndWait(await context.newPage(), MODERATOR);
  return { profile, context };
}

/** Kills a browser with all its processes, as a lost battery does, and starts it again. */
async function killBrowser(device: Device): Promise<void> {
  const pids = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8', maxBuffer: 1 << 24 })
    .split('\n')
    .filter((line) => line.includes(join(folder, device.profile)))
    .map((line) => Number.parseInt(line, 10));
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // One that ended with the others.
    }
  }
  await device.context.close().catch(() => undefined);
  rmSync(join(folder, device.profile, 'SingletonLock'), { force: true });
  device.context = await open(device.profile);
}

/** Removes every draft, here and on the server, so that each round begins with none. */
async function clear(device: Device): Promise<void> {
  const page = await device.context.newPage();
  await page.goto('/robots.txt');
  await page.evaluate(async () => {
    await new Promise<void>((resolve) => {
      const request = indexedDB.deleteDatabase('inkwell-drafts');
      request.onsuccess = () => resolve();
      request.onerror = () => resolve();
      request.onblocked = () => resolve();
    });
    for (const key of Object.keys(localStorage)) if (key.startsWith('inkwell-draft')) localStorage.removeItem(key);
  });
  await page.close();
  const answer = await fetch(
    `http://127.0.0.1:${authPort}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=local`,
    {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: MODERATOR, password: PASSWORD, returnSecureToken: true }),
    },
  );
  const { idToken } = (await answer.json()) as { idToken: string };
  const headers = { Authorization: `Bearer ${idToken}` };
  const drafts = (await (await fetch(`${url}/api/drafts`, { headers })).json()) as { key: string }[];
  for (const { key } of drafts) await fetch(`${url}/api/drafts/${key}`, { method: 'DELETE', headers });
}

interface Round extends Loss {
  readonly kill: Kill;
  readonly trouble: Trouble;
  readonly isOther: boolean;
}

const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

async function round(number: number, desk: Device, phone: Device): Promise<Round[]> {
  const isOther = number % OTHER_DEVICE_EVERY === 0;
  const kill = pick(KILLS);
  const trouble = isOther ? 'none' : pick(TROUBLES);
  const title = `Round ${number} of seed ${values.seed}`;
  await clear(desk);
  const page = await desk.context.newPage();
  await page.goto('/create-post');
  const written = await writeUntilKilled(page, { kill, trouble, random, title }, async () => {
    if (kill === 'browser') await killBrowser(desk);
    else if (trouble === 'offline') await desk.context.setOffline(false);
  });
  const there = isOther ? lossOf(written, await comeBack(phone.context, title)) : null;
  const here = lossOf(written, await comeBack(desk.context, title));
  const rounds: Round[] = [{ ...here, kill, trouble, isOther: false }];
  if (there) rounds.push({ ...there, kill, trouble, isOther: true });
  for (const { isOther: isThere, characters, seconds, isIntact } of rounds) {
    const isBad = !isIntact || (isThere ? seconds > 10 : characters > 1);
    if (isBad) console.log('  lost', { number, kill, trouble, isThere, characters, seconds, isIntact });
  }
  return rounds;
}

const [desk, phone] = [await newDevice('desk'), await newDevice('phone')];
const rounds: Round[] = [];
for (let number = 1; number <= Number(values.kills); number++) rounds.push(...(await round(number, desk, phone)));

const most = (numbers: readonly number[]) => Math.max(0, ...numbers);
for (const kill of KILLS) {
  for (const trouble of TROUBLES) {
    const same = rounds.filter((one) => one.kill === kill && one.trouble === trouble && !one.isOther);
    if (same.length === 0) continue;
    const corrupted = same.filter(({ isIntact }) => !isIntact).length;
    console.log(
      `${kill}, ${trouble}: ${same.length} kills, at most ${most(same.map(({ characters }) => characters))} characters lost, ${corrupted} corrupted`,
    );
  }
}
const others = rounds.filter(({ isOther }) => isOther);
console.log(
  `another device: ${others.length} times, at most ${most(others.map(({ seconds }) => seconds)).toFixed(1)} s lost, ${others.filter(({ isIntact }) => !isIntact).length} corrupted`,
);

await desk.context.close();
await phone.context.close();
await stack?.stop();
rmSync(folder, { recursive: true, force: true });
process.exit();
