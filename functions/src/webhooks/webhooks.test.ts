import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { WEBHOOK_LIMITS, type WebhookEvent } from '@inkwell/shared/webhooks';
import type { Firestore } from 'firebase-admin/firestore';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { nothingUnderWay } from '../common/under-way.ts';
import { createDeliver } from '../compose/deliver.ts';
import { createPublish } from '../compose/publish.ts';
import { createSweep } from '../compose/sweep.ts';
import { addressIdOf } from '../mail/tokens.ts';
import { createIssueMailRepository } from '../newsletter-issues/issue-mails.repository.ts';
import { encodeIssue, NEW_ISSUE } from '../newsletter-issues/newsletter-issues.converter.ts';
import { api, apiAlone, send } from '../testing/api.ts';
import { costOf, expectCost } from '../testing/costs.ts';
import { storedMails, tokenIn } from '../testing/mails.ts';
import { serveTests } from '../testing/origin.ts';
import { stored, storedAll } from '../testing/posts.ts';
import { clock, db, dependencies, logLines } from '../testing/server.ts';
import { signInEach } from '../testing/users.ts';
import { createDeliveryRepository } from './deliveries.repository.ts';
import { connectEvents, eventQueueOf } from './event-queue.repository.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let received: Received[] = [];
/** The receiver's answer; 200 by default. */
let answer: (request: Received, res: ServerResponse) => void;

const receiver = serveTests(async (req, res) => {
  const request = { path: String(req.url), headers: req.headers, body: await text(req) };
  received.push(request);
  answer(request, res);
});
beforeEach(() => {
  received = [];
  answer = (_, res) => void res.end('thanks');
});

const receiverAt = (path: string) => `${receiver.origin}${path}`;
const bodies = () => received.map(({ body }) => JSON.parse(body));
const types = () => bodies().map(({ type }): string => type);
const deliveries = async () => Object.values(await storedAll('webhookDeliveries'));
const fails = (res: ServerResponse) => void res.writeHead(503).end('down');

const { admin, moderator, reader } = signInEach({
  admin: { role: 'admin' },
  moderator: { role: 'moderator' },
  reader: { ageMs: 2 * DAY_MS },
});

async function hookFor(events: readonly WebhookEvent[], more: object = {}) {
  const { body, status } = await api.post('/api/admin/webhooks', { url: receiverAt('/'), events, ...more }, admin);
  expect(status).toBe(201);
  return body as { id: string; secret: string };
}

const publish = async (title = 'A harbour at dawn') =>
  (await api.post('/api/posts', { title, content: 'Boats leave.', isPublished: true }, admin)).body.id as string;

const run = () => createDeliver(dependencies)();

