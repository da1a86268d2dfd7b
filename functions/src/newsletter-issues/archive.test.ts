import type { Issue } from '@inkwell/shared/newsletter-issues';
import { beforeEach, describe, expect, it } from 'vitest';
import { createJobs } from '../compose/jobs.ts';
import { api } from '../testing/api.ts';
import { expectCost } from '../testing/costs.ts';
import { readers, storedMails, storeSubscribers } from '../testing/mails.ts';
import { seedPost } from '../testing/posts.ts';
import { clock, db, dependencies } from '../testing/server.ts';
import { signInEach } from '../testing/users.ts';

const PATH = '/api/admin/newsletter/issues';
const ARCHIVE = '/api/newsletter/archive';
const HOUR_MS = 3_600_000;

beforeEach(() => clock.advance(HOUR_MS));
const { admin } = signInEach({ admin: { role: 'admin' } });

beforeEach(async () => {
  await createJobs(dependencies).dataVersion.noteNewest();
  await storeSubscribers(readers(1));
  await allow('on');
});

const allow = (archive: 'off' | 'each' | 'on') =>
  api.patch('/api/admin/settings', { postalAddress: '1 Harbour Road, Kiel', newsletter: { archive } }, admin);
const write = async (fields: object = {}) =>
  (await api.post(PATH, { subject: 'Tides & boats', content: 'Hello **you**.', ...fields }, admin)).body as Issue;
const act = (id: string, verb: string, body?: unknown) => api.post(`${PATH}/${id}/${verb}`, body, admin);
const work = () => createJobs(dependencies).runner.run(1_000);
async function send(fields: object = {}): Promise<Issue> {
  const { id } = await write(fields);
  await act(id, 'send');
  await work();
  return (await api.get(`${PATH}/${id}`, admin)).body;
}
const listed = async (): Promise<string[]> => (await api.get(ARCHIVE)).body.map(({ slug }: { slug: string }) => slug);
const letters = async () =>
  (await storedMails()).flatMap(({ message }) => (message ? [message.text, message.html] : []));
const one = (slug: string) => api.get(`${ARCHIVE}/${encodeURIComponent(slug)}`);

