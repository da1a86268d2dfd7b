import { fieldsWith } from '@inkwell/shared/post-fields';
import { picturesIn } from './picture-names.ts';

const IN_POSTS = fieldsWith('pictures');

/** A collection whose documents show pictures of the bucket. */
export interface ReferringCollection {
  readonly collection: string;
  /** The collection above it; absent for collections at the top. */
  readonly within?: string;
  /** Fields with an address or Markdown. */
  readonly fields: readonly string[];
}

/**
 * The collections that refer to pictures. A picture stays as long as a document of one of them names it in `pictures`. So code that
 * writes these fields also writes `pictures` (`referencesOf`) and moves the references in the same transaction (`PictureTable.move`).
 * `references.test.ts` fails while a collection that can contain the address of a picture is missing.
 */
export const PICTURE_REFERENCES = {
  posts: { collection: 'posts', fields: IN_POSTS },
  users: { collection: 'users', fields: ['profileImageUrl'] },
  revisions: { collection: 'revisions', within: 'posts', fields: IN_POSTS },
  drafts: { collection: 'drafts', within: 'users', fields: IN_POSTS },
  discardedDrafts: { collection: 'discardedDrafts', within: 'users', fields: IN_POSTS },
} as const satisfies Readonly<Record<string, ReferringCollection>>;

/** The value of `pictures` for a document with these fields. */
export const referencesOf = ({ fields }: ReferringCollection, document: Readonly<Record<string, unknown>>): string[] =>
  picturesIn(...fields.map((field) => document[field]).filter((value) => typeof value === 'string'));
