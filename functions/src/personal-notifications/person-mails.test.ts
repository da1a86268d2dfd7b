import { MAIL_NOTICE } from '@inkwell/shared/person-mails';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createJobs } from '../compose/jobs.ts';
import { createMailDelivery } from '../compose/mail.ts';
import { createWork } from '../compose/work.ts';
import { api } from '../testing/api.ts';
import { notificationsSent } from '../testing/comments.ts';
import { clickOnce, oneClickIn, storedMails } from '../testing/mails.ts';
import { seedPost } from '../testing/posts.ts';
import { clock, db, dependencies } from '../testing/server.ts';
import { signIn, signInEach, type TestUser } from '../testing/users.ts';

const AGED = { ageMs: 2 * 86_400_000 };
const MINUTE_MS = 60_000;

let post: { id: string };

beforeEach(() => clock.advance(61_000));
const { author, mary, percy } = signInEach({
  author: { role: 'moderator', isVerified: true },
  mary: { ...AGED, displayName: 'Mary Shelley', isVerified: true },
  percy: { ...AGED, displayName: 'Percy Shelley', isVerified: true },
});

beforeEach(async () => {
  await createJobs(dependencies).dataVersion.noteNewest();
  post = await seedPost({ title: 'Harbour', authorId: author.id });
});

const work = createWork(dependencies);
const mailedTo = async ({ email }: TestUser) => (await storedMails()).filter(({ to }) => to === email);
const choose = (user: TestUser, choices: object) => api.patch('/api/mail-choices', choices, user);

async function comment(by: TestUser, content: string, parentId: string | null = null): Promise<string> {
  clock.advance(2_500);
  const { status, body } = await api.post(`/api/posts/${post.id}/comments`, { content, parentId }, by);
  expect(status).toBe(201);
  await notificationsSent();
  return body.id;
}

