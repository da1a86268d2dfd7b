// @module-tag thorough
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readFrontMatter } from '@inkwell/formats/exported-front-matter';
import { beforeAll, describe, expect, it } from 'vitest';
import { createExporting } from '../compose/exporting.ts';
import { seedMovingPublication } from '../testing/moving.ts';
import { exportedFiles } from '../testing/own-imports.ts';
import { db, dependencies, resetFirestore } from '../testing/server.ts';
import { unzipped, zippedExport } from '../testing/zips.ts';
import type { ExportPosition } from './export.service.ts';
import { writeFolder } from './write-folder.ts';

let seeded: Awaited<ReturnType<typeof seedMovingPublication>>;
let files: Map<string, Buffer>;

const exporting = () => createExporting(dependencies);

beforeAll(async () => {
  await resetFirestore();
  seeded = await seedMovingPublication();
  files = await exportedFiles();
});

const textOf = (path: string) => readFrontMatter(String(files.get(path)));
const jsonOf = (path: string) => JSON.parse(String(files.get(path)));
const linesOf = (folder: string) =>
  [...files]
    .filter(([path]) => path.startsWith(`${folder}/`))
    .flatMap(([, bytes]) => String(bytes).trimEnd().split('\n'))
    .map((line) => JSON.parse(line));

describe('an export', () => {
  it('contains posts in every state with all their fields', () => {
    const { published, draft, scheduled, trashed, guest, admin } = seeded;
    const { fields, text } = textOf(`posts/${published.id}.md`);

    expect(fields).toMatchObject({
      id: published.id,
      title: 'A "harbour"',
      slug: 'at-sea',
      status: 'published',
      excerpt: 'Of boats',
      authors: [guest.id.slice('guest-'.length), admin.id],
      category: 'Tea',
      tags: ['Harbours', '#inner'],
      series: 'from-the-sea',
      seriesPlace: 3,
      featured: true,
      comments: 'verified',
      language: 'de',
      date: published.publishedAt,
      cover: expect.stringMatching(/^\.\.\/pictures\/\d{13}-harbour-at-dawn-/),
    });
    expect(text).toBe(`Boats leave.\n\n![Boats](${fields.cover})\n\n---\n\nThe end`);
    expect(textOf(`posts/${draft.id}.md`)).toMatchObject({ fields: { status: 'draft' }, text: 'Some day soon' });
    expect(textOf(`posts/${scheduled.id}.md`).fields).toMatchObject({
      status: 'scheduled',
      scheduled: scheduled.publishAt,
    });
    expect(textOf(`posts/${trashed.id}.md`).fields).toMatchObject({ status: 'trash', trashed: expect.any(String) });
  });

  it('contains their revisions', () => {
    const revisions = [...files.keys()].filter((path) => path.startsWith(`posts/${seeded.draft.id}.revisions/`));

    expect(revisions).toHaveLength(2);
    expect(revisions.map((path) => textOf(path).text)).toEqual(['Some day', 'Some day soon']);
    expect(textOf(revisions[0] ?? '').fields).toMatchObject({
      of: seeded.draft.id,
      reason: 'create',
      editor: seeded.admin.id,
    });
  });

  it('contains pages, comments, people, lists, menu, redirects, settings, activity and pictures', async () => {
    expect(textOf(`pages/${seeded.about.id}.md`)).toMatchObject({ fields: { slug: 'about-us' }, text: 'We write.' });
    expect(linesOf('addresses')).toContainEqual({ path: '/about', kind: 'page', id: seeded.about.id });
    expect(
      linesOf('comments')
        .map(({ text, state }) => `${text}: ${state}`)
        .sort(),
    ).toEqual(['Lovely: visible', 'Rude: hidden', 'So do I: visible', 'Thank you: visible']);
    expect(linesOf('comments')).toContainEqual(
      expect.objectContaining({ text: 'Lovely', author: { key: seeded.reader.id, name: 'Grace Hopper' } }),
    );
    expect(
      jsonOf('authors.json')
        .map(({ name }: { name: string }) => name)
        .sort(),
    ).toEqual(['Ada Lovelace', 'Mary Shelley']);
    expect(jsonOf('categories.json').map(({ name }: { name: string }) => name)).toEqual(['Coffee', 'Tea']);
    expect(
      jsonOf('tags.json')
        .map(({ slug }: { slug: string }) => slug)
        .sort(),
    ).toContain('ports');
    expect(jsonOf('menu.json').header).toEqual([{ label: 'About', address: '/about-us' }]);
    expect(jsonOf('settings.json')).toMatchObject({ name: 'The Harbour', comments: { holdFirst: 2 } });
    expect(linesOf('redirects').map(({ from, status }) => [from, status])).toEqual([
      ['/blog/*', 302],
      ['/old', 301],
    ]);
    expect(
      linesOf('people')
        .map(({ email }) => email)
        .sort(),
    ).toEqual([seeded.admin.email, seeded.reader.email].sort());
    expect(linesOf('activity').map(({ action }) => action)).toContain('post.publish');
    const pictures = [...files.keys()].filter((path) => path.startsWith('pictures/'));
    expect(pictures.map((path) => path.replace(/[\d]{13}|[0-9a-f]{8}/g, ''))).toEqual([
      'pictures/-harbour-at-dawn--500x300.webp',
      'pictures/-portrait--500x300.webp',
    ]);
    expect(await bytesOf(seeded.picture)).toEqual(files.get(pictures[0] ?? ''));
  });

  it('contains no secrets', () => {
    const all = [...files.values()].map(String).join('\n');

    expect(all).not.toContain('tokenHash');
    expect(all).not.toContain('pictureSlot');
    expect(all).not.toContain('demo-inkwell/databases');
  });

  it('is always the same, and can continue at each position', async () => {
    expect(await exportedFiles()).toEqual(files);

    const positions: ExportPosition[] = [];
    for await (const { next } of exporting().files()) if (next) positions.push(next);
    expect(positions.length).toBeGreaterThan(20);
    for (const position of positions.filter((_, n) => n % 9 === 0)) {
      const rest = [...(await exportedFiles(position))];
      expect(rest).toEqual([...files].slice(files.size - rest.length));
    }
  });

  it('can be written into a zip with always the same bytes, and into a folder', async () => {
    const zips = [await zippedExport(), await zippedExport()];
    const folder = await mkdtemp(join(tmpdir(), 'inkwell-export-'));
    await writeFolder(exporting().files(), folder);

    expect(zips[0]).toEqual(zips[1]);
    expect(await unzipped(zips[0] ?? Buffer.alloc(0))).toEqual(files);
    for (const [path, bytes] of files) expect(await readFile(join(folder, path)), path).toEqual(bytes);
    await rm(folder, { recursive: true });
  });

  it('contains no pictures that are being removed, and no profile pictures of readers', async () => {
    const [name] = [...files.keys()]
      .filter((path) => path.includes('portrait'))
      .map((path) => path.split('/')[1] ?? '');
    await db.doc(`pictures/${name?.replace('.json', '')}`).update({ removalBegunAt: new Date() });

    expect([...(await exportedFiles()).keys()].some((path) => path.includes('portrait'))).toBe(false);
  });
});

const bytesOf = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());
