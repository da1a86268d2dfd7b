import { ISSUE_LIMITS, type Issue } from '@inkwell/shared/newsletter-issues';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { createJobs } from '../compose/jobs.ts';
import { addressIdOf } from '../mail/tokens.ts';
import { createPictureTable } from '../pictures/pictures.repository.ts';
import { api } from '../testing/api.ts';
import { readers, storedMails, storeSubscribers } from '../testing/mails.ts';
import { seedPost, stored, storedAll } from '../testing/posts.ts';
import { clock, db, dependencies, logLines } from '../testing/server.ts';
import { signInEach } from '../testing/users.ts';
import { createImageStore } from '../uploads/image-store.ts';
import { publicUrl } from '../uploads/image-url.ts';

const PATH = '/api/admin/newsletter/issues';
const HOUR_MS = 3_600_000;

beforeEach(() => clock.advance(HOUR_MS));
const { admin } = signInEach({ admin: { role: 'admin' } });

beforeEach(async () => {
  await createJobs(dependencies).dataVersion.noteNewest();
  await api.patch('/api/admin/settings', { postalAddress: '1 Harbour Road, Kiel' }, admin);
});

const write = async (fields: object = {}) =>
  (await api.post(PATH, { subject: 'News', content: 'Hello **you**.', ...fields }, admin)).body as Issue;

const act = (id: string, verb: string, body?: unknown) => api.post(`${PATH}/${id}/${verb}`, body, admin);

const subscribe = (count: number) => storeSubscribers(readers(count));
const work = () => createJobs(dependencies).runner.run(1_000);

describe('issues of the newsletter', () => {
  it('are written, changed, listed and deleted by admins', async () => {
    const issue = await write({ previewText: ' Soon ' });
    expect(issue).toMatchObject({
      status: 'draft',
      previewText: 'Soon',
      segment: { categories: null, accounts: 'all' },
    });

    const changed = await api.patch(`${PATH}/${issue.id}`, { subject: 'Other news', base: issue.updatedAt }, admin);
    expect([changed.status, changed.body.subject, changed.reads, changed.writes]).toEqual([200, 'Other news', 1, 1]);

    expect((await api.get(PATH, admin)).body).toMatchObject([{ id: issue.id, subject: 'Other news' }]);
    expect((await api.delete(`${PATH}/${issue.id}`, admin)).status).toBe(204);
    expect((await api.delete(`${PATH}/${issue.id}`, admin)).status).toBe(204);
    expect((await api.get(`${PATH}/${issue.id}`, admin)).status).toBe(404);
  });

  it('are not overwritten by somebody who has not seen the latest text', async () => {
    const issue = await write();
    await api.patch(`${PATH}/${issue.id}`, { content: 'Theirs', base: issue.updatedAt }, admin);

    const late = await api.patch(`${PATH}/${issue.id}`, { content: 'Mine', base: issue.updatedAt }, admin);

    expect([late.status, late.body.content]).toEqual([409, 'Theirs']);
    const again = await api.patch(`${PATH}/${issue.id}`, { content: 'Theirs', base: issue.updatedAt }, admin);
    expect(again.status).toBe(200);
  });

  it('keep the pictures that they show', async () => {
    const issue = await write();
    const { origin, name } = dependencies.config.publicBucket;
    const picture = `${origin}/v0/b/${name}/o/images%2F1763700000000-a-40x30.webp?alt=media`;

    await api.patch(`${PATH}/${issue.id}`, { content: `![A harbour](${picture})` }, admin);

    expect((await stored(`newsletterIssues/${issue.id}`))?.pictures).toEqual(['1763700000000-a-40x30.webp']);
  });

  it.each([{ subject: '' }, { subject: 'a\nb' }, { subject: 'x'.repeat(151) }, { content: ' ' }, { mailsPerHour: 0 }])(
    'refuse %j',
    async (fields) => {
      const answer = await api.post(PATH, { subject: 'News', content: 'Hello', ...fields }, admin);

      expect(answer.status).toBe(400);
      expect(await storedAll('newsletterIssues')).toEqual({});
    },
  );
});

