import * as z from 'zod/mini';

const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Half characters break URLs and UTF-8 encoders further on, so they become the replacement character here. */
const wellFormed = z.overwrite<string>((text) => text.replace(LONE_SURROGATE, '\ufffd'));

/** Trimmed text that must not be blank. A missing value is reported like a blank one. */
export function requiredText(max: number, texts: { required: string; tooLong: string }) {
  return z
    .string({ error: (issue) => (issue.input == null ? texts.required : undefined) })
    .check(z.trim(), wellFormed, z.minLength(1, texts.required), z.maxLength(max, texts.tooLong));
}

/** Text that may be absent, null or blank, all of which are read as null. */
export function optionalText(max: number, texts: { tooLong: string }) {
  return z.pipe(
    z.nullable(z.string().check(z.trim(), wellFormed, z.maxLength(max, texts.tooLong))),
    z.transform((text) => text || null),
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
