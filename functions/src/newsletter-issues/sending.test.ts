import { DEFAULT_SETTINGS } from '@inkwell/shared/settings';
import { createRandom } from '@inkwell/shared/testing/random';
import { beforeEach, describe, expect, it } from 'vitest';
import { createMeter, withMeter } from '../common/meter.ts';
import { createJobTable } from '../jobs/jobs.repository.ts';
import { addressIdOf } from '../mail/tokens.ts';
import type { OutgoingMail, Submission } from '../mail/transport.ts';
import { createPictureTable } from '../pictures/pictures.repository.ts';
import { api } from '../testing/api.ts';
import { readerOf, readers, storedMails, storeSubscribers } from '../testing/mails.ts';
import { stored } from '../testing/posts.ts';
import { clock, db, resetFirestore } from '../testing/server.ts';
import { createIssueMailRepository, type IssueMailRepository } from './issue-mails.repository.ts';
import { encodeIssue, NEW_ISSUE } from './newsletter-issues.converter.ts';
import { createIssueRepository } from './newsletter-issues.repository.ts';
import { createIssueSender, MAILS_AT_ONCE } from './sending.service.ts';

const ISSUE = 'issue-1';
const LEASE_MS = 3 * 60_000;

const repository = createIssueMailRepository(db);

beforeEach(resetFirestore);

const subscribe = (count: number, more?: object) => storeSubscribers(readers(count), more);

const leave = (n: number) => db.doc(`subscribers/${addressIdOf(readerOf(n))}`).set({ isConfirmed: false });

async function begin(fields: object = {}, id = ISSUE): Promise<void> {
  const at = clock.now();
  const issue = encodeIssue({ ...NEW_ISSUE, subject: 'News', content: 'Hello **you**.' }, { createdBy: 'ada', at });
  await db.doc(`newsletterIssues/${id}`).set({ ...issue, status: 'queueing', startedAt: at, ...fields });
}

const issue = () => stored(`newsletterIssues/${ISSUE}`);
const states = async () => (await storedMails()).map(({ state }): string => state);

const ok: Submission = { outcome: 'submitted', reply: '250 OK', providerId: null };

/** A mail server that records for whom it accepted emails. */
function serverWith(answer: (mail: OutgoingMail) => Submission | Promise<Submission> = () => ok) {
  const taken: string[] = [];
  const submit = async (mail: OutgoingMail): Promise<Submission> => {
    const submission = await answer(mail);
    if (submission.outcome === 'submitted' || submission.outcome === 'unconfirmed') taken.push(mail.to);
    return submission;
  };
  return { taken, transport: { isOn: true, submit } };
}

const SITE = { ...DEFAULT_SETTINGS, postalAddress: '1 Harbour Road, Kiel' };

function senderWith(
  transport: ReturnType<typeof serverWith>['transport'],
  { mails = repository, mailsPerHour = null }: { mails?: IssueMailRepository; mailsPerHour?: number | null } = {},
) {
  const jobs = createJobTable(db);
  return createIssueSender({
    issues: createIssueRepository(db, { pictures: createPictureTable(db), jobs, mails }),
    mails,
    transport,
    keepsMails: false,
    site: async () => SITE,
    mailsPerHour: async () => mailsPerHour,
    countsClicks: async () => false,
    partsOf: async () => ({ copies: new Map(), languages: new Map() }),
    siteUrl: 'https://inkwell.example',
    secret: 'a secret',
    noteRefusal: async () => undefined,
    clock,
    log: () => undefined,
  });
}

type Sender = ReturnType<typeof senderWith>;

/** Runs pages until the job is done, or until nothing is due. */
async function run(sender: Sender, { isWaiting = false, pages = 500, issueId = ISSUE } = {}): Promise<Date | null> {
  for (let n = 0; n < pages; n += 1) {
    const { next, notBefore } = await sender.continueWith({ issueId, round: 0 });
    if (next === null) return null;
    if (!notBefore) continue;
    if (!isWaiting) return notBefore;
    clock.advance(Math.max(0, notBefore.getTime() - clock.now().getTime()));
  }
  throw new Error('the sending does not end');
}

