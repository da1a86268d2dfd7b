import * as z from 'zod/mini';

const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Half characters break URLs and UTF-8 encoders further on, so they become the replacement character here. */
export const wellFormed = z.overwrite<string>((text) => text.replace(LONE_SURROGATE, '\ufffd'));

const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{1d159}]/u;

/**
 * True for a text that shows nothing: spaces, controls, characters that Unicode leaves without a shape (fillers, joiners, tags,
 * selectors), marks without a letter, and three that are blank by their drawing.
 */
export const isBlank = (text: string): boolean => !VISIBLE.test(text);

/**
 * Embeddings, overrides and isolates turn what stands beside a name around; the others are unseen and make a second name that
 * looks like the first. Joiners stay, which some scripts are written with, and so do marks of direction.
 */
const UNSEEN_IN_NAMES = /[\u00ad\u180e\u200b\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;

/** A name without characters that nobody sees and that could deceive. */
export const nameAsSeen = (name: string): string => name.replace(UNSEEN_IN_NAMES, '').trim();

/** Put before the checks of a name's field. */
const asSeen = z.overwrite<string>(nameAsSeen);

/** Trimmed text that must not be blank. A missing value is reported like a blank one. Names lose what deceives (`nameAsSeen`). */
export function requiredText(max: number, texts: { required: string; tooLong: string }, { isName = false } = {}) {
  return z.string({ error: (issue) => (issue.input == null ? texts.required : undefined) }).check(
    isName ? asSeen : z.trim(),
    wellFormed,
    z.minLength(1, texts.required),
    z.refine((text) => text === '' || !isBlank(text), texts.required),
    z.maxLength(max, texts.tooLong),
  );
}

/** Text that may be absent, null or blank, all of which are read as null. Names as above. */
export function optionalText(max: number, texts: { tooLong: string }, { isName = false } = {}) {
  return z.pipe(
    z.nullable(z.string().check(isName ? asSeen : z.trim(), wellFormed, z.maxLength(max, texts.tooLong))),
    z.transform((text) => (text === null || isBlank(text) ? null : text)),
  );
}

/** Document ids as Firestore generates them, Auth's user ids among them. */
export const DocumentId = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,128}$/));

/** A moment as ISO 8601 in UTC. */
export const Instant = z.iso.datetime();

export const IdParams = z.object({ id: DocumentId });

const IMAGE_URL = /^(?:https:\/\/[^\s/]|http:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?\/|\/(?![/\\]))[^\s\\"'<>]*$/;

/** An address of a picture: https, the local storage emulator, or a path on the site itself. */
export const ImageUrl = z
  .string()
  .check(z.maxLength(2048, 'Image URL too long'), z.regex(IMAGE_URL, 'Invalid image URL'));

/** A picture's address in a request; null and '' both mean that there is none. */
export const ImageUrlInput = z.pipe(
  z.nullable(z.union([z.literal(''), ImageUrl])),
  z.transform((url) => url || null),
);

const PAGE_LIMIT = { default: 50, max: 100 } as const;

/** `limit` as it stands in a query string. */
export function limitQuery(defaultLimit: number, max: number = PAGE_LIMIT.max) {
  const text = `limit must be a whole number from 1 to ${max}`;
  return z._default(
    z.pipe(
      z.string().check(z.regex(/^\d{1,6}$/, text)),
      z.pipe(z.transform(Number), z.number().check(z.minimum(1, text), z.maximum(max, text))),
    ),
    defaultLimit,
  );
}

/** Which page of a list: `cursor` is opaque and comes from the previous answer's `Link` header. */
export const PageQuery = z.object({
  limit: limitQuery(PAGE_LIMIT.default),
  cursor: z.optional(z.string().check(z.minLength(1), z.maxLength(512))),
});
export type PageQuery = z.infer<typeof PageQuery>;

/** What staff look for in a list; blank finds everything. */
export const FindQuery = z.string().check(z.trim(), z.maxLength(200, 'Search query too long'));
