import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { getFirestore } from 'firebase-admin/firestore';
import { findFreePorts } from 'firebase-local/ports';
import { startTestSuite } from 'firebase-local/testing/suite';
import sharp from 'sharp';
import { addressOf, buildFunctions, firstAnswer, hostEnvironment, startHost } from './api-stack.ts';
import { processUse } from './process-use.ts';
import { writeSyntheticPosts } from './synthetic-posts.ts';

const USAGE = `Sends many uploads at once to the api function, and asks for a list meanwhile as another caller does.

  npm run uploads --workspace tools/bench -- [--uploads 50] [--only megapixels]

Starts emulators of its own, and for each line of the table the function anew; \`--only\` takes those
whose name contains a text. The most memory that the process ever had is read from
/proc (Linux). Exits with 1 when that is more than an instance has, or when a list took longer than 2 s.`;

const INSTANCE_MB = 512;
const MAX_LIST_MS = 2_000;
const ACCOUNTS = 8;
const BOUNDARY = 'boundary-of-the-bench';

/** How the bytes of an upload travel. */
type Manner = 'plain' | 'chunked' | 'slow' | 'aborted' | 'lying' | 'endless';

const HEAD = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n`;
const formOf = (bytes: Buffer) => Buffer.concat([Buffer.from(HEAD), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);

/** @returns the status of the answer; null when there was none */
async function upload(url: string, token: string, form: Buffer, manner: Manner): Promise<number | null> {
  const isChunked = manner === 'chunked' || manner === 'endless';
  const sending = request(`${url}/api/upload`, {
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      ...(!isChunked && { 'content-length': manner === 'lying' ? form.length * 1_000 : form.length }),
    },
  });
  const answered = new Promise<number | null>((resolve) => {
    sending.once('error', () => resolve(null));
    sending.once('close', () => resolve(null));
    sending.once('response', (res) => {
      res.resume();
      res.once('end', () => resolve(res.statusCode ?? null));
    });
  });
  void send();
  const status = await answered;
  sending.destroy();
  return status;

  async function send(): Promise<void> {
    if (manner === 'plain' || manner === 'chunked' || manner === 'lying') {
      sending.end(form);
      return;
    }
    const step = 256 * 1024;
    for (let at = 0; !sending.destroyed && (at < form.length || manner === 'endless'); at += step) {
      // The rest after the end of the form is never read.
      const from = at % form.length;
      if (!sending.write(form.subarray(from, from + step))) await Promise.race([once(sending, 'drain'), answered]);
      if (manner === 'slow') await sleep(500);
      if (manner === 'aborted' && at > form.length / 2) sending.destroy();
    }
    if (!sending.destroyed) sending.end();
  }
}

/** Requests a list again and again meanwhile. @returns how long each answer took, in ms */
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

const noise = (side: number) =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });
const plainColor = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 4, background: '#3b4cca' } });

async function frames(side: number, count: number): Promise<Buffer> {
  const colors = ['#ff0000', '#00ff00', '#0000ff'];
  const one = (background: string) =>
    sharp({ create: { width: side, height: side, channels: 4, background } })
      .png()
      .toBuffer();
  const drawn = await Promise.all(colors.map(one));
  const sequence = Array.from({ length: count }, (_, index) => drawn[index % drawn.length] ?? Buffer.alloc(0));
  return sharp(sequence, { join: { animated: true } })
    .webp({ effort: 0 })
    .toBuffer();
}

async function scenarios(): Promise<{ name: string; bytes: Buffer; manner: Manner; accounts: number }[]> {
  const large = await noise(3_900).jpeg({ quality: 85 }).toBuffer();
  const megabytes = `${(large.length / 2 ** 20).toFixed(1)} MB`;
  const interlaced = await plainColor(5_000).png({ progressive: true }).withMetadata({ orientation: 6 }).toBuffer();
  const flat = await plainColor(7_000).png().toBuffer();
  const deep = await plainColor(7_000).toColourspace('rgb16').png({ progressive: true }).toBuffer();
  const progressive = await plainColor(5_700).jpeg({ progressive: true }).withMetadata({ orientation: 6 }).toBuffer();
  return [
    { name: `JPEG of ${megabytes}`, bytes: large, manner: 'plain', accounts: ACCOUNTS },
    { name: 'the same, by one account', bytes: large, manner: 'plain', accounts: 1 },
    { name: 'without a length', bytes: large, manner: 'chunked', accounts: ACCOUNTS },
    { name: 'announced 1,000 times as long', bytes: large, manner: 'lying', accounts: ACCOUNTS },
    { name: 'without an end', bytes: large, manner: 'endless', accounts: ACCOUNTS },
    { name: 'given up half-way', bytes: large, manner: 'aborted', accounts: ACCOUNTS },
    { name: 'slow, 0.5 MB/s', bytes: large, manner: 'slow', accounts: ACCOUNTS },
    { name: 'interlaced PNG, 25 megapixels, on its side', bytes: interlaced, manner: 'plain', accounts: ACCOUNTS },
    { name: 'progressive JPEG, 32 megapixels, on its side', bytes: progressive, manner: 'plain', accounts: ACCOUNTS },
    { name: 'PNG, 49 megapixels', bytes: flat, manner: 'plain', accounts: ACCOUNTS },
    { name: 'PNG of 16 bits, 49 megapixels', bytes: deep, manner: 'plain', accounts: ACCOUNTS },
    { name: 'WebP of 49 frames of 1 megapixel', bytes: await frames(1_000, 49), manner: 'plain', accounts: ACCOUNTS },
  ];
}

/** Tokens of moderators in the emulators. */
async function makeModerators(count: number): Promise<string[]> {
  const [auth, db] = [getAuth(), getFirestore()];
  const tokenOf = async (email: string, password: string) => {
    const host = process.env.FIREBASE_AUTH_EMULATOR_HOST;
    const path = 'identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=any';
    const answer = await fetch(`http://${host}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password, returnSecureToken: true }),
    });
    const { idToken } = (await answer.json()) as { idToken?: string };
    if (!idToken) throw new Error(`the Auth emulator refused to sign in (${answer.status})`);
    return idToken;
  };
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const [email, password] = [`moderator-${index}@example.com`, 'Inkwell#2026'];
      const { uid } = await auth.createUser({ email, password, displayName: `Moderator ${index}` });
      const now = new Date();
      const record = { email, displayName: `Moderator ${index}`, role: 'moderator', isBlocked: false };
      await db.doc(`users/${uid}`).set({ ...record, createdAt: now, lastSeenAt: now });
      return tokenOf(email, password);
    }),
  );
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      help: { type: 'boolean' },
      uploads: { type: 'string', default: '50' },
      only: { type: 'string', default: '' },
    },
  });
  if (values.help) return console.log(USAGE);
  const count = Number(values.uploads);

  buildFunctions();
  const suite = await startTestSuite({ services: ['auth', 'firestore', 'storage'] });
  Object.assign(process.env, suite.env);
  const firebase = initializeApp({ projectId: suite.projectId });
  await writeSyntheticPosts(getFirestore(firebase), 100);
  const tokens = await makeModerators(ACCOUNTS);

  console.log(
    `| ${count} uploads at once | stored | refused | 503 | most resident MB | a list meanwhile, p50 ms | longest ms |`,
  );
  console.log('|---|---|---|---|---|---|---|');
  let isWithin = true;
  const chosen = (await scenarios()).filter(({ name }) => name.includes(values.only));
  for (const { name, bytes, manner, accounts } of chosen) {
    const [port = 0] = await findFreePorts(1);
    const url = addressOf(port);
    const host = startHost(port, { ...(await hostEnvironment(port)), SHOW_COSTS: 'off' });
    await firstAnswer(`${url}/api/posts?limit=15`);
    const end = askMeanwhile(url);
    const form = formOf(bytes);
    const statuses = await Promise.all(
      Array.from({ length: count }, (_, index) => upload(url, tokens[index % accounts] ?? '', form, manner)),
    );
    const took = await end();
    const { peakMb } = await processUse(host.pid ?? 0);
    host.kill('SIGTERM');
    await once(host, 'exit');
    // The limits per minute are not under test here.
    const { docs } = await getFirestore().collection('limits').get();
    await Promise.all(docs.map(({ ref }) => ref.delete()));

    const longest = took.at(-1) ?? 0;
    isWithin &&= peakMb < INSTANCE_MB && longest < MAX_LIST_MS;
    const stored = statuses.filter((status) => status === 200).length;
    const full = statuses.filter((status) => status === 503).length;
    const figures = [stored, count - stored - full, full, peakMb, took[took.length >> 1] ?? 0, longest];
    console.log(`| ${name} | ${figures.map(Math.round).join(' | ')} |`);
  }
  await deleteApp(firebase);
  await suite.stop();
  process.exitCode = isWithin ? 0 : 1;
}

await main();
