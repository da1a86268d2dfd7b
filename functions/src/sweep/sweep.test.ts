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
  clock,
  config: dependencies.config,
});
const DAY_MS = 24 * 3_600_000;

describe('sweep', () => {
  it('takes every step, also after one that failed, and then reports the failure', async () => {
    const lines: unknown[] = [];
    const broken = new Error('broken');
    const steps = { first: async () => 2, second: () => Promise.reject(broken), third: async () => 0 };

    const run = sweep(steps, (...line) => void lines.push(line));

    await expect(run).rejects.toMatchObject({ message: 'the sweep is incomplete', errors: [broken] });
    expect(lines).toEqual([
      ['INFO', 'swept', { step: 'first', count: 2 }],
      ['INFO', 'swept', { step: 'third', count: 0 }],
    ]);
  });
});

describe('the nightly run', () => {
  it('clears expired subscriptions with their mails, and nothing else', async () => {
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

  it('lets an address start over afterwards', async () => {
    await newsletter.subscribe('ada@example.com');
    clock.advance(7 * DAY_MS + 1);
    await createSweep(dependencies)();

    await newsletter.subscribe('ada@example.com');

    expect(Object.keys(await storedAll('mail'))).toHaveLength(1);
  });
});
