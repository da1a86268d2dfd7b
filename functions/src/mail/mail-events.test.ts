import { MAIL_LIMITS, type SnsMessage } from '@inkwell/shared/mail';
import { beforeEach, describe, expect, it } from 'vitest';
import { runTransaction } from '../firestore/transaction.ts';
import { api, send } from '../testing/api.ts';
import { TEST_CERTIFICATE } from '../testing/keys.ts';
import {
  postmarkHeaders,
  sesBounce,
  sesComplaint,
  sesDelivery,
  snsMessage,
  TEST_TOPIC,
} from '../testing/mail-events.ts';
import { storedAll } from '../testing/posts.ts';
import { clock, db, dependencies, resetFirestore } from '../testing/server.ts';
import { signIn } from '../testing/users.ts';
import { queueMail } from './mail.repository.ts';
import { messageIdOf } from './mail.ts';
import { createSnsClient } from './sns-client.ts';
import { createSuppressionRepository } from './suppressions.repository.ts';

beforeEach(resetFirestore);

const suppressions = createSuppressionRepository(db, dependencies.config.newsletterSecret);
const SES = '/api/mail/events/ses';
const POSTMARK = '/api/mail/events/postmark';
const ADA = 'ada@example.com';
const minute = (n: number) => `2026-11-25T10:${String(n).padStart(2, '0')}:00.000Z`;

/** As sent by SNS. */
const ses = (message: unknown) =>
  send('POST', SES, { headers: { 'content-type': 'text/plain; charset=UTF-8' }, body: JSON.stringify(message) });
const postmark = (event: unknown, headers: Record<string, string> = postmarkHeaders()) =>
  send('POST', POSTMARK, { headers, body: event });

const soft = (at: string) =>
  snsMessage(sesBounce(ADA, { type: 'Transient', reply: 'smtp; 452 4.2.2 full', status: '4.2.2', at }));

const nothingStored = async () =>
  expect([await storedAll('mailEvents'), await storedAll('suppressions')]).toEqual([{}, {}]);

