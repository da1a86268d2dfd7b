import { fieldsWith } from '@inkwell/shared/post-fields';
import { picturesIn } from './picture-names.ts';

const IN_POSTS = fieldsWith('pictures');

/** A collection whose documents show pictures of the bucket. */
export interface ReferringCollection {
  readonly collection: string;
  /** The collection below whose documents each has one of its own; absent for collections at the top. */
  readonly within?: string;
  /** Fields that hold an address or Markdown. */
  readonly fields: readonly string[];
}

/**
 * Who shows pictures. A picture stays as long as a document of one of these collections names it in its `pictures`, so whoever
 * writes these fields writes `pictures` with them (`referencesOf`), and moves the references in the same transaction
 * (`PictureTable.move`). `references.test.ts` fails while a collection that can hold a picture's address is missing.
 */
export const PICTURE_REFERENCES = {
  posts: { collection: 'posts', fields: IN_POSTS },
  users: { collection: 'users', fields: ['profileImageUrl'] },
  revisions: { collection: 'revisions', within: 'posts', fields: IN_POSTS },
  drafts: { collection: 'drafts', within: 'users', fields: IN_POSTS },
  discardedDrafts: { collection: 'discardedDrafts', within: 'users', fields: IN_POSTS },
} as const satisfies Readonly<Record<string, ReferringCollection>>;

/** What belongs into `pictures` of a document with these fields. */
export const referencesOf = ({ fields }: ReferringCollection, document: Readonly<Record<string, unknown>>): string[] =>
  picturesIn(...fields.map((field) => document[field]).filter((value) => typeof value === 'string'));