describe('the preview of an issue', () => {
  it('is the email as HTML and as text, with links for unsubscribing and choices', async () => {
    const text = { subject: 'News <b>', content: 'Read [this](/posts/p1)\n\n<script>alert(1)</script>' };

    const { body } = await api.post('/api/admin/newsletter/preview', text, admin);

    expect(body.problem).toBeNull();
    expect(body.html).toContain('href="http://localhost:3000/posts/p1"');
    expect(body.html).not.toContain('<script>');
    expect(body.html).toContain('News &lt;b&gt;');
    expect(body.text).toContain('Read this (http://localhost:3000/posts/p1)');
    for (const part of [body.html, body.text]) {
      expect(part).toContain('1 Harbour Road, Kiel');
      expect(part).toMatch(/\/newsletter\/unsubscribe#token=[0-9a-f]{64}\./);
    }
  });

  it('says what is too long for an email', async () => {
    const content = `${'Wörter '.repeat(50)}\n\n`.repeat(150);

    const { body } = await api.post('/api/admin/newsletter/preview', { subject: 'News', content }, admin);

    expect([body.problem, body.bytes > ISSUE_LIMITS.mailBytes]).toEqual(['too-long', true]);
  });

  it('is made only from published posts', async () => {
    const shown = await seedPost({ title: 'Tides *and* boats', excerpt: 'About the sea.', isPublished: true });
    const hidden = await seedPost({ title: 'Secret', isPublished: false });

    const { body } = await api.post('/api/admin/newsletter/post-text', { ids: [shown.id, hidden.id, 'none'] }, admin);

    expect(body.title).toBe('Tides *and* boats');
    expect(body.content).toContain(`## [Tides \\*and\\* boats](/posts/${shown.id}`);
    expect(body.content).toContain('About the sea.');
    expect(body.content).not.toContain('Secret');
  });
});

describe('a test of an issue', () => {
  it('is emailed only to the caller', async () => {
    const issue = await write();

    const { status, body } = await act(issue.id, 'test');

    expect([status, body.to]).toEqual([200, admin.email]);
    expect(await storedMails()).toMatchObject([
      {
        to: admin.email,
        message: { subject: '[Test] News' },
        headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click', 'List-Id': '<newsletter.localhost>' },
      },
    ]);
  });
});

describe('sending an issue', () => {
  it('emails each subscriber once, even if it is repeated', async () => {
    await subscribe(3);
    const issue = await write();

    const answers = await Promise.all([act(issue.id, 'send'), act(issue.id, 'send'), act(issue.id, 'send')]);
    await work();

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { body } = await api.get(`${PATH}/${issue.id}`, admin);
    expect(body).toMatchObject({ status: 'sent', counts: { audience: 3, submitted: 3 }, isStandingStill: false });
    expect((await storedMails()).map(({ to, state }) => `${to} ${state}`).sort()).toEqual(
      readers(3).map((email) => `${email} submitted`),
    );
    expect((await act(issue.id, 'send')).writes).toBe(0);
    expect((await api.patch(`${PATH}/${issue.id}`, { subject: 'Late' }, admin)).status).toBe(409);
    expect((await api.delete(`${PATH}/${issue.id}`, admin)).status).toBe(409);
  });

  it('happens at a scheduled time, which can be changed and cancelled', async () => {
    await subscribe(2);
    const issue = await write();
    const at = (hours: number) => ({ at: new Date(clock.now().getTime() + hours * HOUR_MS).toISOString() });

    expect((await act(issue.id, 'send', at(5))).body.status).toBe('scheduled');
    await act(issue.id, 'cancel');
    expect((await api.get(`${PATH}/${issue.id}`, admin)).body).toMatchObject({ status: 'draft', scheduledAt: null });
    await act(issue.id, 'send', at(2));
    await act(issue.id, 'send', at(3));
    await api.patch(`${PATH}/${issue.id}`, { subject: 'Newer' }, admin);

    clock.advance(2.5 * HOUR_MS);
    await work();
    expect(await storedMails()).toEqual([]);
    clock.advance(HOUR_MS);
    await work();
    await work();
    expect(await storedMails()).toHaveLength(2);
    expect((await api.get(`${PATH}/${issue.id}`, admin)).body).toMatchObject({ status: 'sent', subject: 'Newer' });
    expect((await act(issue.id, 'send', at(9_999))).status).toBe(400);
  });

  it('can be paused, resumed, and cancelled for everybody who has not got it', async () => {
    await subscribe(4);
    const issue = await write({ mailsPerHour: 1 });

    const begun = await act(issue.id, 'send');
    expect(begun.body).toMatchObject({ status: 'sending', counts: { audience: 4, submitted: 1 } });
    expect((await act(issue.id, 'pause')).body.status).toBe('paused');
    expect((await act(issue.id, 'pause')).status).toBe(200);
    clock.advance(3 * HOUR_MS);
    await work();
    expect((await api.get(`${PATH}/${issue.id}`, admin)).body.counts.submitted).toBe(1);

    expect((await act(issue.id, 'resume')).body).toMatchObject({ status: 'sending', counts: { submitted: 2 } });
    const { body } = await act(issue.id, 'cancel');
    expect(body).toMatchObject({ status: 'cancelled', counts: { submitted: 2, leftOut: 2 } });
    expect((await act(issue.id, 'send')).status).toBe(409);
    expect((await act(issue.id, 'resume')).status).toBe(409);
    const leftOut = await api.get(`${PATH}/${issue.id}/mails?state=left-out`, admin);
    expect(leftOut.body).toHaveLength(2);
  });

  it('leaves unconfirmed emails to a person', async () => {
    await subscribe(3);
    const issue = await write();
    await act(issue.id, 'send');
    const ids = readers(3).map((email) => `${issue.id}-${addressIdOf(email)}`);
    // As after a kill.
    for (const id of ids.slice(0, 2))
      await db.doc(`mail/${id}`).update({ state: 'unconfirmed', changedAt: clock.now() });
    const counts = { audience: 3, submitted: 1, refused: 0, leftOut: 0, unconfirmed: 2 };
    await db.doc(`newsletterIssues/${issue.id}`).update({ counts });
    const unconfirmed = await api.get(`${PATH}/${issue.id}/mails?state=unconfirmed`, admin);
    expect(unconfirmed.body).toHaveLength(2);

    const taken = await act(issue.id, 'decisions', { ids: [ids[0], ids[2]], decision: 'submitted' });
    expect(taken.body).toMatchObject({ status: 'sent', counts: { submitted: 2, unconfirmed: 1 } });
    const again = await act(issue.id, 'decisions', { ids, decision: 'again' });
    await work();

    expect(again.status).toBe(200);
    const { body } = await api.get(`${PATH}/${issue.id}`, admin);
    expect(body).toMatchObject({ status: 'sent', counts: { submitted: 3, unconfirmed: 0 } });
    expect((await act(issue.id, 'decisions', { ids, decision: 'again' })).writes).toBe(0);
  });

  it('continues after its job was given up', { tags: 'thorough' }, async () => {
    await subscribe(2);
    const issue = await write({ mailsPerHour: 1 });
    await act(issue.id, 'send');
    await db.doc(`jobs/newsletter-${issue.id}-1`).update({ status: 'failed', dueAt: null });
    expect((await api.get(`${PATH}/${issue.id}`, admin)).body.isStandingStill).toBe(true);
    clock.advance(2 * HOUR_MS);

    const { body } = await act(issue.id, 'resume');

    expect(body).toMatchObject({ status: 'sent', isStandingStill: false, counts: { submitted: 2 } });
  });

  it('shows how many subscribers a segment reaches', async () => {
    await subscribe(3);
    const audience = (segment: object) => api.post('/api/admin/newsletter/audience', { segment }, admin);

    expect((await audience({})).body).toEqual({ count: 3, isAtLeast: false });
    expect((await audience({ joinedFrom: clock.now().toISOString() })).body.count).toBe(0);
    expect((await audience({ accounts: 'with' })).body.count).toBe(0);
  });
});

describe('pictures of an issue', () => {
  it('are JPEG in emails, stored next to the originals and deleted with them', async () => {
    const photo = await sharp({ create: { width: 1_300, height: 650, channels: 4, background: '#0b647080' } })
      .png()
      .toBuffer();
    const images = createImageStore({
      ...dependencies,
      publicBucket: dependencies.config.publicBucket,
      pictures: createPictureTable(db),
    });
    const { imageUrl } = await images.store({ bytes: photo, name: 'harbour.png', ownerId: admin.id });
    const elsewhere = 'https://elsewhere.example/a.webp';
    const issue = await write({ content: `![The harbour](${imageUrl})\n\n![Another](${elsewhere})` });
    const shown = async () => (await storedMails()).map(({ message }) => message.html.match(/<img src="[^"]*"/g));

    // Twice: the second time finds the copy.
    await act(issue.id, 'test');
    await act(issue.id, 'test');

    const copy = imageUrl.replace('.webp', '.mail.jpg');
    const tags = [`<img src="${copy}"`, `<img src="${elsewhere}"`];
    expect(await shown()).toEqual([tags, tags]);
    const answer = await fetch(copy);
    expect(answer.headers.get('content-type')).toBe('image/jpeg');
    expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({
      format: 'jpeg',
      width: 1_052,
      height: 526,
      hasAlpha: false,
    });
    // Previews in a browser store nothing.
    const preview = await api.post('/api/admin/newsletter/preview', { subject: 'News', content: issue.content }, admin);
    expect([preview.body.html.includes(copy), preview.writes]).toEqual([false, 0]);

    await images.withdraw(imageUrl);
    expect((await fetch(copy)).status).toBe(404);
  });

  it('do not change if no copy can be made', { tags: 'thorough' }, async () => {
    const gone = imageUrlOf('gone-800x600.webp');
    const issue = await write({ content: `![Gone](${gone})` });

    expect((await act(issue.id, 'test')).status).toBe(200);
    expect((await storedMails())[0]?.message.html).toContain(`<img src="${gone}"`);
    const warning = { severity: 'WARNING', message: 'a picture has no copy for mails' };
    expect(logLines).toContainEqual(expect.objectContaining(warning));
  });
});

const imageUrlOf = (name: string) => publicUrl(dependencies.config.publicBucket, `images/${name}`);
