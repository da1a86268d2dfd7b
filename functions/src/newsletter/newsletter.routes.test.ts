import { newsletterWords } from '@inkwell/shared/newsletter-words';
import { DEFAULT_SITE } from '@inkwell/shared/site';
import { beforeEach, describe, expect, it } from 'vitest';
import { addressIdOf } from '../mail/tokens.ts';
import { api, send } from '../testing/api.ts';
import { clickOnce, oneClickIn, storedMails, tokenIn } from '../testing/mails.ts';
import { stored, storedAll } from '../testing/posts.ts';
import { clock, db, logLines, resetFirestore } from '../testing/server.ts';
import { signIn } from '../testing/users.ts';

beforeEach(async () => {
  await resetFirestore();
  // Resets the limits of the address for each test.
  clock.advance(60_000);
});

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const subscribe = (email: string) => api.post('/api/newsletter/subscribe', { email });
const confirm = (token: string) => api.post('/api/newsletter/confirm', { token });

async function newestLinks() {
  const mail = (await storedMails()).at(-1);
  return {
    confirmation: tokenIn(mail, 'newsletter/confirm'),
    unsubscription: tokenIn(mail, 'newsletter/unsubscribe'),
    oneClick: oneClickIn(mail),
  };
}

const subscriber = (email: string) => stored(`subscribers/${addressIdOf(email)}`);

