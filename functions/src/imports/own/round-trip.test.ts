// @module-tag thorough
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFolder } from '@inkwell/formats/folders';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createExporting } from '../../compose/exporting.ts';
import { writeFolder } from '../../exports/write-folder.ts';
import { api } from '../../testing/api.ts';
import { recount } from '../../testing/comments.ts';
import { seedMovingNewsletter, seedMovingPublication } from '../../testing/moving.ts';
import { beginOwnImport, exportedFiles, ownImports, runOwnImport } from '../../testing/own-imports.ts';
import { storedAll } from '../../testing/posts.ts';
import { recountAuthors, recountSeries, recountTags } from '../../testing/recount.ts';
import { db, dependencies, resetFirestore } from '../../testing/server.ts';
import { signIn, type TestUser } from '../../testing/users.ts';

let folder: string;
let before: Map<string, Buffer>;
let seeded: Awaited<ReturnType<typeof seedMovingPublication>>;
let admin: TestUser;

/** The files of an export that an import reads. */
const IMPORTED =
  /^(?:publication|authors|categories|tags|series|menu|settings)\.json$|^(?:posts|pages)\/[^/]+\.md$|^(?:comments|redirects|addresses|pictures|picture-list|newsletter\/subscribers|newsletter\/suppressions)\//;
const imported = (files: Map<string, Buffer>) =>
  Object.fromEntries([...files].filter(([path]) => IMPORTED.test(path)).map(([path, bytes]) => [path, String(bytes)]));

beforeAll(async () => {
  await resetFirestore();
  seeded = await seedMovingPublication();
  await seedMovingNewsletter(seeded);
  before = await exportedFiles();
  folder = await mkdtemp(join(tmpdir(), 'round-trip-'));
  await writeFolder(createExporting(dependencies).files(), folder);
  await resetFirestore();
  await (await dependencies.bucket()).deleteFiles({ prefix: 'images/' });
  admin = await signIn({ role: 'admin', displayName: 'New owner' });
  await beginOwnImport('first', openFolder(folder), admin);
  await runOwnImport('first');
});

afterAll(() => rm(folder, { recursive: true }));

describe('an export that is imported into an empty site', () => {
  it('produces the same export again', async () => {
    expect(imported(await exportedFiles())).toEqual(imported(before));
    expect((await ownImports.find('first'))?.state).toBe('done');
  });

  it('has exact counts, and readers find its posts', async () => {
    const { published, tea, guest } = seeded;

    expect([...(await recountTags(db)), ...(await recountSeries(db)), ...(await recountAuthors(db))]).toEqual([]);
    expect(await recount()).toEqual([]);
    expect((await api.get('/api/posts')).body.map(({ id }: { id: string }) => id)).toEqual([published.id]);
    expect((await api.get(`/api/categories/${tea.id}`)).body.postCount).toBe(1);
    expect((await api.get('/api/posts/search?q=harbour')).body).toHaveLength(1);
    expect((await api.get(`/api/authors/${guest.id}`)).body).toMatchObject({ name: 'Mary Shelley', postCount: 1 });
    expect((await api.get('/api/pages/about')).body.slug).toBe('about-us');
    const comments = (await api.get(`/api/posts/${published.id}/comments`)).body;
    expect(
      comments.map(({ content, answersCount }: { content: string; answersCount: number }) => [content, answersCount]),
    ).toEqual([['Lovely', 2]]);
    expect(comments[0].author.displayName).toBe('Grace Hopper');
    expect(Object.values(await storedAll('users')).map(({ email }) => email)).toEqual([admin.email]);
    const image = published.featuredImage as string;
    for (const url of [image, image.replace('.webp', '.w400.webp')]) expect((await fetch(url)).status, url).toBe(200);
  });

  it("keeps each consent with its form, wording and time, and the servers' replies about addresses", async () => {
    const subscribers = await storedAll('subscribers');
    const [chooser] = Object.values(subscribers).filter(({ email }) => email === 'Chooser@example.org');
    expect(chooser).toMatchObject({ isConfirmed: true, wants: ['newsletter', 'digest'], categories: [seeded.tea.id] });
    expect(chooser?.consents.map(({ source }: { source: string }) => source)).toEqual(['form', 'link', 'choices']);
    expect(chooser?.confirmedAt.toDate()).toEqual(chooser?.consents[1].at.toDate());
    expect(Object.values(subscribers)).toHaveLength(5);
    expect(Object.values(await storedAll('suppressions'))).toContainEqual(
      expect.objectContaining({
        email: 'Nobody@example.org',
        reason: 'unknown-mailbox',
        source: 'ses',
        notes: [expect.objectContaining({ reply: '550 5.1.1 user unknown' })],
      }),
    );
  });

  it('creates nothing twice when it is imported again and stopped after each batch', async () => {
    const stored = async () =>
      Object.fromEntries(
        await Promise.all(
          [
            'posts',
            'pages',
            'comments',
            'tags',
            'series',
            'categories',
            'authors',
            'addresses',
            'pictures',
            'searchIndex',
            'subscribers',
            'suppressions',
          ].map(async (name) => [name, await storedAll(name)] as const),
        ),
      );
    const were = await stored();
    await beginOwnImport('second', openFolder(folder), admin);

    expect(await runOwnImport('second', 0)).toBeGreaterThan(10);

    expect(await stored()).toEqual(were);
    expect(imported(await exportedFiles())).toEqual(imported(before));
  });
});
