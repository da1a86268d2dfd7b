/**
 * Kills a part of the local stack again and again while it writes, and counts what was acknowledged and is gone:
 * `npm run durability --workspace tools/bench -- firestore 30`, or `emulators` for accounts and files (the stack then starts anew each time).
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { getFirestore } from 'firebase-admin/firestore';
import { getStorage } from 'firebase-admin/storage';
import { startStack } from 'firebase-local/testing/stack';

const COMMANDS = {
  firestore: /firestore-emulator\.mjs|firestore\/main\.ts/,
  emulators: /firebase-tools\/lib\/bin\/firebase\.js/,
};
const WRITERS = 8;
const PROJECT = 'demo-notes';
/** A project without a build: what is measured is the package's own. */
const root = fileURLToPath(new URL('../../firebase-local/example', import.meta.url));

const [part = 'firestore', kills = '30'] = process.argv.slice(2);
if (part !== 'firestore' && part !== 'emulators') throw new Error('The parts are firestore and emulators.');

const folder = mkdtempSync(join(tmpdir(), 'kills-'));
const acknowledged = { documents: new Set<string>(), accounts: new Set<string>(), files: new Set<string>() };
let stack = await startStack({ root, dataDir: join(folder, 'data') });

function connect() {
  const { firestore, auth, storage } = stack.ports;
  process.env.FIRESTORE_EMULATOR_HOST = `127.0.0.1:${firestore}`;
  process.env.FIREBASE_AUTH_EMULATOR_HOST = `127.0.0.1:${auth}`;
  process.env.STORAGE_EMULATOR_HOST = `http://127.0.0.1:${storage}`;
  process.env.METADATA_SERVER_DETECTION = 'none';
  const app = initializeApp(
    { projectId: PROJECT, storageBucket: `${PROJECT}.firebasestorage.app` },
    String(Math.random()),
  );
  return { app, db: getFirestore(app), auth: getAuth(app), bucket: getStorage(app).bucket() };
}

/** Waits for one that is just being started again. */
async function pidOf(command: RegExp): Promise<number> {
  for (const end = Date.now() + 60_000; Date.now() < end; ) {
    const pid = findProcess(command);
    if (pid) return pid;
    await pause(200);
  }
  throw new Error(`No process of the stack is ${command}.`);
}

function findProcess(command: RegExp): number | undefined {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8', maxBuffer: 1 << 24 })
    .split('\n')
    .flatMap((line) => {
      const [, pid, parent, args = ''] = /^\s*(\d+)\s+(\d+)\s(.*)$/.exec(line) ?? [];
      return pid ? [{ pid: Number(pid), parent: Number(parent), args }] : [];
    });
  const below = new Set([stack.pid]);
  for (let size = 0; size < below.size; ) {
    size = below.size;
    for (const { pid, parent } of rows) if (below.has(parent)) below.add(pid);
  }
  return rows.find(({ pid, args }) => below.has(pid) && command.test(args))?.pid;
}

/** Writes until it is told to stop; what fails is not counted, and tried no more. */
async function write(round: number, isOver: () => boolean, clients: ReturnType<typeof connect>): Promise<void> {
  const writer = async (number: number) => {
    for (let n = 0; !isOver(); n++) {
      const id = `${round}-${number}-${n}`;
      if (part === 'firestore') {
        await clients.db.doc(`kills/${id}`).create({ text: 'x'.repeat(1000), n });
        acknowledged.documents.add(id);
      } else if (number % 2 === 0) {
        await clients.auth.createUser({ uid: id });
        acknowledged.accounts.add(id);
      } else {
        await clients.bucket.file(id).save('x'.repeat(1000), { resumable: false });
        acknowledged.files.add(id);
      }
    }
  };
  await Promise.allSettled(Array.from({ length: WRITERS }, (_, number) => writer(number)));
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

for (let round = 1; round <= Number(kills); round++) {
  const clients = connect();
  let isOver = false;
  const writing = write(round, () => isOver, clients);
  await pause(700 + Math.random() * 600);
  process.kill(await pidOf(COMMANDS[part]), 'SIGKILL');
  isOver = true;
  if (part === 'emulators') {
    await stack.exited;
    stack = await startStack({ root, dataDir: stack.dataDir });
  }
  await Promise.race([writing, pause(20_000)]);
  await deleteApp(clients.app);
}

const { db, auth, bucket } = connect();
const accounts: string[] = [];
for (let pageToken: string | undefined; ; ) {
  const page = await auth.listUsers(1000, pageToken);
  accounts.push(...page.users.map(({ uid }) => uid));
  pageToken = page.pageToken;
  if (!pageToken) break;
}
const found = {
  documents: new Set((await db.collection('kills').select().get()).docs.map(({ id }) => id)),
  accounts: new Set(accounts),
  files: new Set((await bucket.getFiles())[0].map(({ name }) => name)),
};
for (const kind of ['documents', 'accounts', 'files'] as const) {
  const lost = [...acknowledged[kind]].filter((id) => !found[kind].has(id));
  console.log(`${kills} kills, ${acknowledged[kind].size} ${kind} acknowledged, ${lost.length} lost`, lost.slice(0, 5));
}
await stack.stop();
rmSync(folder, { recursive: true, force: true });
process.exit();