describe('an answer', () => {
  it('is emailed once to the person answered, at the verified address, with an unsubscribe link', async () => {
    const start = await comment(mary, 'I was there.');
    const answer = await comment(percy, 'So was <b>I</b>.', start);
    await db.doc(`comments/${answer}`).update({ notification: 'due', isNotificationDue: true });
    await work();

    const found = await mailedTo(mary);
    expect(found).toMatchObject([
      { kind: 'answer', message: { subject: 'Percy Shelley replied to your comment: Harbour' } },
    ]);
    const { headers, message } = found[0] ?? {};
    expect(message.html).toMatch(/<blockquote [^>]*dir="auto"[^>]*>So was &lt;b&gt;I&lt;\/b&gt;\.<\/blockquote>/);
    expect(message.text).toContain('> So was <b>I</b>.');
    expect(message.text).toContain(`http://localhost:3000/posts/${post.id}#comment-${answer}`);
    expect(headers).toMatchObject({
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'List-Id': '<answers.localhost>',
      'Auto-Submitted': 'auto-generated',
    });
    const oneClick = oneClickIn(found[0]);
    expect((await api.get(oneClick)).headers.get('location')).toMatch(/^\/newsletter\/choices#token=mail-answers\./);
    expect((await api.get('/api/mail-choices', mary)).body).toMatchObject({ answers: true });

    const stopped = await clickOnce(oneClick);
    expect([stopped.status, stopped.body]).toEqual([200, { kind: 'answers' }]);
    expect((await api.get('/api/mail-choices', mary)).body).toMatchObject({ answers: false, reviews: true });
    await comment(percy, 'Once more.', start);
    expect(await mailedTo(mary)).toHaveLength(1);
    expect(await mailedTo(percy)).toEqual([]);
  });

  it('is not emailed to unverified, blocked or muting people, nor to older accounts until they opt in', {
    tags: 'thorough',
  }, async () => {
    const older = await signIn({ ...AGED, startsWithMail: false, isVerified: true });
    const unverified = await signIn(AGED);
    const [ofOlder, ofUnverified, ofMary] = [
      await comment(older, 'Older.'),
      await comment(unverified, 'Unverified.'),
      await comment(mary, 'Mary.'),
    ];
    await api.patch(`/api/comments/${ofMary}/subscription`, { muted: true }, mary);
    for (const id of [ofOlder, ofUnverified, ofMary]) await comment(percy, 'An answer.', id);
    expect(await storedMails()).toEqual([]);

    await choose(older, { answers: true });
    await comment(percy, 'Another.', ofOlder);
    await db.doc(`users/${older.id}`).update({ isBlocked: true });
    await comment(percy, 'To a blocked account.', ofOlder);

    expect(await mailedTo(older)).toHaveLength(1);
  });

  it.each(['the link', 'the profile'])('is no longer sent after %s ended such emails', async (how) => {
    const start = await comment(mary, 'I was there.');
    await comment(percy, 'So was I.', start);
    const [mail] = await mailedTo(mary);
    expect(mail).toMatchObject({ state: 'queued' });

    const token = /token=(\S+)>/.exec(mail?.headers['List-Unsubscribe'] ?? '')?.[1];
    if (how === 'the link') await api.post('/api/mail-choices/stop', { token });
    else await choose(mary, { answers: false });
    clock.advance(MINUTE_MS);
    await createMailDelivery({ ...dependencies, site: async () => ({ name: 'Inkwell' }) }).run(1_000);

    expect(await mailedTo(mary)).toMatchObject([{ state: 'left-out', reply: 'Not wanted any more' }]);
  });

  it('is a left-to-right sentence even with a right-to-left name and title', async () => {
    const yossi = await signIn({ ...AGED, displayName: 'יוסי' });
    post = await seedPost({ title: 'שלום', authorId: author.id });
    await comment(yossi, 'כן.', await comment(mary, 'I was there.'));

    const subject = '\u2068יוסי\u2069 replied to your comment: \u2068שלום\u2069';
    expect(await mailedTo(mary)).toMatchObject([{ message: { subject } }]);
  });

  it('quotes only the beginning of a long comment, without its syntax', async () => {
    const start = await comment(mary, 'I was there.');
    await comment(percy, `**So** was [I](https://example.com/). ${'Ye '.repeat(400)}`, start);

    const [{ message } = { message: { text: '' } }] = await mailedTo(mary);
    expect(message.text).toMatch(/^> So was I\. (?:Ye )+(?:Ye?)?\.\.\.$/m);
    expect(message.text.length).toBeLessThan(1_200);
  });
});

describe("comments on one's own posts", () => {
  it('are combined in one email per hour, without deleted ones', { tags: 'thorough' }, async () => {
    await choose(author, { comments: true });
    await comment(mary, 'First.');
    const second = await comment(percy, 'Second.');
    await comment(mary, 'Third.');
    await work();
    expect(await mailedTo(author)).toEqual([]);
    await api.delete(`/api/comments/${second}`, percy);
    clock.advance(10 * MINUTE_MS);
    await Promise.all([work(), createWork(dependencies)()]);

    expect(await mailedTo(author)).toMatchObject([
      { kind: 'comments', message: { subject: '2 new comments on your posts' } },
    ]);
    expect(JSON.stringify(await mailedTo(author))).not.toContain('Percy');
    expect((await mailedTo(author))[0]?.message.text).toMatch(/> First\.[\s\S]*> Third\./);
    await comment(percy, 'Fourth.');
    clock.advance(40 * MINUTE_MS);
    await work();
    expect(await mailedTo(author)).toHaveLength(1);
    clock.advance(21 * MINUTE_MS);
    await work();
    expect(await mailedTo(author)).toHaveLength(2);
  });

  it('are not emailed unless the author chose it', async () => {
    await comment(mary, 'First.');
    clock.advance(20 * MINUTE_MS);
    await work();

    expect(await storedMails()).toEqual([]);
  });
});

describe('a step of a review', () => {
  it('is emailed to those who may see it', async () => {
    const writer = await signIn({ writing: 'contributor', isVerified: true });
    const { id } = await seedPost({ isPublished: false, authorId: writer.id, title: 'Tides' });

    expect((await api.post(`/api/posts/${id}/review`, undefined, writer)).status).toBeLessThan(300);
    await vi.waitFor(async () => expect(await mailedTo(author)).toHaveLength(1));

    expect(await mailedTo(author)).toMatchObject([
      { kind: 'review', message: { subject: expect.stringContaining('Tides') } },
    ]);
    expect(await mailedTo(mary)).toEqual([]);
  });
});

describe('a broadcast', () => {
  it('is emailed to accounts that want it if the admin says so, once each', async () => {
    const admin = await signIn({ role: 'admin' });
    await Promise.all([choose(mary, { broadcasts: true }), choose(percy, { broadcasts: true })]);
    await db.doc(`users/${percy.id}`).update({ isBlocked: true });

    await api.post('/api/notifications', { title: 'News', message: 'M' }, admin);
    expect(await storedMails()).toEqual([]);
    const mailed = { title: 'News', message: 'Much.', isMailed: true };
    expect((await api.post('/api/notifications', mailed, admin)).status).toBe(409);
    const address = { postalAddress: '1 Harbour Road, Kiel' };
    expect((await api.patch('/api/admin/settings', address, admin)).status).toBe(200);
    const sent = await api.post('/api/notifications', mailed, admin);
    await db.doc(`jobs/broadcast-${sent.body.id}`).update({ status: 'running', cursor: null, dueAt: clock.now() });
    await createJobs(dependencies).runner.run(MINUTE_MS);

    expect(await storedMails()).toMatchObject([{ to: mary.email, kind: 'broadcast', message: { subject: 'News' } }]);
  });
});

describe('older accounts', () => {
  it('are told once that email can be chosen', async () => {
    const older = await signIn({ startsWithMail: false });
    const listed = async () => (await api.get('/api/notifications', older)).body;

    expect(await listed()).toMatchObject([{ id: MAIL_NOTICE.id, isRead: false }]);
    expect((await api.patch(`/api/notifications/${MAIL_NOTICE.id}/read`, undefined, older)).status).toBe(204);

    expect(await listed()).toEqual([]);
    expect((await api.get('/api/mail-choices', older)).body).toEqual({
      answers: false,
      comments: false,
      reviews: true,
      broadcasts: false,
      figures: false,
    });
  });
});