describe('a webhook', () => {
  it('has a secret that is returned once and is in no list, activity or log', async () => {
    const { id, secret } = await hookFor(['post.published']);
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    await publish();
    await nothingUnderWay();
    const [list, activity] = [await api.get('/api/admin/webhooks', admin), await api.get('/api/admin/activity', admin)];
    expect(list.body).toMatchObject([{ id, isOn: true, works: true, lastDelivery: { state: 'delivered' } }]);
    await api.patch(`/api/admin/webhooks/${id}`, { isOn: false }, admin);
    for (const shown of [list.text, activity.text, logLines, await storedAll('audit')]) {
      expect(JSON.stringify(shown)).not.toContain(secret.slice(6, 40));
    }
    expect(JSON.stringify(await storedAll('audit'))).not.toContain(receiverAt('/x').slice(0, -1));
  });

  it('is created once per idempotency key', async () => {
    const make = () =>
      send('POST', '/api/admin/webhooks', {
        body: { url: receiverAt('/'), events: ['post.published'] },
        user: admin,
        headers: { 'idempotency-key': 'one' },
      });
    const [first, repeat] = [await make(), await make()];
    expect(repeat.body).toEqual(first.body);
    expect(Object.keys(await storedAll('webhooks'))).toHaveLength(1);
  });

  it('is refused with an address that is not public, also later', async () => {
    const { id } = await hookFor(['post.published']);
    const url = 'https://10.0.0.1/';
    expect((await api.post('/api/admin/webhooks', { url, events: ['post.published'] }, admin)).status).toBe(400);
    expect((await api.patch(`/api/admin/webhooks/${id}`, { url }, admin)).status).toBe(400);
  });

  it('is one of at most ten', async () => {
    for (let n = 0; n < WEBHOOK_LIMITS.hooks; n += 1) await hookFor(['post.published']);
    const more = { url: receiverAt('/'), events: ['post.published'] };
    const refused = await api.post('/api/admin/webhooks', more, admin);
    expect([refused.status, refused.text]).toEqual([409, 'You have 10 webhooks. Delete one that you no longer use.']);
  });

  it('gets nothing after it was switched off or deleted, or its owner was demoted', async () => {
    const { id } = await hookFor(['post.published']);
    await api.patch(`/api/admin/webhooks/${id}`, { isOn: false }, admin);
    await publish();
    await api.patch(`/api/admin/webhooks/${id}`, { isOn: true }, admin);
    await db.doc(`users/${admin?.id}`).update({ role: 'moderator' });
    await publish();
    await db.doc(`users/${admin?.id}`).update({ role: 'admin' });
    await api.delete(`/api/admin/webhooks/${id}`, admin);
    await publish();
    await nothingUnderWay();
    await run();
    expect(received).toEqual([]);
  });

  it('costs as much as the table says', async () => {
    const make = () => apiAlone.post('/api/admin/webhooks', { url: receiverAt('/'), events: ['post.deleted'] }, admin);
    const first = await make();
    expectCost(first, 'usually');
    expectCost(await make(), 'usually');
    expectCost(await make(), 'usually', { 'each other webhook after the first': 1 });
    const path = `/api/admin/webhooks/${first.body.id}`;
    expectCost(await apiAlone.patch(path, { isOn: false }, admin), 'usually');
    expectCost(await apiAlone.patch(path, { isOn: false }, admin), 'a repeat');
    const sent = await apiAlone.post(`${path}/test`, undefined, admin);
    expectCost(sent);
    expectCost(await apiAlone.post(`${path}/deliveries/${sent.body.id}/send`, undefined, admin));
    expectCost(await apiAlone.get(`${path}/deliveries`, admin), { 'each entry': 1 });
    expectCost(await apiAlone.get('/api/admin/webhooks', admin), 'usually', { 'each webhook': 3, 'each owner': 1 });
    expectCost(await apiAlone.delete(path, admin), 'usually');
  });
});

