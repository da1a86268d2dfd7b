import { DEFAULT_SETTINGS } from '@inkwell/shared/settings';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSweep } from '../compose/sweep.ts';
import { createLimitRepository } from '../limits/limits.repository.ts';
import { createNewsletterRepository } from '../newsletter/newsletter.repository.ts';
import { createNewsletterService } from '../newsletter/newsletter.service.ts';
import { storedAll } from '../testing/posts.ts';
import { clock, db, dependencies, resetFirestore } from '../testing/server.ts';
import { sweep } from './sweep.ts';

beforeEach(resetFirestore);

const newsletter = createNewsletterService({
  newsletter: createNewsletterRepository(db),
  limits: createLimitRepository(db, { clock, secret: 'a secret' }),
  delivery: { now: async () => undefined, asIfNow: async () => undefined },
  site: async () => DEFAULT_SETTINGS,
  traffic: { isOn: async () => true, won: async () => undefined, left: async () => undefined },
  issueStart: async () => null,
  clock,
  config: dependencies.config,
});
const DAY_MS = 24 * 3_600_000;

describe('sweep', () => {
  it('runs every step, even after a failure, and then reports the failure', async () => {
    const lines: unknown[] = [];
    const broken = new Error('broken');
    const parts = [2, 3, 0];
    const steps = {
      first: async () => parts.shift() ?? 0,
      second: () => Promise.reject(broken),
      third: async () => 0,
    };

    const run = sweep(steps, (...line) => void lines.push(line), 1_000);

    await expect(run).rejects.toMatchObject({ message: 'the sweep is incomplete', errors: [broken] });
    expect(lines).toEqual([
      ['INFO', 'swept', { step: 'first', count: 5 }],
      ['INFO', 'swept', { step: 'third', count: 0 }],
    ]);
  });

  it('gives each step an equal share of the time left, and leaves the rest to the next night', async () => {
    const lines: unknown[] = [];
    let atMs = 0;
    const endless = async () => {
      atMs += 15_000;
      return 1;
    };

    await sweep(
      { short: async () => 0, endless, alsoEndless: endless },
      (...line) => void lines.push(line),
      120_000,
      () => atMs,
    );

    expect(lines).toEqual([
      ['INFO', 'swept', { step: 'short', count: 0 }],
      ['WARNING', 'swept', { step: 'endless', count: 4, continues: 'next night' }],
      ['WARNING', 'swept', { step: 'alsoEndless', count: 4, continues: 'next night' }],
    ]);
  });
});

describe('the nightly run', () => {
  it('deletes expired subscriptions with their mails, and nothing else', async () => {
    await newsletter.subscribe('expired@example.com');
    await newsletter.subscribe('confirmed@example.com');
    const mails = Object.values(await storedAll('mail'));
    const text = mails.find((mail) => mail.to === 'confirmed@example.com')?.message.text;
    await newsletter.confirm(/confirm#token=(\S+)/.exec(text)?.[1] ?? '');
    clock.advance(7 * DAY_MS + 1);
    await newsletter.subscribe('waiting@example.com');

    await createSweep(dependencies)();

    const left = Object.values(await storedAll('subscribers')).map((subscriber) => subscriber.email);
    expect(left.sort()).toEqual(['confirmed@example.com', 'waiting@example.com']);
    expect(Object.values(await storedAll('mail')).map((mail) => mail.to)).toEqual(['waiting@example.com']);
  });

  it('lets an address subscribe again afterwards', async () => {
    await newsletter.subscribe('ada@example.com');
    clock.advance(7 * DAY_MS + 1);
    await createSweep(dependencies)();

    await newsletter.subscribe('ada@example.com');

    expect(Object.keys(await storedAll('mail'))).toHaveLength(1);
  });
});
