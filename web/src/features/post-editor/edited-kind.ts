/** What an editor edits: posts, or the pages of the site. */
export type EditedKind = 'post' | 'page';

/* In the editor and its drafts, ids of pages begin so: one list of drafts has both. */
const OF_PAGE = 'page-';

/** The id of a stored post or page, as the editor and its drafts know it; and that of a draft of a new one. */
export const editedId = (kind: EditedKind, id: string): string => (kind === 'page' ? OF_PAGE + id : id);

/** The id as it is stored. */
export const storedId = (id: string): string => (id.startsWith(OF_PAGE) ? id.slice(OF_PAGE.length) : id);

/** What is stored, for what acts on it outside the editor: its kind, and its id as it is stored. */
export const storedRef = <S extends { readonly id: string }>(kind: EditedKind, stored: S) => ({
  ...{ ...stored, kind, id: storedId(stored.id) },
});

export const kindOfId = (id: string): EditedKind => (id.startsWith(OF_PAGE) ? 'page' : 'post');
