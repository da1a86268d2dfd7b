import { withFrontMatter } from '@inkwell/formats/exported-front-matter';
import type { ReportLine } from '@inkwell/formats/records';
import { folderOf } from '@inkwell/formats/testing/sources';
import { describe, expect, it } from 'vitest';
import { EXPORT_FORMAT } from '../../exports/export-format.ts';
import { addressIdOf } from '../../mail/tokens.ts';
import type { ImportLine } from '../import-lines.ts';
import { readExport } from './read-export.ts';

const AT = '2026-05-01T10:00:00.000Z';
const FOREIGN = 'http://127.0.0.1.evil.example:3790/x';

/** The result of the first pass over an export with these files. */
async function readingOf(files: Readonly<Record<string, unknown>>) {
  const written = Object.entries({ 'publication.json': EXPORT_FORMAT, ...files }).map(
    ([path, value]) => [path, typeof value === 'string' ? value : JSON.stringify(value)] as const,
  );
  const publicBucket = { origin: 'https://storage.example', name: 'bucket' };
  const lines: ImportLine[] = [];
  const report: ReportLine[] = [];
  const folder = folderOf(Object.fromEntries(written));
  for await (const line of readExport(folder, { publicBucket, storePicture: async () => undefined }))
    if (line.kind === 'report') report.push(line);
    else lines.push(line);
  return {
    /** The only record of a kind. */
    only: (kind: ImportLine['kind']) => lines.find((line) => line.kind === kind),
    kinds: lines.map(({ kind }) => kind).filter((kind) => kind !== 'site'),
    report: report.map(({ text, about }) => `${about}: ${text}`),
  };
}

const author = {
  key: 'ada',
  name: 'Ada',
  picture: FOREIGN,
  text: 'x'.repeat(400),
  website: 'javascript:alert(1)',
  handles: { github: 'ada', x: 'a b c"><script>', constructor: 'me' },
};
const post = {
  id: 'p1',
  title: 'Tea',
  status: 'published',
  created: AT,
  updated: AT,
  date: AT,
  language: '"><script>',
  canonicalUrl: 'javascript:alert(1)',
  cover: 'javascript:alert(1)',
  cardPicture: FOREIGN,
  coverCaption: 'At sea',
};
const comment = {
  id: 'c1',
  post: 'p1',
  parent: null,
  answers: null,
  author: { key: 'ada', name: 'A\u202eda' },
  text: 'Hello',
  created: AT,
  edited: null,
  state: 'visible',
  heldBy: 'links',
  reason: 'hidden words',
};

describe('data in an export', () => {
  it('is validated with the schemas of the calls that set it', async () => {
    const { only, report } = await readingOf({
      'settings.json': { name: 'Harbour', icon: FOREIGN, accentLight: 'red;}', language: 'de', timeZone: 'Mars/Base' },
      'menu.json': { header: [{ label: 'Bad', address: 'javascript:alert(1)' }], footer: [] },
      'authors.json': [author],
      'categories.json': [{ id: 7, name: 'Tea', description: null, icon: 'x'.repeat(101), color: '#fff', order: -5 }],
      'tags.json': [{ id: 't1', name: 'Tea', slug: 'tea', description: null, picture: 'javascript:alert(1)' }],
      'series.json': [{ id: 's1', name: 'A\u200bb', slug: 'ab', description: null, picture: null }],
      'posts/p1.md': withFrontMatter(post, 'Text'),
      'pages/g1.md': withFrontMatter({ ...post, id: 'g1', slug: 'admin' }, 'Text'),
      'comments/00001.jsonl': comment,
      'redirects/00001.jsonl': { from: '/api/x', to: '/', status: 301 },
      'addresses/00001.jsonl': { path: '/posts/mine', kind: 'page', id: 'g1' },
    });

    expect(only('own-settings')).toMatchObject({ settings: { name: 'Harbour', language: 'de' } });
    expect(Object.keys(Object(only('own-settings')).settings)).toEqual(['name', 'language']);
    expect(only('author')).toMatchObject({ name: 'Ada', website: null, handles: { github: 'ada' }, own: {} });
    expect(Object.keys(Object(only('author')).handles)).toEqual(['github']);
    expect(Object(only('author')).own.picture).toBeUndefined();
    expect(only('category')).toMatchObject({ name: 'Tea', own: { id: '7', color: '#fff' } });
    expect(Object.keys(Object(only('category')).own)).toEqual(['id', 'color']);
    expect(Object(only('tag')).own).toEqual({ id: 't1' });
    expect(only('post')).toMatchObject({ title: 'Tea', canonicalUrl: null, language: null, coverCaption: 'At sea' });
    expect(Object(only('post')).own).toEqual({ id: 'p1', trashedAt: null, comments: null });
    expect(only('own-comment')).toMatchObject({ author: { name: 'Anonymous' }, heldBy: null, reason: null });
    for (const kind of ['menu', 'series', 'page', 'redirect', 'own-address'] as const)
      expect([kind, only(kind)]).toEqual([kind, undefined]);
    expect(report).toHaveLength(19);
    expect(report).toContain('Ada: The website was left out: Please enter an address that begins with https://');
    expect(report).toContain('Tea: Left out because of its slug: This address belongs to the site itself');
  });

  it('cannot contain invalid ids', async () => {
    for (const [path, value] of Object.entries({
      'comments/00001.jsonl': { ...comment, answers: 'a/b/c' },
      'comments/00002.jsonl': { ...comment, author: { key: 'users/ada', name: 'Ada' } },
      'addresses/00001.jsonl': { path: '/about', kind: 'page', id: 'a/b/c' },
      'authors.json': [{ ...author, key: 'a/b' }],
      'newsletter/subscribers/00001.jsonl': { id: 'a/b', isConfirmed: false, leftAt: AT },
    }))
      await expect(readingOf({ [path]: value }), path).rejects.toThrow(path);
  });

  it('includes subscribers and suppressions with their evidence, under the hashes of their addresses', async () => {
    const consents = [{ at: AT, text: 'Yes', source: 'form' }];
    const subscriber = {
      id: 'f'.repeat(64),
      email: 'Ada@example.org',
      isConfirmed: false,
      consents,
      categories: [7, 9],
    };
    const notes = [{ kind: 'complaint', source: 'ses', at: AT, reply: 'abuse' }];
    const { only, report } = await readingOf({
      'categories.json': [{ id: 7, name: 'Tea', description: null, icon: null, color: null, order: 1 }],
      'newsletter/subscribers/00001.jsonl': subscriber,
      'newsletter/subscribers/00002.jsonl': { ...subscriber, email: 'no address' },
      'newsletter/suppressions/00001.jsonl': {
        id: 'f'.repeat(64),
        email: 'eve@example.org',
        suppressedAt: AT,
        reason: 'complaint',
        source: 'ses',
        notes,
        remark: 'x'.repeat(501),
      },
    });

    const id = addressIdOf('ada@example.org');
    expect(only('own-subscriber')).toMatchObject({ key: id, subscriber: { id, categories: ['Tea'], consents } });
    expect(only('own-suppression')).toMatchObject({
      suppression: { id: addressIdOf('eve@example.org'), reason: 'complaint', source: 'ses', remark: null, notes },
    });
    expect(report).toEqual(['no address: A subscriber whose address is none.']);
  });
});
