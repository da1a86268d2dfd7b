import { PERSON_MAIL_LIMITS } from '@inkwell/shared/person-mails';
import { DEFAULT_SITE } from '@inkwell/shared/site';
import { expect, it } from 'vitest';
import { personMail } from './person-mail.ts';

const mailWith = (count: number, words: string, quote: string) =>
  personMail(
    {
      kind: 'comments',
      subject: `${count} new comments on your posts`,
      entries: Array.from({ length: count }, (_, n) => ({
        words: `${n} ${words}`,
        path: `/posts/${'p'.repeat(20)}#comment-${'c'.repeat(20)}`,
        quote,
      })),
      writerIds: [],
    },
    { to: 'ada@example.com', site: DEFAULT_SITE, siteUrl: 'https://inkwell.example', token: 'x'.repeat(100) },
  ).message;

it('is below 100 kB with the maximum number of comments, each of maximum length', () => {
  const { html, text } = mailWith(PERSON_MAIL_LIMITS.gathered, '🌊'.repeat(300), '🌊'.repeat(500));

  // As base64, with its line breaks.
  expect(((Buffer.byteLength(html) + Buffer.byteLength(text)) * 4 * 78) / (3 * 76)).toBeLessThan(98_000);
  for (let n = 0; n < PERSON_MAIL_LIMITS.gathered; n += 1) expect(text).toContain(`\n${n} 🌊`);
});

it('quotes a single comment in full', () => {
  expect(mailWith(1, 'replied', 'a'.repeat(500)).text).toContain(`> ${'a'.repeat(500)}\n`);
});

it('reads naturally, with each entry on its own lines', () => {
  const to = { to: 'ada@example.com', site: DEFAULT_SITE, siteUrl: 'https://inkwell.example', token: 't' };
  const answer = { words: 'Mary replied to your comment: Tides 🌊', path: '/posts/x#comment-1', quote: 'So was I.' };
  const broadcast = { words: 'We move.\n\nThe old address stays.', path: '/' };
  const textOf = (letter: Parameters<typeof personMail>[0]) =>
    personMail(letter, to).message.text.split('\n\nYou get this')[0];

  const writerIds: readonly string[] = [];
  expect(textOf({ kind: 'answers', subject: answer.words, entries: [answer], writerIds })).toBe(
    'Hello,\n\nMary replied to your comment: Tides 🌊\n\n> So was I.\n\nRead the answer: https://inkwell.example/posts/x#comment-1',
  );
  expect(textOf({ kind: 'broadcasts', subject: 'News', entries: [broadcast], writerIds })).toBe(
    'Hello,\n\nWe move.\n\nThe old address stays.\n\nVisit the site: https://inkwell.example/',
  );
});
