import { beforeEach, describe, expect, it } from 'vitest';
import { createWork } from '../compose/work.ts';
import { addressIdOf } from '../mail/tokens.ts';
import { seedPost, storedAll } from '../testing/posts.ts';
import { clock, db, dependencies, resetFirestore } from '../testing/server.ts';
import { digestWeekAt } from './digest-week.ts';

const BERLIN = { day: 7, hour: 2, timeZone: 'Europe/Berlin' };

describe('the week of a digest', () => {
  it('is due once in each week of a month with a change to summer time, also where its hour is skipped', () => {
    // In 2026 the clocks of Berlin go from 2:00 to 3:00 on Sunday, March 29.
    const due = new Map<string, string>();
    for (let ms = Date.UTC(2026, 2, 9); ms < Date.UTC(2026, 3, 6); ms += 60_000) {
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

  it('has one name where an hour comes twice, and at the end of a year', () => {
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
  /** Runs `work` in two instances in each of these hours of the next day. */
  async function runFriday(): Promise<void> {
    const hour = 3_600_000;
    const now = clock.now();
    const days = (5 - now.getUTCDay() + 7) % 7 || 7;
    const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days, 8, 55);
    clock.advance(next - now.getTime());
    for (let n = 0; n < 3; n += 1) {
      await Promise.all([createWork(dependencies)(), createWork(dependencies)()]);
      clock.advance(hour / 3);
    }
  }

  it('sends the best new posts once a week to those who want them, and nothing without new posts', async () => {
    const at = new Date(clock.now().getTime() - 86_400_000);
    const known = { isConfirmed: true, subscribedAt: at, confirmedAt: at, categories: null, schemaVersion: 9 };
    for (const [email, wants] of [
      ['digest@example.com', ['digest']],
      ['letter@example.com', ['newsletter']],
    ] as const)
      await db.doc(`subscribers/${addressIdOf(email)}`).set({ ...known, email, wants });
    const on = { digestIsOn: true, digestDay: 5, digestHour: 9 };
    await db.doc('system/settings').set({ timeZone: 'UTC', postalAddress: '1 Harbour Road, Kiel', newsletter: on });

    await seedPost({ title: 'Quiet' });
    const { id } = await seedPost({ title: 'Loved' });
    await db.doc(`posts/${id}`).update({ popularity: 90 });
    await runFriday();
    const [first] = await issues();
    expect(first?.[1]).toMatchObject({ want: 'digest', subject: expect.stringContaining('Loved') });
    expect(first?.[1].content.indexOf('Loved')).toBeLessThan(first?.[1].content.indexOf('Quiet'));

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
    const mails = Object.values(await storedAll('mail'));
    expect(mails.map(({ to }) => to)).toEqual(Array(2).fill('digest@example.com'));
  });
});