describe('the archive of the newsletter', () => {
  it('is off until an admin switches it on, and issues sent before stay private', async () => {
    await allow('off');
    expect((await send()).archivePath).toBeNull();
    expect((await api.get(ARCHIVE)).status).toBe(404);

    await allow('on');

    expect(await listed()).toEqual([]);
  });

  it('contains an issue from its first email on, which links to it; the page contains nothing about a subscriber', async () => {
    const issue = await send({ previewText: 'Soon' });

    expect(issue.archivePath).toBe('/newsletter/tides-boats');
    const { body } = await one('tides-boats');
    expect(body).toEqual({
      slug: 'tides-boats',
      subject: 'Tides & boats',
      previewText: 'Soon',
      sentAt: issue.startedAt,
      content: 'Hello **you**.',
      isOnePost: false,
      language: null,
    });
    const [text = '', html = ''] = await letters();
    expect(text).toContain('View in browser: http://localhost:3000/newsletter/tides-boats\n');
    expect(html).toContain('href="http://localhost:3000/newsletter/tides-boats"');
    expect((await one('TIDES-boats')).status).toBe(200);
  });

  it('contains neither drafts nor scheduled issues, nor issues to a segment or with a refusal', async () => {
    await write();
    const { id } = await write();
    await act(id, 'send', { at: new Date(clock.now().getTime() + HOUR_MS).toISOString() });
    for (const more of [{ segment: { accounts: 'without' } }, { isInArchive: false }])
      expect((await send(more)).archivePath).toBeNull();
    expect(await listed()).toEqual([]);
    expect((await letters()).join()).not.toContain('View in browser');
    expect((await act(id, 'archive', { isInArchive: true })).status).toBe(409);

    clock.advance(2 * HOUR_MS);
    await work();

    expect(await listed()).toEqual(['tides-boats']);
  });

  it('respects the refusal of an admin who is faster than the first email', async () => {
    const { id } = await write();
    await db.doc(`newsletterIssues/${id}`).update({ status: 'queueing', startedAt: clock.now(), round: 1 });

    expect((await act(id, 'archive', { isInArchive: false })).body).toMatchObject({
      isInArchive: false,
      archivePath: null,
    });
  });

  it('contains only issues that request it, if each issue decides', async () => {
    await allow('each');
    await send({ subject: 'Silent' });
    await send({ subject: 'Public', isInArchive: true });

    expect(await listed()).toEqual(['public']);
  });

  it('never gives two issues the same address, or an issue an address of the newsletter itself', async () => {
    await allow('off');
    const sent = [
      await send(),
      await send(),
      await send(),
      await send({ subject: 'Confirm' }),
      await send({ subject: '!' }),
    ];
    await allow('on');

    const answers = await Promise.all(sent.map(({ id }) => act(id, 'archive', { isInArchive: true })));

    expect(answers.map(({ status }) => status)).toEqual(sent.map(() => 200));
    const slugs = await listed();
    const day = clock.now().toISOString().slice(0, 10);
    expect(new Set(slugs).size).toBe(5);
    expect(slugs).toEqual(expect.arrayContaining(['tides-boats', `tides-boats-${day}`, `confirm-${day}`, 'issue']));
  });

  it('loses removed, cancelled and switched-off issues; returning ones have their address again', async () => {
    const { id } = await send();
    const remove = () => act(id, 'archive', { isInArchive: false });
    expectCost(await remove(), 'usually');
    expectCost(await remove(), 'a repeat');
    expect([(await one('tides-boats')).status, await listed()]).toEqual([404, []]);

    await db.doc(`newsletterIssues/${id}`).update({ subject: 'Changed' });
    const again = await act(id, 'archive', { isInArchive: true });
    expect(again.body.archivePath).toBe('/newsletter/tides-boats');
    expectCost(await api.get(`${ARCHIVE}?limit=10`), { 'each entry': 1 });
    expectCost(await one('tides-boats'));

    await allow('off');
    expect([(await one('tides-boats')).status, (await api.get(ARCHIVE)).status]).toEqual([404, 404]);
    await allow('on');
    await db.doc(`newsletterIssues/${id}`).update({ status: 'paused' });
    await act(id, 'cancel');
    expect((await one('tides-boats')).status).toBe(404);
    expect((await act(id, 'archive', { isInArchive: true })).status).toBe(409);
  });

  it('is paged, newest first, and skips issues of older versions', async () => {
    const { id } = await send({ subject: 'One' });
    clock.advance(HOUR_MS);
    await send({ subject: 'Two' });
    const {
      slug: _,
      archivedAt: __,
      isInArchive: ___,
      ...older
    } = (await db.doc(`newsletterIssues/${id}`).get()).data() ?? {};
    await db.doc('newsletterIssues/older').set(older);

    const first = await api.get(`${ARCHIVE}?limit=1`);
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await api.get(next.replace(/^https?:\/\/[^/]+/, ''));

    expect([first.body[0].slug, second.body[0].slug, first.headers.get('x-total-count')]).toEqual(['two', 'one', '2']);
  });

  it('does not repeat the title of a single post, whatever its characters', async () => {
    for (const [title, isWhole] of [
      ['1984. A *novel* [x] & #1', false],
      ['Tides', true],
    ] as const) {
      const more = { excerpt: 'About it.', content: 'Whole text.', isPublished: true, language: 'fr' };
      const post = await seedPost({ title, ...more });
      const text = await api.post('/api/admin/newsletter/post-text', { ids: [post.id], isWhole }, admin);
      const issue = await send({ subject: title, content: text.body.content });

      const { body } = await one(issue.archivePath?.split('/').at(-1) ?? '');
      expect(body).toMatchObject({ isOnePost: true, language: 'fr' });
      expect(body.content).toContain(`](/posts/${post.id}/`);
      expect(body.content).not.toContain('## ');
      expect(body.content).toContain(isWhole ? 'Whole text.' : 'About it.');
    }
    expect((await letters()).filter((letter) => !letter.includes('<html'))).toEqual(
      [1, 2].map(() => expect.stringMatching(/\nhttp:\/\/localhost:3000\/posts\//)),
    );
    const html = (await letters()).filter((letter) => letter.includes('<html'));
    for (const letter of html) {
      expect(letter).not.toMatch(/<h2[^>]*>\s*<a[^>]*>(?:1984|Tides)/);
      expect(letter).toMatch(/<h1[^>]*><span lang="fr"[^>]*><a href="http:\/\/localhost:3000\/posts\//);
    }
    const two = await send({ subject: 'Tides', content: '## [Tides](/posts/a)\n\nA\n\n## [Boats](/posts/b)' });
    expect((await one(two.archivePath?.split('/').at(-1) ?? '')).body).toMatchObject({
      content: expect.stringContaining('## [Tides]'),
      isOnePost: false,
    });
  });
});
