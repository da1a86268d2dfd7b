import { beforeEach, describe, expect, it } from 'vitest';
import { createWork } from '../compose/work.ts';
import { storedMails, storeSubscribers } from '../testing/mails.ts';
import { seedPost, storedAll } from '../testing/posts.ts';
import { clock, db, dependencies, resetFirestore } from '../testing/server.ts';
import { digestWeekAt } from './digest-week.ts';

const BERLIN = { day: 7, hour: 2, timeZone: 'Europe/Berlin' };

describe('the week of a digest', () => {
  it('is due once in each week of a month with a change to summer time, even if its hour is skipped', {
    tags: 'thorough',
  }, () => {
    // In 2026, Berlin's clocks change from 2:00 to 3:00 on Sunday, March 29.
    const due = new Map<string, string>();
    for (let ms = Date.UTC(2026, 2, 9); ms < Date.UTC(2026, 3, 6); ms += 5 * 60_000) {
      const week = digestWeekAt(new Date(ms), BERLIN);
      if (week !== null && !due.has(week)) due.set(week, new Date(ms).toISOString());
    }

    expect([...due]).toEqual([
      ['2026-W11', '2026-03-15T01:00:00.000Z'],
      ['2026-W12', '2026-03-22T01:00:00.000Z'],
      ['2026-W13', '2026-03-29T01:00:00.000Z'],
      ['2026-W14', '2026-04-05T00:00:00.000Z'],
    ]);
  });

  it('has one name if an hour occurs twice, and at the end of a year', () => {
    const first = new Date('2026-10-25T00:30:00Z');
    const again = new Date('2026-10-25T01:30:00Z');

    expect([digestWeekAt(first, BERLIN), digestWeekAt(again, BERLIN)]).toEqual(['2026-W43', '2026-W43']);
    const friday = { day: 5, hour: 9, timeZone: 'UTC' };
    expect(digestWeekAt(new Date('2027-01-01T09:00:00Z'), friday)).toBe('2026-W53');
    expect(digestWeekAt(new Date('2027-01-01T08:59:00Z'), friday)).toBeNull();
    expect(digestWeekAt(new Date('2027-01-01T12:00:00Z'), friday)).toBeNull();
  });
});

describe('a month of digests', () => {
  beforeEach(resetFirestore);

  const issues = async () => Object.entries(await storedAll('newsletterIssues'));
  const subscribe = (email: string, wants: readonly string[]) =>
    storeSubscribers([email], { categories: null, schemaVersion: 9, wants });
  async function switchOn({ postalAddress = '1 Harbour Road, Kiel' as string | null } = {}): Promise<void> {
    const newsletter = { digestIsOn: true, digestDay: 5, digestHour: 9 };
    await db.doc('system/settings').set({ timeZone: 'UTC', postalAddress, newsletter });
  }
  /** Runs `work` in two instances in each of these hours of the next day. */
  async function runFriday({ lateMinutes = 0 } = {}): Promise<void> {
    const hour = 3_600_000;
    const now = clock.now();
    const days = (5 - now.getUTCDay() + 7) % 7 || 7;
    const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days, 8, 55 + lateMinutes);
    clock.advance(next - now.getTime());
    for (let n = 0; n < 3; n += 1) {
      await Promise.all([createWork(dependencies)(), createWork(dependencies)()]);
      clock.advance(hour / 3);
    }
  }

  it('sends the best new posts once, best first, to subscribers who want the digest', async () => {
    await subscribe('digest@example.com', ['digest']);
    await subscribe('letter@example.com', ['newsletter']);
    await switchOn();

    await seedPost({ title: 'Quiet' });
    const { id } = await seedPost({ title: 'Loved' });
    await db.doc(`posts/${id}`).update({ popularity: 90 });
    await runFriday();
    const [first] = await issues();
    expect(first?.[1]).toMatchObject({ want: 'digest', subject: expect.stringContaining('Loved') });
    expect(first?.[1].content.indexOf('Loved')).toBeLessThan(first?.[1].content.indexOf('Quiet'));
    expect((await storedMails()).map(({ to }) => to)).toEqual(['digest@example.com']);
  });

  it('sends nothing without new posts, or once it is switched off', { tags: 'thorough' }, async () => {
    await subscribe('digest@example.com', ['digest']);
    await switchOn();
    await seedPost({ title: 'Loved' });
    await runFriday();
    const [first] = await issues();

    await runFriday();
    expect(await issues()).toHaveLength(1);
    await seedPost({ title: 'Third week' });
    await runFriday();
    const third = (await issues()).find(([id]) => id !== first?.[0]);
    expect(await issues()).toHaveLength(2);
    expect(third?.[1].content).not.toContain('Loved');

    await db.doc('system/settings').update({ 'newsletter.digestIsOn': false });
    await seedPost({ title: 'Fourth week' });
    await runFriday();
    expect(await issues()).toHaveLength(2);
    expect((await storedMails()).map(({ to }) => to)).toEqual(Array(2).fill('digest@example.com'));
  });

  it('cancels the rest of a digest when the next one starts, whether it is stopped, paused or sending', {
    tags: 'thorough',
  }, async () => {
    await subscribe('digest@example.com', ['digest']);
    await switchOn({ postalAddress: null });
    const statuses: string[] = [];
    for (const halt of ['stopped', 'paused', 'sending']) {
      await seedPost({ title: `Before it was ${halt}` });
      await runFriday();
      const [id = ''] = (await issues())
        .map(([found]) => found)
        .sort()
        .slice(-1);
      expect((await db.doc(`newsletterIssues/${id}`).get()).data()).toMatchObject({ status: 'stopped' });
      await db.doc(`newsletterIssues/${id}`).update({ status: halt });
      statuses.push(id);
    }
    await db.doc('system/settings').update({ postalAddress: '1 Harbour Road, Kiel' });
    await seedPost({ title: 'At last' });
    await runFriday();

    for (const id of statuses) {
      const issue = (await db.doc(`newsletterIssues/${id}`).get()).data();
      expect(issue).toMatchObject({ status: 'cancelled', counts: { submitted: 0 }, finishedAt: expect.anything() });
    }
    const mails = (await storedMails()).filter(({ state }) => state === 'submitted');
    expect(mails.map(({ issueId, to }) => [issueId === statuses.at(-1), to])).toEqual([[false, 'digest@example.com']]);
  });

  it('looks back to the last digest if the one in between was missed, in whatever minute it runs', {
    tags: 'thorough',
  }, async () => {
    await switchOn();
    await seedPost({ title: 'First week' });
    await runFriday();
    await seedPost({ title: 'Second week' });
    clock.advance(8 * 86_400_000);
    await seedPost({ title: 'Third week' });
    await runFriday({ lateMinutes: 1 });

    const last = (await issues()).sort(([a], [b]) => (a < b ? -1 : 1)).at(-1);
    expect(last?.[1].content).toMatch(/Second week/);
    expect(last?.[1].content).toMatch(/Third week/);
    expect(last?.[1].content).not.toMatch(/First week/);
  });
});