describe('an event', () => {
  it('is signed according to Standard Webhooks, and sent before the change is answered', async () => {
    const { secret } = await hookFor(['post.published']);
    const id = await publish();

    const [{ headers, body }] = received as [Received];
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    const signature = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
      .update(signed)
      .digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${signature}`);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(Math.abs(Number(headers['webhook-timestamp']) - clock.now().getTime() / 1_000)).toBeLessThan(10);
    expect(JSON.parse(body)).toEqual({
      type: 'post.published',
      timestamp: expect.any(String),
      data: {
        id,
        title: 'A harbour at dawn',
        authorIds: [admin?.id],
        categoryId: null,
        tagIds: [],
        publishedAt: expect.any(String),
        updatedAt: expect.any(String),
        url: `http://localhost:3000/posts/${id}/a-harbour-at-dawn`,
      },
    });
    expect(await deliveries()).toMatchObject([{ state: 'delivered', attempts: [{ status: 200, answer: 'thanks' }] }]);
  });

  it('for a slow receiver does not delay the answer to the change for long', async () => {
    await hookFor(['post.published']);
    answer = (_, res) => void setTimeout(() => res.end(), 6_000);
    const begunMs = Date.now();
    await publish();
    expect(Date.now() - begunMs).toBeLessThan(5_500);
    await nothingUnderWay();
    expect(await deliveries()).toMatchObject([{ state: 'delivered' }]);
  });

  it('about a post follows each change that readers see', async () => {
    await hookFor(['post.published', 'post.updated', 'post.unpublished', 'post.deleted']);
    const { body: draft } = await api.post('/api/posts', { title: 'D', content: 'C' }, moderator);
    const change = (fields: object) => api.patch(`/api/posts/${draft.id}`, fields, moderator);
    await change({ title: 'Draft' });
    await change({ isPublished: true });
    await change({ title: 'Shown' });
    await change({ isPublished: false });
    await change({ title: 'Hidden' });
    await change({ isPublished: true });
    await api.delete(`/api/posts/${draft.id}`, moderator);
    const { body: unseen } = await api.post('/api/posts', { title: 'U', content: 'C' }, moderator);
    await api.delete(`/api/posts/${unseen.id}`, moderator);
    await nothingUnderWay();
    const [published, updated, unpublished] = ['post.published', 'post.updated', 'post.unpublished'];
    expect(types()).toEqual([published, updated, unpublished, published, 'post.deleted']);
  });

  it('also follows a scheduled publication', async () => {
    await hookFor(['post.published']);
    const publishAt = new Date(clock.now().getTime() + MINUTE_MS).toISOString();
    await api.post('/api/posts', { title: 'Later', content: 'C', publishAt }, moderator);
    clock.advance(2 * MINUTE_MS);
    await createPublish(dependencies)();
    expect(bodies()).toMatchObject([{ type: 'post.published', data: { title: 'Later' } }]);
  });

  it('about a comment says when it appears, is held and is reported', async () => {
    const id = await publish();
    await hookFor(['comment.created', 'comment.held', 'comment.reported']);
    const write = (content: string) => api.post(`/api/posts/${id}/comments`, { content }, reader);
    await api.patch('/api/admin/settings', { comments: { holdWords: ['pills'] } }, admin);
    clock.advance(11_000);
    const { body: seen } = await write('Hello');
    const { body: held } = await write('Cheap pills');
    for (const state of ['visible', 'hidden', 'visible']) {
      await api.patch(`/api/admin/comments/${held.id}`, { state }, admin);
      // Until people are notified, the comment counts as new.
      await nothingUnderWay();
    }
    for (let n = 0; n < 2; n += 1) await api.post(`/api/comments/${seen.id}/report`, { reason: 'Spam' }, moderator);
    await nothingUnderWay();
    const url = `http://localhost:3000/posts/${id}#comment-${seen.id}`;
    expect(bodies()).toMatchObject([
      { type: 'comment.created', data: { id: seen.id, postId: id, authorId: reader?.id, content: 'Hello', url } },
      { type: 'comment.held', data: { id: held.id } },
      { type: 'comment.created', data: { id: held.id } },
      { type: 'comment.reported', data: { id: seen.id, reason: 'Spam', reports: 1 } },
    ]);
  });

  it('about a comment that was hidden while it was held says when it is shown', async () => {
    const id = await publish();
    await hookFor(['comment.created']);
    await api.patch('/api/admin/settings', { comments: { holdWords: ['pills'] } }, admin);
    clock.advance(11_000);
    const { body: held } = await api.post(`/api/posts/${id}/comments`, { content: 'Cheap pills' }, reader);
    for (const state of ['hidden', 'visible', 'hidden', 'visible']) {
      await api.patch(`/api/admin/comments/${held.id}`, { state }, admin);
      await nothingUnderWay();
    }
    expect(bodies()).toMatchObject([{ type: 'comment.created', data: { id: held.id } }]);
  });

  it('about a report is deleted with the reporter, too', async () => {
    const id = await publish();
    await hookFor(['comment.reported']);
    const { body: seen } = await api.post(`/api/posts/${id}/comments`, { content: 'Hello' }, reader);
    await api.post(`/api/comments/${seen.id}/report`, { reason: 'Spam' }, moderator);
    const ofVisitor = { reason: 'Libel', email: 'Ada@example.com' };
    expect((await api.post(`/api/comments/${seen.id}/legal-report`, ofVisitor)).status).toBe(201);
    await nothingUnderWay();
    const all = (await deliveries()).sort((a, b) => a.createdAt.toMillis() - b.createdAt.toMillis());
    expect(all).toMatchObject([
      { people: [reader?.id, moderator?.id] },
      { people: [reader?.id], subscriberId: addressIdOf('ada@example.com') },
    ]);
  });

  it('about a subscriber contains the address only for a webhook that requests it', async () => {
    await hookFor(['subscriber.confirmed', 'subscriber.left']);
    await hookFor(['subscriber.confirmed', 'subscriber.left'], { url: receiverAt('/all'), withAddresses: true });
    const id = addressIdOf('ada@example.com');
    const tokenOn = async (page: string) => tokenIn((await storedMails())[0], `newsletter/${page}`);
    await api.post('/api/newsletter/subscribe', { email: 'ada@example.com' });
    const token = await tokenOn('confirm');
    for (let n = 0; n < 2; n += 1) await api.post('/api/newsletter/confirm', { token });
    await nothingUnderWay();
    await api.post('/api/newsletter/unsubscribe', { token: await tokenOn('unsubscribe') });
    await nothingUnderWay();
    const told = (path: string) => received.filter((one) => one.path === path).map(({ body }) => JSON.parse(body));
    const at = expect.any(String);
    expect(told('/')).toEqual([
      { type: 'subscriber.confirmed', timestamp: at, data: { id, at } },
      { type: 'subscriber.left', timestamp: at, data: { id, at } },
    ]);
    expect(told('/all').map(({ data }) => data)).toEqual([
      { id, at, email: 'ada@example.com' },
      { id, at, email: 'ada@example.com' },
    ]);
  });

  it('announces that an issue was sent', async () => {
    await hookFor(['issue.sent']);
    const at = clock.now();
    const draft = encodeIssue({ ...NEW_ISSUE, subject: 'News', content: 'Hello' }, { createdBy: 'ada', at });
    await db.doc('newsletterIssues/one').set({ ...draft, status: 'sending', startedAt: at, isFrozen: true });
    const mails = createIssueMailRepository(db);
    const progress = await mails.progress('one');
    const finished = { status: 'sent', finishedAt: at };
    expect(progress && (await mails.update(progress, finished))).toBe(true);
    expect(progress && (await mails.update(progress, finished))).toBe(false);
    await nothingUnderWay();
    expect(bodies()).toMatchObject([
      { type: 'issue.sent', data: { id: 'one', subject: 'News', counts: { submitted: 0 } } },
    ]);
  });

  it('costs nothing without a webhook that wants it, and a document for each that does', async () => {
    const write = async () =>
      costOf(await apiAlone.post('/api/posts', { title: 'T', content: 'C', isPublished: true }, admin));
    // Names of authors are cached.
    await write();
    const without = await write();
    await hookFor(['post.deleted']);
    expect(await write()).toEqual(without);
    await hookFor(['post.published']);
    expect(await write()).toEqual({ reads: without.reads, writes: without.writes + 1 });
  });

  it('is queued for a webhook that another instance created, after ten seconds', async () => {
    await publish();
    const { id } = await hookFor(['post.published']);
    const made = await stored(`webhooks/${id}`);
    await api.delete(`/api/admin/webhooks/${id}`, admin);
    await publish();
    await db.doc('webhooks/other').set(made ?? {});
    clock.advance(WEBHOOK_LIMITS.freshMs);
    await publish();
    await nothingUnderWay();
    expect(types()).toEqual(['post.published']);
  });
});