describe('events of Amazon SES', () => {
  it.each(['1', '2'] as const)(
    'suppress an address after a complaint (signature version %s)',
    async (SignatureVersion) => {
      const answer = await ses(snsMessage(sesComplaint('Ada@Example.com'), { SignatureVersion, Subject: 'A subject' }));

      expect(answer.status).toBe(204);
      expect(await suppressions.find(ADA)).toMatchObject({
        reason: 'complaint',
        source: 'ses',
        notes: [{ kind: 'complaint' }],
      });
    },
  );

  it('suppress an address whose mailbox does not exist, and record other permanent refusals', async () => {
    await ses(snsMessage(sesBounce(ADA, { reply: 'smtp; 550 <ADA@example.com> user unknown', status: '5.0.0' })));
    await ses(snsMessage(sesBounce('bob@example.com', { subType: 'NoEmail', reply: '', status: '' })));
    await ses(snsMessage(sesBounce('eve@example.com', { reply: 'smtp; 550 5.7.1 refused', status: '5.7.1' })));

    // The reply must not be stored longer than its owner's data.
    const notes = [{ reply: 'smtp; 550 <…> user unknown' }];
    expect(await suppressions.find(ADA)).toMatchObject({ reason: 'unknown-mailbox', notes });
    expect(await suppressions.find('bob@example.com')).toMatchObject({ reason: 'unknown-mailbox' });
    expect(await suppressions.find('eve@example.com')).toMatchObject({
      suppressedAt: null,
      notes: [{ kind: 'permanent', reply: 'smtp; 550 5.7.1 refused' }],
    });
  });

  it('count once, however often and concurrently they arrive', { tags: 'thorough' }, async () => {
    const message = soft(minute(1));

    const answers = await Promise.all([ses(message), ses(message), ses(message), ses(message)]);

    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
    expect(await suppressions.find(ADA)).toMatchObject({ suppressedAt: null, notes: [{ kind: 'soft' }] });
    expect(Object.keys(await storedAll('mailEvents'))).toHaveLength(1);
  });

  it('suppress an address after three consecutive soft bounces, even if they arrive concurrently', {
    tags: 'thorough',
  }, async () => {
    await Promise.all([1, 2, 3].map((n) => ses(soft(minute(n)))));

    expect(await suppressions.find(ADA)).toMatchObject({ reason: 'soft' });
  });

  it('have the same result in every order: a delivery between soft bounces interrupts the series', async () => {
    const events = [soft(minute(1)), snsMessage(sesDelivery(ADA, minute(2))), soft(minute(3)), soft(minute(4))];
    const orders = [
      [0, 1, 2, 3],
      [1, 0, 2, 3],
      [3, 2, 1, 0],
      [0, 2, 3, 1],
    ];

    for (const order of orders) {
      await resetFirestore();
      for (const n of order) await ses(events[n]);
      expect((await suppressions.find(ADA))?.suppressedAt, String(order)).toBeNull();
    }
    await ses(soft(minute(5)));
    expect(await suppressions.find(ADA)).toMatchObject({ reason: 'soft' });
  });

  it.each(['an unknown mailbox', 'an admin'])(
    'undo suppressions for soft bounces, but not later ones by %s',
    async (who) => {
      const admin = await signIn({ role: 'admin' });
      for (const n of [1, 3, 4]) await ses(soft(minute(n)));
      expect(await suppressions.find(ADA)).toMatchObject({ reason: 'soft' });
      if (who === 'an admin')
        await api.post('/api/admin/mail/suppressions', { email: ADA, remark: 'By letter' }, admin);
      else await ses(snsMessage(sesBounce(ADA, { at: minute(5) })));

      await ses(snsMessage(sesDelivery(ADA, minute(2))));

      const reason = who === 'an admin' ? 'manual' : 'unknown-mailbox';
      expect(await suppressions.find(ADA)).toMatchObject({ reason, suppressedAt: expect.anything() });
    },
  );

  it('are stored with their email, the worst last', async () => {
    const id = 'a-mail';
    const mail = { to: ADA, headers: {}, message: { subject: 's', text: 't', html: 'h' } };
    const at = clock.now();
    await runTransaction(db, async (transaction) => {
      queueMail(db, transaction, { id, kind: 'invitation', mail, at, expireAt: new Date(at.getTime() + 1e9) });
    });
    const messageId = messageIdOf(id);
    const tagged = <T extends { mail: object }>(event: T) => ({
      ...event,
      mail: { ...event.mail, headers: [{ name: 'X-Ses-Message-Tags', value: `mail=${messageId}` }] },
    });

    await ses(snsMessage(tagged(sesComplaint(ADA, minute(5)))));
    await ses(snsMessage(tagged(sesDelivery(ADA, minute(6)))));

    expect((await db.doc(`mail/${id}`).get()).data()).toMatchObject({ cameBack: { kind: 'complaint' } });
    expect(Object.values(await storedAll('mailEvents'))).toMatchObject([{ messageId }, { messageId }]);
  });

  it('count only from the time when an admin freed the address, except complaints', async () => {
    await ses(snsMessage(sesBounce(ADA, { at: minute(1) })));
    const { id } = (await suppressions.find(ADA)) ?? { id: '' };
    await suppressions.free(id, { actorId: 'admin', remark: 'asked us', at: clock.now() });

    await ses(snsMessage(sesBounce(ADA, { at: minute(2) })));
    expect(await suppressions.find(ADA)).toMatchObject({ suppressedAt: null });
    await ses(snsMessage(sesComplaint(ADA, minute(3))));
    expect(await suppressions.find(ADA)).toMatchObject({ reason: 'complaint' });
  });

  it.each([
    [
      'a changed text',
      () => ({ ...snsMessage(sesComplaint(ADA)), Message: JSON.stringify(sesComplaint('eve@x.org')) }),
    ],
    ['a signature of nothing', () => snsMessage(sesComplaint(ADA), { Signature: '' })],
    ['another version than the signature has', () => ({ ...snsMessage(sesComplaint(ADA)), SignatureVersion: '1' })],
    ['another topic', () => snsMessage(sesComplaint(ADA), { TopicArn: `${TEST_TOPIC}-of-others` })],
    ...['SubscriptionConfirmation', 'UnsubscribeConfirmation'].map((Type): [string, () => object] => [
      `a ${Type} of another topic`,
      () => {
        const SubscribeURL = 'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription';
        const others = { TopicArn: `${TEST_TOPIC}-of-others`, Token: 'token', SubscribeURL };
        return snsMessage('You have chosen to subscribe', { ...others, Type: Type as SnsMessage['Type'] });
      },
    ]),
    ...[
      'http://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0a.pem',
      'https://sns.eu-west-1.amazonaws.com.evil.example/SimpleNotificationService-0a.pem',
      'https://ada:secret@sns.eu-west-1.amazonaws.com/SimpleNotificationService-0a.pem',
      'https://sns.eu-west-1.amazonaws.com@evil.example/SimpleNotificationService-0a.pem',
      'https://evil.example/SimpleNotificationService-0a.pem?x=sns.eu-west-1.amazonaws.com',
      'https://sns.us-east-1.amazonaws.com/SimpleNotificationService-0a.pem',
      'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0a.pem?a=b',
      'https://sns.eu-west-1.amazonaws.com/../SimpleNotificationService-0a.pem',
      'https://sns.eu-west-1.amazonaws.com:444/SimpleNotificationService-0a.pem',
      'https://bucket.s3.eu-west-1.amazonaws.com/SimpleNotificationService-0a.pem',
    ].map((SigningCertURL): [string, () => object] => [
      SigningCertURL,
      () => snsMessage(sesComplaint(ADA), { SigningCertURL }),
    ]),
  ])('are refused for %s', async (_why, make) => {
    expect((await ses(make())).status).toBe(403);
    await nothingStored();
  });

  it('are refused if they are too long or malformed', async () => {
    const long = snsMessage('x'.repeat(MAIL_LIMITS.eventBytes));
    expect((await ses(long)).status).toBe(413);
    expect((await ses({ Type: 'Notification' })).status).toBe(400);
    await nothingStored();
  });

  it('are accepted up to their maximum length', async () => {
    const event = sesComplaint(ADA);
    const bytes = Buffer.byteLength(JSON.stringify(snsMessage({ ...event, padding: '' })));
    // Message ids in tests may have one more digit.
    const padding = 'x'.repeat(MAIL_LIMITS.eventBytes - bytes - 1);

    expect((await ses(snsMessage({ ...event, padding }))).status).toBe(204);
    expect(await suppressions.find(ADA)).toMatchObject({ reason: 'complaint' });
  });

  it('that say nothing about an address are accepted and not stored', async () => {
    const test = 'Successfully validated SNS topic for Amazon SES event publishing.';
    expect((await ses(snsMessage(test))).status).toBe(204);
    expect((await ses(snsMessage({ eventType: 'Open', mail: { messageId: 'x' } }))).status).toBe(204);
    expect((await ses(snsMessage(sesBounce('two@example.com, addresses@example.com')))).status).toBe(204);
    await nothingStored();
  });
});