describe('subscribing', () => {
  it('stores a pending subscriber and queues one confirmation email', async () => {
    const answer = await subscribe('  Ada+x@Example.com ');

    expect([answer.status, answer.body]).toEqual([200, { requiresConfirmation: true }]);
    // The delivery of the email reads 4 and writes 2 of these.
    expect([answer.reads, answer.writes]).toEqual([10, 7]);
    expect(await subscriber('ada+x@example.com')).toMatchObject({ email: 'Ada+x@Example.com', isConfirmed: false });
    const [mail] = await storedMails();
    expect(mail).toMatchObject({
      to: 'Ada+x@Example.com',
      headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
      message: { subject: `Please confirm your ${DEFAULT_SITE.name} newsletter subscription` },
    });
    const { confirmation, unsubscription } = await newestLinks();
    for (const part of [mail?.message.text, mail?.message.html]) {
      expect(part).toContain(`http://localhost:3000/newsletter/confirm#token=${confirmation}`);
      expect(part).toContain(`http://localhost:3000/newsletter/unsubscribe#token=${unsubscription}`);
    }
  });

  it('stores the wording and the time of the request and of the confirmation', async () => {
    await subscribe('ada@example.com');
    await confirm((await newestLinks()).confirmation);

    const { wants, consents } = (await subscriber('ada@example.com')) ?? {};

    const text = `By subscribing you agree to receive the ${DEFAULT_SITE.name} newsletter by email. You can unsubscribe at any time using the link in every message.`;
    expect(wants).toEqual(['newsletter']);
    expect(consents).toMatchObject([
      { text, source: 'form' },
      { text, source: 'link' },
    ]);
    const [mail] = await storedMails();
    expect(mail?.message.text).toContain(text);
    expect(mail?.message.html).toContain(text);
  });

  it('asks for the weekly digest too while it is on, in the words of the form', async () => {
    await db.doc('system/settings').set({ newsletter: { digestIsOn: true } });
    clock.advance(11_000);

    await subscribe('ada@example.com');

    const { wants, consents } = (await subscriber('ada@example.com')) ?? {};
    const { consent } = newsletterWords(DEFAULT_SITE.name, { digestIsOn: true });
    expect([wants, consents]).toMatchObject([['newsletter', 'digest'], [{ text: consent, source: 'form' }]]);
    const [mail] = await storedMails();
    expect(mail?.message.text).toContain(consent);
    expect(mail?.message.text).toContain(`for the ${DEFAULT_SITE.name} newsletter and weekly digest`);
    clock.advance(11_000);
  });

  it('stores no token in the document', async () => {
    await subscribe('ada@example.com');
    const { confirmation, unsubscription } = await newestLinks();

    const record = JSON.stringify(await subscriber('ada@example.com'));

    for (const token of [confirmation, unsubscription]) expect(record).not.toContain(token.split('.')[1]);
  });

  it('gives the same answer for new, pending and confirmed addresses, and emails once an hour', async () => {
    const answers = [await subscribe('ada@example.com'), await subscribe('ADA@example.com')];
    await confirm((await newestLinks()).confirmation);
    answers.push(await subscribe('ada@example.com'));

    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(await storedMails()).toHaveLength(1);
  });

  it('emails once under parallel calls', async () => {
    const answers = await Promise.all(Array.from({ length: 15 }, () => subscribe('ada@example.com')));

    expect(answers.map((answer) => answer.status)).toEqual(Array(15).fill(200));
    expect(await storedMails()).toHaveLength(1);
    expect((await confirm((await newestLinks()).confirmation)).status).toBe(200);
  });

  it('emails again after an hour; then only the new link works', async () => {
    await subscribe('ada@example.com');
    const old = await newestLinks();
    clock.advance(HOUR_MS);
    await subscribe('ada@example.com');
    const renewed = await newestLinks();

    expect(await storedMails()).toHaveLength(2);
    expect((await confirm(old.confirmation)).status).toBe(400);
    expect((await confirm(renewed.confirmation)).status).toBe(200);
  });

  it.each(['', 'ada', `${'a'.repeat(250)}@b.example`, null, 7, {}])('refuses %j', async (email) => {
    const answer = await api.post('/api/newsletter/subscribe', { email });

    expect([answer.status, answer.text]).toEqual([400, 'Please enter a valid email address.']);
    expect(await storedAll('subscribers')).toEqual({});
    expect(await storedAll('mail')).toEqual({});
  });

  it.each(['foo@', '@example.com', 'a@b,c@d', 'a@b\r\nBcc: c@d', '<a@b>', 'a b@c'])(
    'gives %j the same answer as any other address, and sends no email',
    async (email) => {
      const answer = await subscribe(email);

      expect([answer.status, answer.body]).toEqual([200, { requiresConfirmation: true }]);
      expect(await storedAll('subscribers')).toEqual({});
      expect(await storedAll('mail')).toEqual({});
    },
  );

  it('escapes addresses in HTML', async () => {
    await subscribe(`"'&x@example.com`.replace('"', ''));

    const [mail] = await storedMails();
    expect(mail?.message.html).toContain('&#39;&amp;x@example.com');
    expect(mail?.message.text).toContain(`'&x@example.com`);
  });

  it('is limited to 20 an hour from one address or one /48 network', async () => {
    const from = async (address: string, n: number) =>
      (
        await send('POST', '/api/newsletter/subscribe', {
          body: { email: `reader-${n}@example.com` },
          headers: { 'x-forwarded-for': address },
        })
      ).status;
    const statusesOf = (addressOf: (n: number) => string, count: number) =>
      Promise.all(Array.from({ length: count }, (_, n) => from(addressOf(n), n)));

    await clock.stopped(async () => {
      const statuses = [
        ...(await statusesOf(() => '203.0.113.77', 19)),
        await from('203.0.113.77', 19),
        await from('203.0.113.77', 20),
        await from('203.0.113.78', 20),
      ];
      expect(statuses).toEqual([...Array(20).fill(200), 429, 200]);
      expect(
        (await statusesOf((n) => `2001:db8:77:${n.toString(16)}::1`, 25)).filter((one) => one === 429),
      ).toHaveLength(5);
      clock.advance(59 * 60_000);
      expect(await from('203.0.113.77', 21)).toBe(429);
      clock.advance(3 * 60_000);
      expect(await from('203.0.113.77', 21)).toBe(200);
    });
  });

  it('ignores invisible characters in an address', async () => {
    const spellings = [
      'ada@example.com',
      'ada\u200b@example.com',
      '\u202eada\u2066@exam\u00adple.com',
      'a\u200dda@example\u200f.com',
    ];

    for (const email of spellings) expect((await subscribe(email)).status).toBe(200);

    expect(Object.values(await storedAll('mail'))).toHaveLength(1);
    expect(Object.values(await storedAll('subscribers'))).toMatchObject([{ email: 'ada@example.com' }]);
  });
});

