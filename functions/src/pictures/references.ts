import { fieldsWith } from '@inkwell/shared/post-fields';
import { picturesIn } from './picture-names.ts';

const IN_POSTS = fieldsWith('pictures');

/** A collection whose documents show stored pictures. */
export interface ReferringCollection {
  readonly collection: string;
  /** The parent collection, if any. */
  readonly within?: string;
  /** Fields with an address or Markdown. */
  readonly fields: readonly string[];
}

/**
 * The collections that refer to pictures. A picture is kept while such a document contains it in `pictures`. Code that writes these fields must also
 * write `pictures` (`referencesOf`) and move the references in the same transaction (`PictureTable.move`). `references.test.ts` fails if a collection
 * is missing.
 */
export const PICTURE_REFERENCES = {
  posts: { collection: 'posts', fields: IN_POSTS },
  pages: { collection: 'pages', fields: IN_POSTS },
  tags: { collection: 'tags', fields: ['description', 'picture'] },
  series: { collection: 'series', fields: ['description', 'picture'] },
  authors: { collection: 'authors', fields: ['profileImageUrl'] },
  newsletterIssues: { collection: 'newsletterIssues', fields: ['content'] },
  settings: { collection: 'system', fields: ['logo', 'icon', 'cardPicture'] },
  users: { collection: 'users', fields: ['profileImageUrl'] },
  revisions: { collection: 'revisions', within: 'posts', fields: IN_POSTS },
  drafts: { collection: 'drafts', within: 'users', fields: IN_POSTS },
  discardedDrafts: { collection: 'discardedDrafts', within: 'users', fields: IN_POSTS },
} as const satisfies Readonly<Record<string, ReferringCollection>>;

/** The value of `pictures` for a document with these fields. */
export const referencesOf = ({ fields }: ReferringCollection, document: Readonly<Record<string, unknown>>): string[] =>
  picturesIn(...fields.map((field) => document[field]).filter((value) => typeof value === 'string'));