describe('the SNS client', () => {
  const url = 'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0a.pem';

  function clientAnswering(answer: () => Response) {
    const asked: { url: string; redirect: unknown }[] = [];
    const ask = async (target: unknown, init?: RequestInit) => {
      asked.push({ url: String(target), redirect: init?.redirect });
      return answer();
    };
    return { client: createSnsClient({ clock, ask: ask as typeof fetch }), asked };
  }

  it('caches a certificate, and follows no redirect', async () => {
    const { client, asked } = clientAnswering(() => new Response(TEST_CERTIFICATE));

    await Promise.all([client.certificateAt(url), client.certificateAt(url)]);
    expect(await client.certificateAt(url)).toBe(TEST_CERTIFICATE);

    expect(asked).toEqual([{ url, redirect: 'error' }]);
  });

  it('confirms only at the address of our own topic', async () => {
    const { client, asked } = clientAnswering(() => new Response('<ok/>'));

    await client.confirm(TEST_TOPIC, 'a&b');

    const topic = encodeURIComponent(TEST_TOPIC);
    expect(asked).toEqual([
      {
        url: `https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${topic}&Token=a%26b`,
        redirect: 'error',
      },
    ]);
  });

  it('accepts no failure, other text or endless answer as a certificate, and asks at most ten times a minute', async () => {
    for (const text of ['not a certificate', 'x'.repeat(100_000)]) {
      const { client } = clientAnswering(() => new Response(text));
      await expect(client.certificateAt(url)).rejects.toMatchObject({ status: 503 });
    }
    const { client, asked } = clientAnswering(() => new Response('gone', { status: 404 }));
    for (let n = 0; n < 20; n += 1) {
      await expect(client.certificateAt(url.replace('0a', `0a${n}`))).rejects.toMatchObject({ status: 503 });
    }
    expect(asked).toHaveLength(10);
  });
});

