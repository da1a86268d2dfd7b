import { PICTURE_LIBRARY } from '@inkwell/shared/picture-library';
import { expect, it } from 'vitest';
import type { ReferenceName, Showing } from '../pictures/documents-showing.repository.ts';
import { documentOf } from '../testing/documents.ts';
import { fieldsOfRow, toUse } from './places.converter.ts';

const ADMIN = { id: 'admin', role: 'admin' } as const;
const STAFF = { id: 'mod', role: 'moderator' } as const;
const ADA = { id: 'ada', role: 'user', writing: 'author' } as const;

/** A document of this kind, below the one of `parent` in `collection`. */
const showing = (of: ReferenceName, data: object, { parent = 'p', collection = 'posts', id = 'd' } = {}): Showing => {
  const ref = { parent: { parent: { id: parent, parent: { id: collection } } } };
  return { of, document: Object.assign(documentOf(id, data), { ref }) } as unknown as Showing;
};
const post = { title: 'T', authorIds: ['ada'], isPublished: false };

it.each([
  ['a post of others', 'posts', { ...post, authorIds: ['bob'] }, ADA, { kind: 'post', id: null, name: null }],
  ['an own post', 'posts', post, ADA, { kind: 'post', id: 'd', name: 'T' }],
  [
    'a post in the trash',
    'posts',
    { ...post, trashedAt: new Date(1) },
    STAFF,
    { kind: 'trashed-post', id: 'd', name: 'T' },
  ],
  [
    'a page that is removed',
    'pages',
    { ...post, deletedAt: new Date(1) },
    STAFF,
    { kind: 'trashed-page', id: 'd', name: 'T' },
  ],
  ['an issue, for moderators', 'newsletterIssues', { subject: 'S' }, STAFF, { kind: 'issue', id: null, name: null }],
  ['an issue, for admins', 'newsletterIssues', { subject: 'S' }, ADMIN, { kind: 'issue', id: 'd', name: 'S' }],
  ['a draft of others', 'drafts', { title: 'T' }, ADMIN, { kind: 'draft', id: null, name: null }],
  ['a revision', 'revisions', post, STAFF, { kind: 'post-revision', id: 'p', name: 'T' }],
] as const)('%s is named as far as the viewer may see it', (_, of, data, viewer, place) => {
  expect(toUse({ showing: [showing(of, data)], isCut: false }, viewer).places).toEqual([place]);
});

it('a revision is visible to those who see the post, published or not; a draft to its writer', () => {
  const revision = showing('revisions', { ...post, authorIds: ['bob'], isPublished: undefined });
  expect(toUse({ showing: [revision], isCut: false }, ADA).places).toEqual([
    { kind: 'post-revision', id: null, name: null },
  ]);
  // Readers may never have seen its text.
  expect(fieldsOfRow('revisions')).not.toContain('isPublished');
  const own = showing('drafts', { title: 'T' }, { parent: 'ada' });
  expect(toUse({ showing: [own], isCut: false }, ADA).places).toEqual([{ kind: 'draft', id: 'd', name: 'T' }]);
});

it('places are listed once, up to a limit', () => {
  const many = Array.from({ length: PICTURE_LIBRARY.places + 1 }, (_, n) =>
    showing('tags', { name: 'N' }, { id: `t${n}` }),
  );
  const [one = showing('tags', {})] = many;
  const use = (all: readonly Showing[], isCut = false) => toUse({ showing: all, isCut }, STAFF);
  expect(use(many)).toMatchObject({ places: { length: PICTURE_LIBRARY.places }, hasMorePlaces: true });
  expect(use([one, one])).toEqual({ places: [{ kind: 'tag', id: 't0', name: 'N' }], hasMorePlaces: false });
  expect(use([one], true).hasMorePlaces).toBe(true);
});
