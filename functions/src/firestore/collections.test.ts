import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { DOCUMENTS } from '../../../tools/rules/src/table.ts';
import { COLLECTIONS } from './collections.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Collection names in the sources: in `collection('posts')`, `collectionGroup('likes')`, and in paths of documents. */
const NAMED = /\b(?:collection|collectionGroup|doc)\(['`]([a-zA-Z]+)(?=['`/])/g;

const sources = readdirSync(`${ROOT}/functions/src`, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.ts$/.test(file) && !/\.test\.ts$|^testing\b/.test(file))
  .map((file) => readFileSync(`${ROOT}/functions/src/${file}`, 'utf8'));
const pathOf = (document: string) =>
  document
    .split('/')
    .filter((_segment, index) => index % 2 === 0)
    .join('/');

describe('the table of collections', () => {
  it('contains every collection in the sources', () => {
    const named = new Set(sources.flatMap((source) => Array.from(source.matchAll(NAMED), ([, name]) => name)));

    expect(named.size).toBeGreaterThan(20);
    expect([...named].sort()).toEqual([...new Set(Object.keys(COLLECTIONS).flatMap((path) => path.split('/')))].sort());
  });

  it('contains every collection of the rules tests, by its path', () => {
    const tested = new Set(DOCUMENTS.filter((document) => !document.startsWith('unknown')).map(pathOf));

    expect(Object.keys(COLLECTIONS).sort()).toEqual([...tested].sort());
  });

  it('marks every collection with a time-to-live policy as expiring', () => {
    const { fieldOverrides } = JSON.parse(readFileSync(`${ROOT}/firestore.indexes.json`, 'utf8'));
    const policies = fieldOverrides.filter(({ ttl }: { ttl?: boolean }) => ttl);
    const expiring = Object.entries(COLLECTIONS).filter(([, { expiresAfterDays }]) => expiresAfterDays !== undefined);

    const nameOf = ([path]: readonly [string, unknown]) => path.split('/').at(-1);
    expect(expiring.map(nameOf).sort()).toEqual(
      policies.map(({ collectionGroup }: { collectionGroup: string }) => collectionGroup).sort(),
    );
  });
});
