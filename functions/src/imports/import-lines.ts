import { ImportRecord } from '@inkwell/formats/records';
import { CommentAccess, CommentInput, CommentState } from '@inkwell/shared/comments';
import { DocumentId, Instant } from '@inkwell/shared/fields';
import { HeldCommentRule, ModerationPatch } from '@inkwell/shared/moderation';
import { NewsletterEmail } from '@inkwell/shared/newsletter';
import { SomeSettings } from '@inkwell/shared/settings';
import * as z from 'zod/mini';
import {
  AddressEntry,
  CommentEntry,
  PictureEntry,
  SubscriberEntry,
  SuppressionEntry,
} from '../exports/export-format.ts';

/*
 * The lines that the first pass stores for the import. They are the records of the formats; for our own exports, they also have data that no other
 * format has: ids, and the states of comments.
 */

const nullable = z.nullable(z.string());

/** Additional data of a record in our own export. Picture addresses already point to the bucket. */
const Own = z.object({
  id: z.optional(z.string()),
  trashedAt: z.optional(z.nullable(Instant)),
  comments: z.optional(z.nullable(CommentAccess)),
  featuredImage: z.optional(nullable),
  cardPicture: z.optional(nullable),
  /** For an author, a tag or a series. */
  picture: z.optional(nullable),
  icon: z.optional(nullable),
  color: z.optional(nullable),
  order: z.optional(z.int()),
});
export type Own = z.infer<typeof Own>;

const OwnComment = z.object({
  kind: z.literal('own-comment'),
  key: DocumentId,
  post: DocumentId,
  parent: z.nullable(DocumentId),
  answers: z.nullable(DocumentId),
  author: CommentEntry.shape.author,
  content: z.union([z.literal(''), CommentInput.shape.content]),
  createdAt: Instant,
  editedAt: z.nullable(Instant),
  state: CommentState,
  heldBy: z.nullable(HeldCommentRule),
  reason: ModerationPatch.shape.reason,
});
export type OwnComment = z.infer<typeof OwnComment>;

const OwnPicture = z.object({ kind: z.literal('own-picture'), key: z.string(), picture: PictureEntry });
export type OwnPicture = z.infer<typeof OwnPicture>;

const OwnSettings = z.object({ kind: z.literal('own-settings'), key: z.string(), settings: SomeSettings });
const OwnAddress = z.object({ kind: z.literal('own-address'), key: z.string(), address: AddressEntry });

const OwnSubscriber = z.object({
  kind: z.literal('own-subscriber'),
  key: z.string(),
  subscriber: z.extend(SubscriberEntry, {
    email: z.nullable(NewsletterEmail),
    /** Category keys. */
    categories: z.nullable(z.array(z.string())),
  }),
});
const OwnSuppression = z.object({
  kind: z.literal('own-suppression'),
  key: z.string(),
  suppression: z.extend(SuppressionEntry, { email: z.union([z.literal(''), NewsletterEmail]) }),
});

/** A picture in a text, either to be downloaded or in a file of the import. */
const FoundPicture = z.object({
  kind: z.literal('found-picture'),
  /** Derived from the picture's location, so that it is the same in every import. */
  key: z.string(),
  url: nullable,
  /** The import's file with the bytes; null to download the picture. */
  file: nullable,
  fileName: nullable,
  description: nullable,
});
export type FoundPicture = z.infer<typeof FoundPicture>;

export const ImportLine = z.union([
  ImportRecord,
  z.discriminatedUnion('kind', [
    ...([OwnComment, OwnPicture, OwnSettings, OwnAddress, OwnSubscriber, OwnSuppression, FoundPicture] as const),
  ]),
]);
export type ImportLine = z.infer<typeof ImportLine> & { readonly own?: Own };
export type LineKind = ImportLine['kind'];
export type LineOf<K extends LineKind> = Extract<z.infer<typeof ImportLine>, { kind: K }> & { readonly own?: Own };

/** Reads a line that the first pass wrote. @throws ZodError if an older version wrote it in another format */
export const readLine = (text: string): ImportLine => lineOf(JSON.parse(text));

/** @throws ZodError */
export function lineOf(value: unknown): ImportLine {
  const line = ImportLine.parse(value);
  const own = value instanceof Object && 'own' in value ? Own.parse(value.own) : undefined;
  return own ? { ...line, own } : line;
}
