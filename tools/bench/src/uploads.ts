import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { getAuth } from 'firebase-admin/auth';
import { getFirestore } from 'firebase-admin/firestore';
import { findFreePorts } from 'firebase-local/ports';
import sharp from 'sharp';
import { addressOf, firstAnswer, hostEnvironment, startFilledSuite, startHost } from './api-stack.ts';
import { processUse } from './process-use.ts';
import { quantile, tokenOf } from './programs.ts';

/*
 * Sends 50 uploads at once to the api function, and meanwhile requests a list as another caller.
 *
 *   npm run uploads --workspace tools/bench -- [--only megapixels]
 *
 * Starts its own emulators, and a new process of the function for each line of the table; `--only` runs lines whose name contains a text. The peak
 * memory of the process is read from /proc (Linux). Exits with 1 if it exceeds the memory of an instance, or if a list took longer than 2 s.
 */

const INSTANCE_MB = 512;
const MAX_LIST_MS = 2_000;
const UPLOADS = 50;
const ACCOUNTS = 8;

/** @returns the status of the answer; null if there was none */
async function upload(url: string, token: string, bytes: Buffer): Promise<number | null> {
  const body = new FormData();
  body.append('image', new Blob([new Uint8Array(bytes)]), 'a.jpg');
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/api/upload`, { method: 'POST', headers, body }).catch(() => null);
  await answer?.arrayBuffer().catch(() => null);
  return answer?.status ?? null;
}

/** Requests a list repeatedly in the background. @returns a function that stops it and returns the time of each answer, in ms */
function askMeanwhile(url: string): () => Promise<number[]> {
  const took: number[] = [];
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      const startedMs = performance.now();
      await (await fetch(`${url}/api/posts?limit=15`)).arrayBuffer();
      took.push(performance.now() - startedMs);
      await sleep(50);
    }
  })();
  return async () => {
    isOver = true;
    await asking;
    return took.sort((a, b) => a - b);
  };
}

async function pictures(): Promise<Record<string, Buffer>> {
  const plainColor = (side: number) =>
    sharp({ create: { width: side, height: side, channels: 4, background: '#3b4cca' } });
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const large = await sharp({ create: { width: 3_900, height: 3_900, channels: 3, background: '#000', noise } })
    .jpeg({ quality: 85 })
    .toBuffer();
  return {
    [`JPEG of ${(large.length / 2 ** 20).toFixed(1)} MB`]: large,
    'interlaced PNG, 25 megapixels, rotated': await plainColor(5_000)
      .png({ progressive: true })
      .withMetadata({ orientation: 6 })
      .toBuffer(),
    'progressive JPEG, 32 megapixels, rotated': await plainColor(5_700)
      .jpeg({ progressive: true })
      .withMetadata({ orientation: 6 })
      .toBuffer(),
    'PNG, 49 megapixels': await plainColor(7_000).png().toBuffer(),
  };
}

/** Creates moderators in the emulators. @returns their tokens */
async function makeModerators(): Promise<string[]> {
  const [auth, db] = [getAuth(), getFirestore()];
  return Promise.all(
    Array.from({ length: ACCOUNTS }, async (_, index) => {
      const [email, password, displayName] = [`moderator-${index}@example.com`, 'Inkwell#2026', `Moderator ${index}`];
      const { uid } = await auth.createUser({ email, password, displayName });
      const now = new Date();
      const record = { email, displayName, role: 'moderator', isBlocked: false, createdAt: now, lastSeenAt: now };
      await db.doc(`users/${uid}`).set(record);
      return tokenOf(process.env.FIREBASE_AUTH_EMULATOR_HOST ?? '', email, password);
    }),
  );
}

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
const { stop } = await startFilledSuite(['auth', 'firestore', 'storage'], 100);
const tokens = await makeModerators();

console.log(
  `| ${UPLOADS} uploads at once | stored | refused | 503 | most resident MB | a list meanwhile, p50 ms | longest ms |`,
);
console.log('|---|---|---|---|---|---|---|');
let isWithin = true;
for (const [name, bytes] of Object.entries(await pictures())) {
  if (!name.includes(values.only)) continue;
  const [port = 0] = await findFreePorts(1);
  const url = addressOf(port);
  const host = startHost(port, { ...(await hostEnvironment(port)), SHOW_COSTS: 'off' });
  await firstAnswer(`${url}/api/posts?limit=15`);
  const end = askMeanwhile(url);
  const statuses = await Promise.all(
    Array.from({ length: UPLOADS }, (_, index) => upload(url, tokens[index % ACCOUNTS] ?? '', bytes)),
  );
  const took = await end();
  const { peakMb } = await processUse(host.pid ?? 0);
  host.kill('SIGTERM');
  await once(host, 'exit');
  // The limits per minute are not tested here.
  const { docs } = await getFirestore().collection('limits').get();
  await Promise.all(docs.map(({ ref }) => ref.delete()));

  const longest = took.at(-1) ?? 0;
  isWithin &&= peakMb < INSTANCE_MB && longest < MAX_LIST_MS;
  const stored = statuses.filter((status) => status === 200).length;
  const full = statuses.filter((status) => status === 503).length;
  const figures = [stored, UPLOADS - stored - full, full, peakMb, quantile(took, 0.5), longest];
  console.log(`| ${name} | ${figures.map(Math.round).join(' | ')} |`);
}
await stop();
process.exitCode = isWithin ? 0 : 1;