describe('sending an issue', () => {
  it('emails everybody once, and leaves out people who unsubscribed or are suppressed', async () => {
    await subscribe(5);
    await begin();
    await leave(1);
    await db.doc(`subscribers/${addressIdOf(readerOf(2))}`).update({ isConfirmed: true });
    await db
      .doc(`suppressions/${addressIdOf(readerOf(3))}`)
      .set({ email: readerOf(3), reason: 'complaint', suppressedAt: clock.now() });
    const { taken, transport } = serverWith();

    await run(senderWith(transport));

    expect(taken.sort()).toEqual([0, 2, 4].map(readerOf));
    expect(await issue()).toMatchObject({
      status: 'sent',
      counts: { audience: 4, submitted: 3, leftOut: 1, refused: 0, unconfirmed: 0 },
    });
  });

  it('leaves out people who unsubscribe between the freezing and the email, or who join after it began', async () => {
    await subscribe(2);
    await begin();
    const { taken, transport } = serverWith();
    const progress = await repository.progress(ISSUE);
    if (!progress) throw new Error('no issue');
    await repository.queuePage(progress, clock.now());
    await leave(0);
    const at = new Date(clock.now().getTime() + 1_000);
    await storeSubscribers(['late@example.com'], { subscribedAt: at, confirmedAt: at });

    await run(senderWith(transport));

    expect(taken).toEqual([readerOf(1)]);
    expect((await issue())?.counts).toMatchObject({ audience: 2, submitted: 1, leftOut: 1 });
  });

  it('freezes only the segment', async () => {
    await subscribe(4);
    await db.doc(`subscribers/${addressIdOf(readerOf(0))}`).update({ categories: [1, 2], accountId: 'ada' });
    await db.doc(`subscribers/${addressIdOf(readerOf(1))}`).update({ categories: [3] });
    await db.doc(`subscribers/${addressIdOf(readerOf(2))}`).update({ wants: ['digest'] });
    const segment = { categories: [2], accounts: 'all', joinedFrom: null, joinedBefore: null } as const;
    await begin({ segment });
    const { taken, transport } = serverWith();

    await run(senderWith(transport));

    expect(taken.sort()).toEqual([readerOf(0), readerOf(3)]);
    expect(await repository.countAudience({ ...segment, categories: [...segment.categories] })).toEqual({
      count: 2,
      isAtLeast: false,
    });
    expect((await repository.countAudience({ ...NEW_ISSUE.segment, accounts: 'with' })).count).toBe(1);
  });

  it('never resubmits unconfirmed mails, and retries deferred ones', { tags: 'thorough' }, async () => {
    await subscribe(3);
    await begin();
    let isPutOff = true;
    const { taken, transport } = serverWith(({ to }) => {
      if (to === readerOf(0)) return { outcome: 'unconfirmed', reply: 'The connection died' };
      if (to === readerOf(1))
        return { outcome: 'refused', isPermanent: true, isUnknownMailbox: true, reply: '550 5.1.1' };
      if (!isPutOff) return ok;
      isPutOff = false;
      return { outcome: 'refused', isPermanent: false, isUnknownMailbox: false, reply: '451 Later' };
    });

    await run(senderWith(transport), { isWaiting: true });

    expect(taken.sort()).toEqual([readerOf(0), readerOf(2)]);
    expect((await states()).sort()).toEqual(['refused', 'submitted', 'unconfirmed']);
    expect(await issue()).toMatchObject({ status: 'sent', errors: 3 });
  });

  it('sends nothing again for an issue that was cancelled at the moment of the decision', async () => {
    await begin({ status: 'cancelled', counts: { audience: 1, submitted: 0, refused: 0, leftOut: 0, unconfirmed: 1 } });
    await db.doc('mail/lost').set({ issueId: ISSUE, state: 'unconfirmed' });
    const jobs = createJobTable(db);
    const issues = createIssueRepository(db, { pictures: createPictureTable(db), jobs, mails: repository });
    const decide = (decision: 'again' | 'submitted') =>
      issues.decide(ISSUE, { ids: ['lost'], decision }, () => expect.unreachable(), {
        actorId: 'ada',
        at: clock.now(),
      });

    await decide('again');
    expect([await states(), (await issue())?.counts.unconfirmed]).toEqual([['unconfirmed'], 1]);
    await decide('submitted');
    expect([await states(), (await issue())?.counts.unconfirmed]).toEqual([['submitted'], 0]);
  });

  it('pauses while the server cannot be reached, and resumes', { tags: 'thorough' }, async () => {
    await subscribe(25);
    await begin();
    let isDown = true;
    const { taken, transport } = serverWith(() => (isDown ? { outcome: 'unsent', reply: 'refused' } : ok));
    const sender = senderWith(transport);

    const until = await run(sender);

    expect(until && until > clock.now()).toBe(true);
    expect((await issue())?.errors).toBe(MAILS_AT_ONCE);
    isDown = false;
    await run(sender, { isWaiting: true });
    expect(new Set(taken).size).toBe(25);
    expect(taken).toHaveLength(25);
  });

  it('stops automatically at 5 % refusals of 200, and says so', async () => {
    await subscribe(220);
    await begin();
    let count = 0;
    const { transport } = serverWith(() => {
      count += 1;
      const reply = '550 No';
      return count % 15 === 0 ? { outcome: 'refused', isPermanent: true, isUnknownMailbox: false, reply } : ok;
    });

    await run(senderWith(transport));

    const { status, stopReason, lastReply, counts } = (await issue()) ?? {};
    expect({ status, stopReason, lastReply }).toEqual({
      status: 'stopped',
      stopReason: 'refusals',
      lastReply: '550 No',
    });
    expect(counts.submitted + counts.refused).toBe(200);
  });

  it('starts nothing more once it is paused, and leaves out the rest once it is cancelled', async () => {
    await subscribe(30);
    await begin();
    const { taken, transport } = serverWith(async () => {
      await db.doc(`newsletterIssues/${ISSUE}`).update({ status: 'paused' });
      return ok;
    });
    const sender = senderWith(transport);

    await run(sender);
    expect(taken).toHaveLength(MAILS_AT_ONCE);
    await run(sender);
    expect(taken).toHaveLength(MAILS_AT_ONCE);

    await db.doc(`newsletterIssues/${ISSUE}`).update({ status: 'cancelled' });
    await run(sender);
    expect((await issue())?.counts).toMatchObject({ submitted: MAILS_AT_ONCE, leftOut: 30 - MAILS_AT_ONCE });
    expect((await issue())?.finishedAt).not.toBeNull();
  });

  it('respects the limit with two issues, one with a lower limit, and a digest concurrently', async () => {
    await subscribe(4, { wants: ['newsletter', 'digest'] });
    await begin({ mailsPerHour: 60 }, 'a');
    await begin({ mailsPerHour: 40 }, 'b');
    await begin({ want: 'digest' }, 'digest');
    const { taken, transport } = serverWith();
    const times: number[] = [];
    const mails: IssueMailRepository = {
      ...repository,
      async claim(...args) {
        const claimed = await repository.claim(...args);
        // When they were allowed: this test's clock jumps while they are being sent.
        times.push(...(claimed ?? []).map(() => args[2].at.getTime()));
        return claimed;
      },
    };
    const jobs = ['a', 'b', 'digest', 'digest'];

    await clock.stopped(() =>
      Promise.all(
        jobs.map((issueId) => run(senderWith(transport, { mails, mailsPerHour: 50 }), { isWaiting: true, issueId })),
      ),
    );

    expect(taken).toHaveLength(12);
    const apart = times
      .sort((a, b) => a - b)
      .slice(1)
      .map((at, index) => at - (times[index] ?? 0));
    // 50 an hour, and 40 after the emails of the slower issue.
    expect(Math.min(...apart)).toBe(72_000);
    expect(apart.filter((ms) => ms >= 90_000).length).toBeGreaterThanOrEqual(3);
  });

  it('has a fixed cost per subscriber: 1 read and 1 write to queue, 3 reads and 2 writes to deliver', {
    tags: 'thorough',
  }, async () => {
    await subscribe(100);
    await begin();
    const { transport } = serverWith();
    // The app meters its database from the moment it is created.
    await api.get('/api/categories');
    const meter = createMeter();

    const { reads, writes } = await withMeter(meter, async () => {
      await run(senderWith(transport));
      return meter;
    });

    // With 1 read and 2 writes of the issue for each batch of emails, and a few in total.
    const batches = 100 / MAILS_AT_ONCE;
    expect(reads - 100 * (1 + 3) - batches).toBeLessThanOrEqual(10);
    expect(writes - 100 * (1 + 2) - 2 * batches).toBeLessThanOrEqual(3);
  });

  it.each([11, 12, 13])(
    'emails nobody twice when killed and run twice concurrently (seed %i)',
    { tags: 'thorough' },
    async (seed) => {
      const random = createRandom(seed);
      const chance = createRandom(seed + 100);
      const COUNT = 60;
      await subscribe(COUNT);
      await begin();
      const { taken, transport } = serverWith(async ({ to }) => {
        await new Promise((resolve) => setTimeout(resolve, chance() * 3));
        if (to === readerOf(5)) return { outcome: 'refused', isPermanent: true, isUnknownMailbox: true, reply: '550' };
        return chance() < 0.05 ? { outcome: 'unsent', reply: 'cut' } : ok;
      });
      let kills = 0;
      let isCalm = false;

      /** An instance that ends at any of its steps, also between a write and its answer, and abandons its emails in transit. */
      const instance = () => {
        let isDead = false;
        const dying = async <T>(work: () => Promise<T>): Promise<T> => {
          const end = () => {
            if (!isDead) kills += 1;
            isDead = true;
            throw new Error('killed');
          };
          if (isDead || (!isCalm && random() < 0.04)) end();
          const result = await work();
          if (isDead || (!isCalm && random() < 0.04)) end();
          return result;
        };
        const mails = Object.fromEntries(
          Object.entries(repository).map(([name, method]) => [
            name,
            (...args: unknown[]) => dying(() => (method as (...all: unknown[]) => Promise<unknown>)(...args)),
          ]),
        ) as unknown as IssueMailRepository;
        return senderWith({ isOn: true, submit: (mail) => dying(() => transport.submit(mail)) }, { mails });
      };
      const worker = async () => {
        for (let n = 0; n < 200; n += 1) {
          isCalm = n > 40;
          try {
            const { next, notBefore } = await instance().continueWith({ issueId: ISSUE, round: 0 });
            if (next === null) return;
            if (notBefore) clock.advance(Math.max(0, notBefore.getTime() - clock.now().getTime()));
          } catch {
            // The next run starts later.
            clock.advance(LEASE_MS / 3);
          }
        }
      };

      await Promise.all([worker(), worker()]);
      isCalm = true;
      await run(senderWith(transport), { isWaiting: true });

      const counts: Record<string, number> = (await issue())?.counts ?? {};
      const all = await states();
      expect(taken.length).toBe(new Set(taken).size);
      expect(all).toHaveLength(COUNT);
      expect(all.filter((state) => !['submitted', 'refused', 'left-out', 'unconfirmed'].includes(state))).toEqual([]);
      expect(kills).toBeGreaterThan(0);
      expect(counts.unconfirmed).toBeLessThanOrEqual(kills * MAILS_AT_ONCE);
      const count = (state: string) => all.filter((one) => one === state).length;
      expect(counts).toEqual({
        audience: COUNT,
        submitted: count('submitted'),
        refused: count('refused'),
        leftOut: count('left-out'),
        unconfirmed: count('unconfirmed'),
      });
      // Emails counted as accepted were accepted.
      const submitted = (await storedMails()).filter(({ state }) => state === 'submitted');
      expect(submitted.every(({ to }) => taken.includes(to))).toBe(true);
    },
  );
});