describe('a webhook that cannot be read', () => {
  it('does not withhold events from the others', async () => {
    const { id } = await hookFor(['post.published']);
    const made = await stored(`webhooks/${id}`);
    await db.doc('webhooks/newer').set({ isOn: true, url: { host: 'a' } });
    await db.doc('webhooks/orphan').set({ ...made, ownerId: 'odd' });
    await db.doc('users/odd').set({ role: 7 });
    clock.advance(WEBHOOK_LIMITS.freshMs);
    await publish();
    await nothingUnderWay();
    expect(types()).toEqual(['post.published']);
    expect(logLines).toContainEqual(
      expect.objectContaining({ severity: 'ERROR', fields: expect.objectContaining({ document: 'webhooks/newer' }) }),
    );
  });

  it.each([
    ['fail', () => Promise.reject(new Error('down'))],
    ['never end', () => new Promise<never>(() => {})],
  ])('lets changes continue without events if reads of webhooks %s', async (_, get) => {
    const unreadable = { collection: () => ({ where: () => ({ limit: () => ({ get }) }) }) } as unknown as Firestore;
    const log = vi.fn();
    connectEvents(unreadable, { siteUrl: '', clock, log, onQueued: () => undefined });
    const begunMs = Date.now();
    const queueEvent = await eventQueueOf(unreadable);
    expect(Date.now() - begunMs).toBeLessThan(4_000);
    const writer = { create: vi.fn() };
    queueEvent(writer, { type: 'post.deleted', about: 'posts/1', at: clock.now(), data: {} });
    expect(writer.create).not.toHaveBeenCalled();
    expect(log).toHaveBeenCalledWith('ERROR', 'the webhooks could not be read', expect.anything());
  });
});