describe('confirming', () => {
  it('can be repeated until the subscription ends', { tags: 'thorough' }, async () => {
    await subscribe('Ada@example.com');
    const { confirmation, unsubscription } = await newestLinks();

    const answers = await Promise.all([1, 2, 3].map(() => confirm(confirmation)));

    for (const { status, body } of answers) expect([status, body]).toEqual([200, { email: 'Ada@example.com' }]);
    clock.advance(30 * DAY_MS);
    const again = await confirm(confirmation);
    expect([again.status, again.writes]).toEqual([200, 0]);
    expect(await subscriber('ada@example.com')).toMatchObject({ isConfirmed: true, expireAt: null });
    await api.post('/api/newsletter/unsubscribe', { token: unsubscription });
    expect((await confirm(confirmation)).status).toBe(400);
  });

  it('works for 7 days', async () => {
    await subscribe('in-time@example.com');
    const inTime = await newestLinks();
    clock.advance(7 * DAY_MS - 60_000);
    await subscribe('late@example.com');
    const late = await newestLinks();

    expect((await confirm(inTime.confirmation)).status).toBe(200);
    clock.advance(7 * DAY_MS);
    const answer = await confirm(late.confirmation);
    expect([answer.status, answer.text]).toEqual([
      400,
      'This confirmation link is invalid or expired. Please subscribe again.',
    ]);
    expect(await subscriber('late@example.com')).toMatchObject({ isConfirmed: false });

    await subscribe('late@example.com');
    expect((await confirm((await newestLinks()).confirmation)).status).toBe(200);
  });

  it('refuses every other token', async () => {
    await subscribe('ada@example.com');
    const { confirmation, unsubscription } = await newestLinks();
    const [id, proof] = confirmation.split('.');

    for (const token of [
      '',
      'x',
      unsubscription,
      `${id}.`,
      `${id}.${proof?.slice(1)}A`,
      `${'0'.repeat(64)}.${proof}`,
      '../posts',
      '__proto__',
    ]) {
      expect((await confirm(token)).status).toBe(400);
    }
    expect(await subscriber('ada@example.com')).toMatchObject({ isConfirmed: false });
  });
});

