/**
 * Sends a newsletter issue to many subscribers, over SMTP to a server that refuses some, defers some and cuts some connections. Two instances send
 * concurrently, one of which is killed repeatedly: `npm run newsletter --workspace tools/bench -- --subscribers 10000
 * --kills 200 --seed 1`. Fails if a subscriber got the issue twice, or has no outcome.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { addressIdOf } from '@inkwell/functions/src/mail/tokens.ts';
import { encodeIssue, NEW_ISSUE } from '@inkwell/functions/src/newsletter-issues/newsletter-issues.converter.ts';
import { MAILS_AT_ONCE } from '@inkwell/functions/src/newsletter-issues/sending.service.ts';
import { startSmtp } from '@inkwell/functions/src/testing/smtp.ts';
import { createRandom } from '@inkwell/shared/testing/random';
import { initializeApp } from 'firebase-admin/app';
import { getFirestore } from 'firebase-admin/firestore';
import { fastClock, ISSUE, PROJECT } from './newsletter/setting.ts';
import { startFirestore, startProgram } from './programs.ts';

const { values } = parseArgs({
  options: {
    subscribers: { type: 'string', default: '10000' },
    kills: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    /** The maximum latency of the mail server's answers, in ms: slow enough for all kills to happen while emails are sent. */
    latency: { type: 'string', default: '800' },
  },
});
const [subscribers, wantedKills] = [Number(values.subscribers), Number(values.kills)];
const random = createRandom(Number(values.seed));
const epochMs = Date.now();
const clock = fastClock(epochMs);
const emailOf = (n: number) => `reader-${n}@example.com`;

const firestore = await startFirestore();
const db = getFirestore(initializeApp({ projectId: PROJECT }));

/** The recipient of each email that the server accepted. */
const taken: string[] = [];
const smtp = await startSmtp({
  rcptTo(address) {
    const n = Number(/\d+/.exec(address)?.[0]);
    if (n % 97 === 0) return '550 5.1.1 No such user';
    return random() < 0.01 ? '451 4.7.1 Try again later' : null;
  },
  async text(mail) {
    await sleep(random() * Number(values.latency));
    taken.push(...mail.to);
    return null;
  },
});
/** The number of times the server cut all connections, also between a text and its answer. */
let cuts = 0;
const dropping = setInterval(() => {
  cuts += 1;
  smtp.dropConnections();
}, 5_000);

for (let from = 0; from < subscribers; from += 500) {
  const batch = db.batch();
  for (let n = from; n < Math.min(from + 500, subscribers); n += 1) {
    const at = new Date(epochMs - 86_400_000);
    const subscriber = { email: emailOf(n), isConfirmed: true, subscribedAt: at, confirmedAt: at };
    batch.set(db.doc(`subscribers/${addressIdOf(emailOf(n))}`), subscriber);
  }
  await batch.commit();
}
const issue = encodeIssue(
  { ...NEW_ISSUE, subject: 'News', content: 'Hello **you**.' },
  { createdBy: 'bench', at: clock.now() },
);
// The cut connections cause more errors than an issue may have.
const since = { submitted: 0, refused: 1_000_000, errors: 1_000_000 };
await db.doc(`newsletterIssues/${ISSUE}`).set({ ...issue, status: 'queueing', startedAt: clock.now(), since });

const worker = fileURLToPath(new URL('./newsletter/worker.ts', import.meta.url));
const env = { ...process.env, SMTP_URL: `smtp://127.0.0.1:${smtp.port}?tls=off`, EPOCH_MS: String(epochMs) };
const warm = async (): Promise<ChildProcess> => (await startProgram([worker], /(ready)/, env)).child;
const go = (child: ChildProcess): void => void child.stdin?.write('go\n');
const isDone = async () => (await db.doc(`newsletterIssues/${ISSUE}`).get()).get('status') === 'sent';

const startedMs = Date.now();
let kills = 0;
const steady = await warm();
go(steady);
let next = warm();
while (kills < wantedKills && !(await isDone())) {
  const victim = await next;
  next = warm();
  go(victim);
  await sleep(20 + random() * 700);
  if (victim.exitCode === null) {
    victim.kill('SIGKILL');
    await once(victim, 'exit');
    kills += 1;
  }
}
const last = await next;
go(last);
while (!(await isDone())) await sleep(500);
steady.kill('SIGKILL');
last.kill('SIGKILL');
clearInterval(dropping);

const counts: Record<string, number> = (await db.doc(`newsletterIssues/${ISSUE}`).get()).get('counts');
const { docs } = await db.collection('mail').where('issueId', '==', ISSUE).select('to', 'state').get();
const states = new Map<string, string[]>();
for (const mail of docs) {
  const state = String(mail.get('state'));
  states.set(state, [...(states.get(state) ?? []), String(mail.get('to'))]);
}
const times = new Map<string, number>();
for (const email of taken) times.set(email, (times.get(email) ?? 0) + 1);
const twice = [...times].filter(([, count]) => count > 1);
const submitted = states.get('submitted') ?? [];
const untaken = submitted.filter((to) => !times.has(to));
const open = [...states.keys()].filter((state) => !['submitted', 'refused', 'left-out', 'unconfirmed'].includes(state));
const outcomes = Object.fromEntries([...states].map(([state, mails]) => [state, mails.length]));

console.log({ seconds: Math.round((Date.now() - startedMs) / 1_000), kills, cuts, counts, outcomes });
const faults = [
  twice.length > 0 && `${twice.length} addresses got it twice`,
  open.length > 0 && `mails without an outcome: ${open}`,
  docs.length !== subscribers && `${docs.length} mails for ${subscribers} subscribers`,
  untaken.length > 0 && `${untaken.length} count as submitted that the server has not taken`,
  counts.submitted !== submitted.length && 'the counters are wrong',
  (counts.unconfirmed ?? 0) > (kills + 2 * cuts + 2) * MAILS_AT_ONCE && 'more are unconfirmed than were in flight',
].filter(Boolean);
console.log(faults.length === 0 ? 'Nobody got it twice, and every address has an outcome.' : faults.join('\n'));
await smtp.close();
firestore.kill();
process.exit(faults.length === 0 ? 0 : 1);
