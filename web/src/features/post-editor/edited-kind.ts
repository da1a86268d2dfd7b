/** What an editor edits: posts or site pages. */
export type EditedKind = 'post' | 'page';

/* Prefix of page ids in the editor and its drafts, because one list of drafts contains both. */
const OF_PAGE = 'page-';

/** The id of a stored post or page in the editor and its drafts, or the id of a draft of a new one. */
export const editedId = (kind: EditedKind, id: string): string => (kind === 'page' ? OF_PAGE + id : id);

/** The stored id. */
export const storedId = (id: string): string => (id.startsWith(OF_PAGE) ? id.slice(OF_PAGE.length) : id);

/** Kind and stored id, for code outside the editor. */
export const storedRef = <S extends { readonly id: string }>(kind: EditedKind, stored: S) => ({
  ...stored,
  kind,
  id: storedId(stored.id),
});

export const kindOfId = (id: string): EditedKind => (id.startsWith(OF_PAGE) ? 'page' : 'post');
