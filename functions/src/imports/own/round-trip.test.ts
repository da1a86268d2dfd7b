// @module-tag thorough
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createExporting } from '../../compose/exporting.ts';
import { createImporting } from '../../compose/importing.ts';
import { writeFolder } from '../../exports/write-folder.ts';
import { createJobTable } from '../../jobs/jobs.repository.ts';
import { api } from '../../testing/api.ts';
import { recount } from '../../testing/comments.ts';
import { seedMovingPublication } from '../../testing/moving.ts';
import { storedAll } from '../../testing/posts.ts';
import { recountAuthors, recountSeries, recountTags } from '../../testing/recount.ts';
import { clock, db, dependencies, resetFirestore } from '../../testing/server.ts';
import { signIn, type TestUser } from '../../testing/users.ts';
import { OWN_FORMAT, readAll } from '../first-pass.ts';
import { openFolder } from '../folders.ts';
import { createImportArea, importFolder } from '../import-area.ts';
import { ownPictureFile } from '../import-pictures.service.ts';
import { IMPORT_START } from '../imports.converter.ts';
import { createImportRepository } from '../imports.repository.ts';
import { readExport } from './read-export.ts';

let folder: string;
let before: Map<string, Buffer>;
let seeded: Awaited<ReturnType<typeof seedMovingPublication>>;
let admin: TestUser;

const { bucket, config } = dependencies;
const imports = createImportRepository(db, createJobTable(db));

async function exported(): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>();
  for await (const { path, bytes } of createExporting(dependencies).files()) found.set(path, bytes);
  return found;
}

/** What an import brings along. */
const IMPORTED =
  /^(?:publication|authors|categories|tags|series|menu|settings)\.json$|^(?:posts|pages)\/[^/]+\.md$|^(?:comments|redirects|addresses|pictures|picture-list)\//;
const imported = (files: Map<string, Buffer>) =>
  Object.fromEntries([...files].filter(([path]) => IMPORTED.test(path)).map(([path, bytes]) => [path, String(bytes)]));

async function beginImport(id: string): Promise<void> {
  const area = createImportArea(bucket, importFolder(id));
  const records = readExport(openFolder(folder), {
    publicBucket: config.publicBucket,
    storePicture: (name, bytes) => area.write(ownPictureFile(name), bytes),
  });
  const pass = await readAll(records, { format: OWN_FORMAT, area, pictureFile: async () => null, isFetching: false });
  const at = clock.now();
  const made = {
    ...{ id, createdBy: admin.id, format: OWN_FORMAT, name: 'export' },
    ...{
      state: 'running' as const,
      ...pass,
      position: IMPORT_START,
      done: 0,
      laterReports: 0,
      fault: null,
      uploads: null,
    },
    ...{ total: Object.values(pass.counts).reduce((sum, count) => sum + count, 0), createdAt: at, updatedAt: at },
  };
  await imports.create(made, null);
}

async function runImport(id: string, stepMs?: number): Promise<number> {
  const steps = createImporting({ ...dependencies, ...(stepMs !== undefined && { stepMs }) });
  let count = 1;
  while ((await steps.step(id)).next !== null) count += 1;
  return count;
}

beforeAll(async () => {
  await resetFirestore();
  seeded = await seedMovingPublication();
  before = await exported();
  folder = await mkdtemp(join(tmpdir(), 'round-trip-'));
  await writeFolder(createExporting(dependencies).files(), folder);
  await resetFirestore();
  await (await bucket()).deleteFiles({ prefix: 'images/' });
  admin = await signIn({ role: 'admin', displayName: 'New owner' });
  await beginImport('first');
  await runImport('first');
});

afterAll(() => rm(folder, { recursive: true }));

describe('an export that is imported into an empty site', () => {
  it('is exported again as it was', async () => {
    expect(imported(await exported())).toEqual(imported(before));
    expect((await imports.find('first'))?.state).toBe('done');
  });

  it('has exact counts, and is found by readers', async () => {
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

  it('makes nothing twice when it is imported again, stopped after each batch', async () => {
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
          ].map(async (name) => [name, await storedAll(name)] as const),
        ),
      );
    const were = await stored();
    await beginImport('second');

    expect(await runImport('second', 0)).toBeGreaterThan(10);

    expect(await stored()).toEqual(were);
    expect(imported(await exported())).toEqual(imported(before));
  });
});