describe('events of Postmark', () => {
  const bounce = (fields: object = {}) => ({
    RecordType: 'Bounce',
    ID: 42,
    Type: 'HardBounce',
    Email: ADA,
    BouncedAt: minute(1),
    Details: 'smtp;550 5.1.1 No such user',
    MessageID: '0a0a',
    Metadata: { Mail: 'an-id' },
    ...fields,
  });

  it('suppress an address whose mailbox does not exist, or after a complaint, once by id', async () => {
    expect((await postmark(bounce())).status).toBe(204);
    expect((await postmark(bounce())).status).toBe(204);
    await postmark({ ...bounce({ Email: 'bob@example.com', ID: 43 }), RecordType: 'SpamComplaint' });

    expect(await suppressions.find(ADA)).toMatchObject({ reason: 'unknown-mailbox', source: 'postmark' });
    expect(await suppressions.find('bob@example.com')).toMatchObject({ reason: 'complaint' });
    expect(Object.values(await storedAll('mailEvents'))).toHaveLength(2);
    expect(Object.values(await storedAll('mailEvents'))[0]).toMatchObject({ messageId: 'an-id' });
  });

  it('record other permanent refusals, and suppress after three consecutive soft bounces', async () => {
    await postmark(bounce({ Type: 'Blocked', ID: 1 }));
    await postmark(bounce({ Details: 'smtp;550 5.7.1 policy', ID: 2 }));
    for (const n of [3, 4]) await postmark(bounce({ Type: 'SoftBounce', ID: n, BouncedAt: minute(n) }));
    expect(await suppressions.find(ADA)).toMatchObject({ suppressedAt: null });

    await postmark({ RecordType: 'Delivery', Recipient: ADA, MessageID: '1', DeliveredAt: minute(5) });
    for (const n of [6, 7]) await postmark(bounce({ Type: 'Transient', ID: n, BouncedAt: minute(n) }));
    expect(await suppressions.find(ADA)).toMatchObject({ suppressedAt: null });
    await postmark(bounce({ Type: 'DnsError', ID: 8, BouncedAt: minute(8) }));

    expect(await suppressions.find(ADA)).toMatchObject({ reason: 'soft' });
  });

  it.each([
    ['nothing', {}],
    ['other credentials', postmarkHeaders('postmark:wrong')],
    ['a bearer token', { authorization: 'Bearer postmark' }],
  ])('are refused with %s', async (_what, headers) => {
    expect((await postmark(bounce(), headers)).status).toBe(401);
    await nothingStored();
  });
});

describe('suppressions', () => {
  it('are listed, added and lifted by admins', async () => {
    const admin = await signIn({ role: 'admin' });
    const made = await api.post('/api/admin/mail/suppressions', { email: ADA, remark: 'Asked by letter' }, admin);
    const again = await api.post('/api/admin/mail/suppressions', { email: ADA, remark: 'Again' }, admin);
    const list = await api.get('/api/admin/mail/suppressions', admin);
    const found = await api.get('/api/admin/mail/suppressions?email=ADA@example.com', admin);

    expect(made.body).toMatchObject({ email: ADA, reason: 'manual', remark: 'Asked by letter' });
    expect(again.body).toEqual(made.body);
    expect(list.body).toEqual([made.body]);
    expect(found.body).toEqual([made.body]);
    expect((await api.get('/api/admin/mail/suppressions?email=nobody@example.com', admin)).body).toEqual([]);

    expect((await api.post(`/api/admin/mail/suppressions/${made.body.id}/free`, {}, admin)).status).toBe(400);
    expect((await api.post('/api/admin/mail/suppressions/unknown/free', { remark: 'r' }, admin)).status).toBe(404);
    const freed = await api.post(`/api/admin/mail/suppressions/${made.body.id}/free`, { remark: 'By phone' }, admin);
    expect(freed.body).toMatchObject({ suppressedAt: null, reason: null });
    expect((await api.get('/api/admin/mail/suppressions', admin)).body).toEqual([]);
    const acts = Object.values(await storedAll('audit')).sort((a, b) => (a.action < b.action ? -1 : 1));
    expect(acts).toMatchObject([
      { action: 'suppression.create', name: ADA, after: { remark: 'Asked by letter' } },
      { action: 'suppression.free', name: ADA, after: { remark: 'By phone' } },
    ]);
  });

  it('are listed in pages, newest first', async () => {
    const admin = await signIn({ role: 'admin' });
    for (const n of [1, 2, 3]) await ses(snsMessage(sesComplaint(`reader-${n}@example.com`, minute(n))));

    const first = await api.get('/api/admin/mail/suppressions?limit=2', admin);
    const link = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await api.get(link.replace(/^https?:\/\/[^/]+/, ''), admin);

    const emails = [...first.body, ...second.body].map(({ email }: { email: string }) => email);
    expect(emails).toEqual([3, 2, 1].map((n) => `reader-${n}@example.com`));
    expect(first.headers.get('x-total-count')).toBe('3');
  });

  it('are listed with the state of email delivery', async () => {
    const admin = await signIn({ role: 'admin' });
    const at = new Date(clock.now().getTime() - 2 * 3_600_000);
    const mail = { to: ADA, headers: {}, message: { subject: 's', text: 't', html: 'h' } };
    expect((await api.get('/api/admin/mail', admin)).body).toEqual({
      isOn: true,
      waiting: 0,
      oldest: null,
      givenUp: 0,
    });
    await runTransaction(db, async (transaction) => {
      queueMail(db, transaction, { id: 'w', kind: 'invitation', mail, at, expireAt: new Date(at.getTime() + 1e9) });
    });

    expect((await api.get('/api/admin/mail', admin)).body).toEqual({
      isOn: true,
      waiting: 1,
      oldest: { since: at.toISOString(), attempts: 0, reply: null },
      givenUp: 0,
    });
  });
});