describe('unsubscribing', () => {
  it('deletes the address, and is safe to repeat', async () => {
    await subscribe('ada@example.com');
    const { confirmation, unsubscription } = await newestLinks();
    await confirm(confirmation);

    for (let time = 0; time < 2; time += 1) {
      expect((await api.post('/api/newsletter/unsubscribe', { token: unsubscription })).status).toBe(204);
    }

    const rest = await subscriber('ada@example.com');
    expect(rest).toMatchObject({ isConfirmed: false });
    expect(JSON.stringify(rest)).not.toContain('ada');
  });

  it.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=----FormBoundaryjWmhtjORrn',
      '------FormBoundaryjWmhtjORrn\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n------FormBoundaryjWmhtjORrn--\r\n',
    ],
  ])('works with one click of a mail program (RFC 8058), as %s', async (type, body) => {
    await subscribe('ada@example.com');
    const { confirmation, oneClick } = await newestLinks();
    await confirm(confirmation);

    const headers = { 'content-type': type, origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' };
    const answer = await send('POST', oneClick, { body, headers });

    expect(answer.status).toBe(204);
    expect(await subscriber('ada@example.com')).not.toHaveProperty('email');
  });

  it('changes nothing if the one-click link is only opened, and redirects to the page', async () => {
    await subscribe('ada@example.com');
    const { unsubscription, oneClick } = await newestLinks();
    const before = await subscriber('ada@example.com');

    const opened = await api.get(oneClick);
    const forged = await api.get('/api/newsletter/unsubscribe?token=%0d%0aSet-Cookie:x');

    expect([opened.status, opened.headers.get('location')]).toEqual([
      302,
      `/newsletter/unsubscribe#token=${unsubscription}`,
    ]);
    expect(forged.headers.get('location')).toBe('/newsletter/unsubscribe');
    expect(await subscriber('ada@example.com')).toEqual(before);
  });

  it('refuses a broken form', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    expect((await send('POST', '/api/newsletter/unsubscribe?token=x', { body: '--y', headers })).status).toBe(400);
  });

  it('accepts one click each of many readers at one mail provider', { tags: 'thorough' }, async () => {
    await subscribe('ada@example.com');
    const { oneClick } = await newestLinks();
    const statuses = await Promise.all(Array.from({ length: 100 }, async () => (await api.post(oneClick)).status));
    expect(new Set(statuses)).toEqual(new Set([204]));
  });

  it('refuses unsigned tokens', async () => {
    await subscribe('ada@example.com');
    const { confirmation, unsubscription } = await newestLinks();
    const other = addressIdOf('other@example.com');

    for (const token of ['x', confirmation, `${other}.${unsubscription.split('.')[1]}`, undefined]) {
      expect((await api.post('/api/newsletter/unsubscribe', { token })).status).toBe(400);
    }
    expect((await api.post('/api/newsletter/unsubscribe')).status).toBe(400);
    expect(await subscriber('ada@example.com')).toMatchObject({ email: 'ada@example.com' });
  });

  it('stops a confirmation email that still waits for the mail server', async () => {
    await subscribe('ada@example.com');
    const { unsubscription } = await newestLinks();
    const [id = ''] = Object.keys(await storedAll('mail'));
    await db.doc(`mail/${id}`).update({ state: 'queued', dueAt: clock.now(), waitingSince: clock.now() });

    await api.post('/api/newsletter/unsubscribe', { token: unsubscription });

    const mail = (await db.doc(`mail/${id}`).get()).data();
    expect(mail).toMatchObject({ state: 'left-out', reply: 'Not wanted any more' });
    expect(mail).not.toHaveProperty('dueAt');
  });

  it('lets people who had confirmed subscribe again at once, with the same unsubscribe link', async () => {
    await subscribe('ada@example.com');
    const first = await newestLinks();
    await confirm(first.confirmation);
    await api.post('/api/newsletter/unsubscribe', { token: first.unsubscription });
    clock.advance(1_000);

    await subscribe('ada@example.com');
    const second = await newestLinks();

    expect(await storedMails()).toHaveLength(2);
    expect((await confirm(second.confirmation)).status).toBe(200);
    expect(second.unsubscription).toBe(first.unsubscription);
    expect((await api.post('/api/newsletter/unsubscribe', { token: first.unsubscription })).status).toBe(204);
  });

  it('keeps the hourly limit for people who had not confirmed', async () => {
    await subscribe('ada@example.com');
    await api.post('/api/newsletter/unsubscribe', { token: (await newestLinks()).unsubscription });
    clock.advance(1_000);
    await subscribe('ada@example.com');
    expect(await storedMails()).toHaveLength(1);

    clock.advance(HOUR_MS);
    await subscribe('ada@example.com');
    expect(await storedMails()).toHaveLength(2);
  });
});

describe('GET /api/admin/newsletter/subscribers', () => {
  it('lists pending and confirmed subscribers, newest first, without former ones', async () => {
    const admin = await signIn({ role: 'admin' });
    for (const email of ['first@example.com', 'leaving@example.com', 'last@example.com']) {
      await subscribe(email);
      const { confirmation, unsubscription } = await newestLinks();
      if (email !== 'last@example.com') await confirm(confirmation);
      if (email === 'leaving@example.com') await api.post('/api/newsletter/unsubscribe', { token: unsubscription });
      clock.advance(1_000);
    }

    const answer = await api.get('/api/admin/newsletter/subscribers', admin);

    expect(answer.body).toMatchObject([
      { email: 'last@example.com', isConfirmed: false },
      { email: 'first@example.com', isConfirmed: true },
    ]);
    expect(answer.headers.get('x-total-count')).toBe('2');
    const paged = await api.get('/api/admin/newsletter/subscribers?limit=1', admin);
    const next = /<([^>]+)>/.exec(paged.headers.get('link') ?? '')?.[1] ?? '';
    expect((await api.get(next, admin)).body).toMatchObject([{ email: 'first@example.com' }]);
  });
});

describe('the log', () => {
  it('contains neither addresses nor tokens', async () => {
    await subscribe('secret-reader@example.com');
    const { confirmation, unsubscription, oneClick } = await newestLinks();
    await confirm(confirmation);
    await clickOnce(oneClick);
    await api.get(oneClick);
    await api.get(`/newsletter/confirm/${confirmation}`);

    const log = JSON.stringify(logLines);

    expect(log).toContain('POST /api/newsletter/unsubscribe');
    for (const secret of ['secret-reader', confirmation, unsubscription, addressIdOf('secret-reader@example.com')]) {
      expect(log).not.toContain(secret);
    }
  });
});
