// @module-tag thorough

import { withFrontMatter } from '@inkwell/formats/exported-front-matter';
import { folderOf } from '@inkwell/formats/testing/sources';
import { DEFAULT_SITE } from '@inkwell/shared/site';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EXPORT_FORMAT } from '../../exports/export-format.ts';
import { addressIdOf } from '../../mail/tokens.ts';
import { createPictureTable } from '../../pictures/pictures.repository.ts';
import { createSettingsRepository } from '../../settings/settings.repository.ts';
import { api } from '../../testing/api.ts';
import { storePicture } from '../../testing/moving.ts';
import { beginOwnImport, ownImports, runOwnImport } from '../../testing/own-imports.ts';
import { stored, storedAll } from '../../testing/posts.ts';
import { servePages } from '../../testing/served.ts';
import { clock, db, resetFirestore } from '../../testing/server.ts';
import { signIn, type TestUser } from '../../testing/users.ts';

/* A forged or manipulated export. */

let admin: TestUser;
let pages: Awaited<ReturnType<typeof servePages>>;
beforeAll(async () => {
  pages = await servePages();
});
beforeEach(async () => {
  await resetFirestore();
  admin = await signIn({ role: 'admin', displayName: 'The real Ada' });
});
afterAll(() => pages.close());

const daysAgo = (days: number) => new Date(clock.now().getTime() - days * 86_400_000).toISOString();
const post = (id: string, fields: object) => {
  const at = daysAgo(9);
  return withFrontMatter({ id, title: `Post ${id}`, status: 'published', created: at, updated: at, ...fields }, 'Text');
};

async function imported(files: Readonly<Record<string, unknown>>) {
  const id = `import-${Object.keys(await storedAll('imports')).length}`;
  const texts = Object.entries({ 'publication.json': EXPORT_FORMAT, ...files }).map(
    ([path, value]) => [path, typeof value === 'string' ? value : JSON.stringify(value)] as const,
  );
  await beginOwnImport(id, folderOf(Object.fromEntries(texts)), admin);
  await runOwnImport(id);
  expect((await ownImports.find(id))?.state).toBe('done');
}

describe('a hostile export', () => {
  it('publishes no comment under an account of this site', async () => {
    const comment = {
      post: 'p1',
      parent: null,
      answers: null,
      edited: null,
      state: 'visible',
      heldBy: null,
      reason: null,
    };
    await imported({
      'authors.json': [{ key: admin.id, name: 'Not Ada', picture: null, text: null, website: null, handles: {} }],
      'posts/p1.md': post('p1', { authors: [admin.id], date: '2126-01-01T00:00:00.000Z' }),
      'comments/00001.jsonl': {
        ...comment,
        id: 'c1',
        author: { key: admin.id, name: 'Somebody' },
        text: 'I resign',
        created: '2126-01-01T00:00:00.000Z',
      },
    });

    const [shown] = (await api.get('/api/posts/p1/comments')).body;
    expect(shown).toMatchObject({ content: 'I resign', author: { displayName: 'Somebody' } });
    expect(shown.authorId).not.toContain(admin.id);
    // Imported times are not in the future.
    expect(Date.parse(shown.createdAt)).toBeLessThanOrEqual(clock.now().getTime());
    expect((await stored('posts/p1'))?.publishedAt.toMillis()).toBeLessThanOrEqual(clock.now().getTime());
  });

  it('accepts only stored pictures of the right size for the site', async () => {
    const small = await storePicture(admin, 'small.png');
    await imported({
      'settings.json': {
        name: 'Mine',
        icon: 'http://127.0.0.1:3790/x',
        logo: small,
        cardPicture: 'https://evil.example/x',
      },
    });

    const settings = await createSettingsRepository(db, createPictureTable(db)).read();
    expect(settings).toMatchObject({ name: 'Mine', icon: null, logo: null, cardPicture: null });
    expect(await pages.get('/favicon.ico')).toMatchObject({ status: 200 });
    expect(await pages.get('/card.png')).toMatchObject({ status: 200, location: null });
    expect(settings.accentLight).toBe(DEFAULT_SITE.accentLight);
  });

  it('leaves numbers for new categories', async () => {
    const category = { name: 'Tea', description: null, icon: null, color: null, order: 1 };
    await imported({ 'categories.json': [{ ...category, id: 2_147_483_647 }] });

    expect((await api.post('/api/categories', { name: 'Coffee' }, admin)).body.id).toBe(2);
  });

  it('does not resubscribe people who unsubscribed here, or suppress addresses that an admin freed', async () => {
    const [left, freed, angry] = ['left@example.org', 'freed@example.org', 'angry@example.org'];
    const leftAt = new Date(daysAgo(1));
    await db.doc(`subscribers/${addressIdOf(left)}`).set({ isConfirmed: false, leftAt, generation: 1, consents: [] });
    for (const email of [freed, angry]) {
      const remark = 'Asked by letter';
      const { id } = (await api.post('/api/admin/mail/suppressions', { email, remark }, admin)).body;
      await api.post(`/api/admin/mail/suppressions/${id}/free`, { remark }, admin);
    }
    const consents = [{ at: daysAgo(30), text: 'Yes', source: 'link' }];
    const subscriber = (email: string) => ({ id: addressIdOf(email), email, isConfirmed: true, consents });
    const pending = { ...subscriber('late@example.org'), isConfirmed: false };
    const stopped = { suppressedAt: daysAgo(20), source: 'ses', notes: [] };
    await imported({
      'newsletter/subscribers/00001.jsonl': [subscriber(left), pending].map((one) => JSON.stringify(one)).join('\n'),
      'newsletter/suppressions/00001.jsonl': [
        { ...stopped, id: addressIdOf(freed), email: freed, reason: 'unknown-mailbox' },
        { ...stopped, id: addressIdOf(angry), email: angry, reason: 'complaint' },
      ]
        .map((one) => JSON.stringify(one))
        .join('\n'),
    });

    expect(Object.keys(await storedAll('subscribers'))).toEqual([addressIdOf(left)]);
    expect((await stored(`subscribers/${addressIdOf(left)}`))?.isConfirmed).toBe(false);
    expect((await stored(`suppressions/${addressIdOf(freed)}`))?.suppressedAt).toBeUndefined();
    expect(await stored(`suppressions/${addressIdOf(angry)}`)).toMatchObject({ reason: 'complaint' });
  });

  it('keeps the link valid in an email that this site has sent', async () => {
    await api.post('/api/newsletter/subscribe', { email: 'asked@example.org' });
    const id = addressIdOf('asked@example.org');
    const before = await stored(`subscribers/${id}`);
    const consents = [{ at: daysAgo(40), text: 'Yes', source: 'link' }];
    await imported({
      'newsletter/subscribers/00001.jsonl': { id, email: null, isConfirmed: false, leftAt: daysAgo(30), consents },
    });

    const after = await stored(`subscribers/${id}`);
    expect(after).toMatchObject({ tokenHash: before?.tokenHash, email: 'asked@example.org' });
    expect(after?.consents.map(({ source }: { source: string }) => source)).toEqual(['link', 'form']);
  });
});
