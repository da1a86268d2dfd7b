import { DEFAULT_SETTINGS } from '@inkwell/shared/settings';
import { expect, it } from 'vitest';
import { partOf } from '../testing/parts.ts';
import type { NewsletterRepository } from './newsletter.repository.ts';
import { createNewsletterService } from './newsletter.service.ts';

function serviceOf({ isDue = true, mailId = 'm' as string | null, wait = 0 } = {}) {
  const calls: string[] = [];
  const ask = (how: string) => async () => {
    calls.push(how);
    return wait;
  };
  const service = createNewsletterService({
    newsletter: partOf<NewsletterRepository>({
      isMailDue: async () => isDue,
      async subscribe({ email, source }) {
        calls.push(`subscribe ${email} ${source}`);
        return mailId;
      },
    }),
    limits: { take: ask('take'), peek: ask('peek') },
    delivery: { now: async (id) => void calls.push(`now ${id}`), asIfNow: async () => void calls.push('asIfNow') },
    site: async () => DEFAULT_SETTINGS,
    traffic: { isOn: async () => true, won: async () => undefined, left: async () => undefined },
    issueStart: async () => null,
    clock: { now: () => new Date(0) },
    config: { siteUrl: 'https://site.example', newsletterSecret: 's'.repeat(32), newsletterMailsPerHour: 9 },
  });
  return { subscribe: (email: string) => service.subscribe(email).catch(({ code }) => code), calls };
}

it.each([
  ['is new', {}, 'ada@example.com', ['take', 'subscribe ada@example.com form', 'now m']],
  ['is known', { isDue: false }, 'ada@example.com', ['peek', 'asIfNow']],
  ['cannot get mail', {}, 'a,b@example.com', ['peek', 'asIfNow']],
  [
    'was subscribed meanwhile',
    { mailId: null },
    'ada@example.com',
    ['take', 'subscribe ada@example.com form', 'asIfNow'],
  ],
])('an address that %s gets the same answer after the same time', async (_, given, email, expected) => {
  const { subscribe, calls } = serviceOf(given);
  expect([await subscribe(email), calls]).toEqual([{ requiresConfirmation: true }, expected]);
});

it.each([true, false])('beyond the limit of emails, every address is refused, known (%s) or not', async (isDue) => {
  const { subscribe, calls } = serviceOf({ isDue, wait: 5 });
  expect(await subscribe('ada@example.com')).toBe('too-many');
  expect(calls).toEqual([isDue ? 'take' : 'peek']);
});
