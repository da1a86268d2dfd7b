import { personName } from '@inkwell/shared/format';
import { canSeePost, isAdmin, type Viewer } from '@inkwell/shared/permissions';
import { PICTURE_LIBRARY, type PicturePlace, type PictureUse } from '@inkwell/shared/picture-library';
import type { QueryDocumentSnapshot } from 'firebase-admin/firestore';
import type { ReferenceName, Showing } from '../pictures/documents-showing.repository.ts';
import { decodeAuthor, toAuthor } from '../users/authors.ts';

/** The documents that show a picture, as far as they were looked up. */
export interface Use {
  readonly showing: readonly Showing[];
  /** Whether there may be more. */
  readonly isCut: boolean;
}

/** How documents in a row of the table of references are named as places. */
interface Row {
  /** The fields to read. */
  readonly fields: readonly string[];
  readonly place: (document: QueryDocumentSnapshot, viewer: Viewer) => PicturePlace;
}

const nameIn = (document: QueryDocumentSnapshot, field: string): string => String(document.get(field) ?? '');
const parentOf = ({ ref }: QueryDocumentSnapshot) => ref.parent.parent;

/** A post, page or revision, as far as the viewer may see it. */
function edited(document: QueryDocumentSnapshot, viewer: Viewer, kind: PicturePlace['kind'], id: string): PicturePlace {
  const post = { authorIds: document.get('authorIds') ?? [], isPublished: document.get('isPublished') === true };
  return canSeePost(viewer, post) ? { kind, id, name: nameIn(document, 'title') } : { kind, id: null, name: null };
}

const inTrash = (document: QueryDocumentSnapshot): boolean =>
  Boolean(document.get('trashedAt')) || Boolean(document.get('deletedAt'));

const EDITED_FIELDS = ['title', 'authorIds', 'isPublished', 'trashedAt', 'deletedAt'];

/** Only their writers see unsaved texts. */
const unsaved = (kind: 'draft' | 'discarded-draft'): Row => ({
  fields: ['title'],
  place: (document, viewer) =>
    viewer !== null && parentOf(document)?.id === viewer.id
      ? { kind, id: document.id, name: nameIn(document, 'title') }
      : { kind, id: null, name: null },
});

const named = (kind: PicturePlace['kind'], field: string): Row => ({
  fields: [field],
  place: (document) => ({ kind, id: document.id, name: nameIn(document, field) }),
});

const ROWS: { readonly [Name in ReferenceName]: Row } = {
  posts: {
    fields: EDITED_FIELDS,
    place: (document, viewer) => edited(document, viewer, inTrash(document) ? 'trashed-post' : 'post', document.id),
  },
  pages: {
    fields: EDITED_FIELDS,
    place: (document, viewer) => edited(document, viewer, inTrash(document) ? 'trashed-page' : 'page', document.id),
  },
  tags: named('tag', 'name'),
  series: named('series', 'name'),
  authors: named('guest-author', 'displayName'),
  // Only admins see issues.
  newsletterIssues: {
    fields: ['subject'],
    place: (document, viewer) =>
      isAdmin(viewer)
        ? { kind: 'issue', id: document.id, name: nameIn(document, 'subject') }
        : { kind: 'issue', id: null, name: null },
  },
  settings: { fields: [], place: ({ id }) => ({ kind: 'settings', id, name: 'Site' }) },
  users: {
    fields: ['displayName', 'firstName'],
    place: (document, viewer) => ({
      kind: 'profile',
      id: document.id,
      name: personName(toAuthor(document.id, decodeAuthor(document.data()), viewer)),
    }),
  },
  drafts: unsaved('draft'),
  discardedDrafts: unsaved('discarded-draft'),
  revisions: {
    // Does not depend on publication: a revision shows a text that readers may never have seen.
    fields: ['title', 'authorIds'],
    place: (document, viewer) => {
      const kind = parentOf(document)?.parent.id === 'pages' ? 'page-revision' : 'post-revision';
      return edited(document, viewer, kind, parentOf(document)?.id ?? '');
    },
  },
};

/** The fields to read from the documents of a row, so that they can be named. */
export const fieldsOfRow = (row: ReferenceName): readonly string[] => ROWS[row].fields;

/** The places as the viewer may see them, each once: several revisions of a post count as one. */
export function toUse({ showing, isCut }: Use, viewer: Viewer): PictureUse {
  const all = showing.map(({ of, document }) => ROWS[of].place(document, viewer));
  const places = all.filter(
    ({ kind, id }, index) => id === null || all.findIndex((one) => one.kind === kind && one.id === id) === index,
  );
  return {
    places: places.slice(0, PICTURE_LIBRARY.places),
    hasMorePlaces: isCut || places.length > PICTURE_LIBRARY.places,
  };
}