describe('a delivery that fails', () => {
  it('is retried with growing pauses for a day, each time with the same id and body', async () => {
    answer = (_, res) => fails(res);
    await hookFor(['post.published']);
    await publish();
    await nothingUnderWay();
    let pauses = 0;
    const begunMs = clock.now().getTime();
    for (let dueAt = begunMs; ; pauses += 1) {
      const [delivery] = await deliveries();
      if (delivery?.state !== 'waiting') break;
      const next: number = delivery.dueAt.toMillis();
      expect(next).toBeGreaterThan(dueAt);
      dueAt = next;
      clock.advance(next - clock.now().getTime() - 1_000);
      await run();
      expect(received).toHaveLength(pauses + 1);
      clock.advance(1_001);
      await run();
    }
    expect(pauses).toBe(9);
    expect(clock.now().getTime() - begunMs).toBeGreaterThan(0.9 * DAY_MS);
    expect(new Set(received.map(({ body, headers }) => `${headers['webhook-id']} ${body}`)).size).toBe(1);
    expect(new Set(received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(10);
    expect(await deliveries()).toMatchObject([{ state: 'failed', attempts: { length: 10 } }]);
  }, 30_000);

  it('holds back only the later events of its post, which then arrive in order', async () => {
    await hookFor(['post.published', 'post.updated', 'post.unpublished']);
    let isDown = true;
    answer = ({ body }, res) => (isDown && body.includes('Broken') ? fails(res) : void res.end());
    const broken = await publish('Broken');
    await nothingUnderWay();
    await api.patch(`/api/posts/${broken}`, { title: 'Broken again' }, admin);
    await api.patch(`/api/posts/${broken}`, { isPublished: false }, admin);
    const other = await publish('Other');
    await api.patch(`/api/posts/${other}`, { title: 'Other again' }, admin);
    await nothingUnderWay();
    await run();
    const of = (id: string) =>
      bodies()
        .filter(({ data }) => data.id === id)
        .map(({ type }) => type);
    expect(of(other)).toEqual(['post.published', 'post.updated']);
    expect(of(broken)).toEqual(['post.published']);

    isDown = false;
    clock.advance(2 * MINUTE_MS);
    await run();
    expect(of(broken)).toEqual(['post.published', 'post.published', 'post.updated', 'post.unpublished']);
  });

  it('twenty times in a row switches the webhook off and tells its owner', async () => {
    await db.doc(`users/${admin?.id}`).update({ isEmailVerified: true });
    const { id } = await hookFor(['post.published']);
    await publish();
    await nothingUnderWay();
    answer = (_, res) => fails(res);
    for (let n = 0; n < WEBHOOK_LIMITS.failures; n += 1) {
      await publish(`Post ${n}`);
      await nothingUnderWay();
    }
    expect((await api.get('/api/admin/webhooks', admin)).body).toMatchObject([{ isOn: false, hasFailed: true }]);
    const mails = Object.values(await storedAll('mail')).filter(({ kind }) => kind === 'webhook');
    expect(mails).toMatchObject([{ to: admin?.email, message: { subject: expect.stringContaining('switched off') } }]);
    expect(Object.values(await storedAll('audit'))).toContainEqual(
      expect.objectContaining({ action: 'webhook.off', actorId: 'system', target: `webhooks/${id}` }),
    );
    const before = received.length;
    clock.advance(2 * MINUTE_MS);
    await publish('Not sent');
    await run();
    expect(received).toHaveLength(before);
    expect((await deliveries()).filter(({ state }) => state === 'skipped')).toHaveLength(WEBHOOK_LIMITS.failures);

    const { body } = await api.patch(`/api/admin/webhooks/${id}`, { isOn: true }, admin);
    expect(body).toMatchObject({ isOn: true, hasFailed: false });
    expect(await stored(`webhooks/${id}`)).toMatchObject({ failures: 0 });
  }, 30_000);

  it('does not count after a success', async () => {
    const { id } = await hookFor(['post.published']);
    answer = (_, res) => fails(res);
    await publish();
    await nothingUnderWay();
    expect(await stored(`webhooks/${id}`)).toMatchObject({ failures: 1 });
    answer = (_, res) => void res.end();
    await publish('Another');
    await nothingUnderWay();
    expect(await stored(`webhooks/${id}`)).toMatchObject({ failures: 0 });
  });

  it('is attempted once by two instances, and again after a killed attempt', async () => {
    await hookFor(['post.published']);
    answer = (_, res) => fails(res);
    await publish();
    await nothingUnderWay();
    answer = (_, res) => void setTimeout(() => res.end(), 100);
    clock.advance(2 * MINUTE_MS);
    await Promise.all([run(), run(), run()]);
    expect(received).toHaveLength(2);

    const [id = ''] = Object.keys(await storedAll('webhookDeliveries'));
    const dueAt = new Date(clock.now().getTime() + 30_000);
    await db.doc(`webhookDeliveries/${id}`).update({ state: 'sending', dueAt });
    await run();
    expect(received).toHaveLength(2);
    clock.advance(31_000);
    await run();
    expect(received).toHaveLength(3);
  });
});

describe('an attempt requested by a person', () => {
  const testOf = async () => {
    const { id } = await hookFor(['post.published']);
    const { body } = await api.post(`/api/admin/webhooks/${id}/test`, undefined, admin);
    received = [];
    return { hookId: id, delivery: db.doc(`webhookDeliveries/${body.id}`) };
  };

  it('is not restarted forever if each is killed', async () => {
    const { delivery } = await testOf();
    await delivery.update({ state: 'sending', starts: 10, dueAt: clock.now(), isOnce: true });
    clock.advance(1_000);
    await run();
    expect(received).toEqual([]);
    expect((await delivery.get()).data()).toMatchObject({ state: 'failed' });
  });

  it('does not change a delivered event if the webhook is gone', async () => {
    const { hookId, delivery } = await testOf();
    await db.doc(`webhooks/${hookId}`).delete();
    expect(await createDeliveryRepository(db).claim(delivery.id, clock.now(), { isAsked: true })).toBeNull();
    expect((await delivery.get()).data()).toMatchObject({ state: 'delivered' });
  });
});

describe('staff', () => {
  it('send a test to a webhook that is off, and see the answer', async () => {
    const { id } = await hookFor(['post.published']);
    await api.patch(`/api/admin/webhooks/${id}`, { isOn: false }, admin);
    answer = (_, res) => void res.writeHead(418).end('x'.repeat(5_000));
    const { body } = await api.post(`/api/admin/webhooks/${id}/test`, undefined, admin);
    expect(body).toMatchObject({ event: 'webhook.test', state: 'failed', attempts: [{ status: 418 }] });
    expect(body.attempts[0].answer).toBe('x'.repeat(1_024));
    expect(bodies()).toMatchObject([{ type: 'webhook.test' }]);
    expect(await stored(`webhooks/${id}`)).toMatchObject({ failures: 0 });
  });

  it('send an event again, with the same bytes, but not before earlier events of its post', async () => {
    const { id } = await hookFor(['post.published', 'post.updated']);
    const post = await publish();
    await nothingUnderWay();
    answer = (_, res) => fails(res);
    for (const title of ['One', 'Two']) await api.patch(`/api/posts/${post}`, { title }, admin);
    await nothingUnderWay();
    const { body: list } = await api.get(`/api/admin/webhooks/${id}/deliveries`, admin);
    expect(list.map(({ state }: { state: string }) => state)).toEqual(['waiting', 'waiting', 'delivered']);
    const again = (n: number) => api.post(`/api/admin/webhooks/${id}/deliveries/${list[n].id}/send`, undefined, admin);

    answer = (_, res) => void res.end();
    expect((await again(2)).body).toMatchObject({ state: 'delivered', attempts: [{ status: 200 }, { status: 200 }] });
    expect(received.at(-1)?.body).toBe(received[0]?.body);
    expect(received.at(-1)?.headers['webhook-id']).toBe(received[0]?.headers['webhook-id']);
    expect((await again(0)).status).toBe(409);
    expect((await again(1)).body).toMatchObject({ state: 'delivered' });
    expect((await again(0)).body).toMatchObject({ state: 'delivered' });
    expect((await api.post(`/api/admin/webhooks/x/deliveries/${list[0].id}/send`, undefined, admin)).status).toBe(404);
  });
});

it('the sweep deletes deliveries after thirty days', async () => {
  const { id } = await hookFor(['post.published']);
  await api.post(`/api/admin/webhooks/${id}/test`, undefined, admin);
  clock.advance(29 * DAY_MS);
  await createSweep(dependencies)();
  expect(await deliveries()).toHaveLength(1);
  clock.advance(2 * DAY_MS);
  await createSweep(dependencies)();
  expect(await deliveries()).toHaveLength(0);
});
