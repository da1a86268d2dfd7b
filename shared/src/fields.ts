import * as z from 'zod/mini';

const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Replaces lone surrogates, which would break URLs and UTF-8 encoders later. */
export const wellFormed = z.overwrite<string>((text) => text.replace(LONE_SURROGATE, '\ufffd'));

const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{1d159}]/u;

/**
 * True for a text without visible characters. Invisible are spaces, controls, characters without a shape (fillers, joiners, tags,
 * selectors), combining marks without a letter, and three characters with an empty glyph.
 */
export const isBlank = (text: string): boolean => !VISIBLE.test(text);

/** Invisible characters, which make different names or addresses look the same. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{1d159}]/gu;

/** The ones that some scripts, variants of Chinese characters, and emoji need. */
const WRITTEN_UNSEEN =
  /(?<=[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*)[\u180b-\u180d\u200c\u200d]|(?<=\p{Script=Han})[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]|(?<=\p{Extended_Pictographic}\p{Emoji_Modifier}?\ufe0f?)(?:\ufe0f|\u200d(?=\p{Extended_Pictographic}))/gu;

/** A text without invisible characters. */
export const withoutUnseen = (text: string): string => text.replace(UNSEEN, '');

/** A trimmed name without deceptive invisible characters. */
export const nameAsSeen = (name: string): string => (hasUnseen(name) ? withoutUnseen(name) : name).trim();

/** Whether a name has unnecessary invisible characters. */
export function hasUnseen(name: string): boolean {
  const others = name.replace(WRITTEN_UNSEEN, '');
  return withoutUnseen(others) !== others;
}

export const UNSEEN_IN_NAME = 'Please remove invisible characters';

/** Runs before the other checks of a name field. */
const seen = z.refine<string>((name) => isBlank(name) || !hasUnseen(name), UNSEEN_IN_NAME);

/** Trimmed text that must not be blank. A missing value gets the same error as a blank one. Names with invisible characters are refused. */
export function requiredText(max: number, texts: { required: string; tooLong: string }, { isName = false } = {}) {
  return z.string({ error: (issue) => (issue.input == null ? texts.required : undefined) }).check(
    z.trim(),
    wellFormed,
    z.minLength(1, texts.required),
    z.refine((text) => text === '' || !isBlank(text), texts.required),
    z.maxLength(max, texts.tooLong),
    ...(isName ? [seen] : []),
  );
}

/** Text for which absent, null and blank mean null. Names as above. */
export function optionalText(max: number, texts: { tooLong: string }, { isName = false } = {}) {
  return z.pipe(
    z.nullable(z.string().check(z.trim(), wellFormed, z.maxLength(max, texts.tooLong), ...(isName ? [seen] : []))),
    z.transform((text) => (text === null || isBlank(text) ? null : text)),
  );
}

/** Ids of Firestore documents and of Auth users. Firestore reserves ids like `__name__`. */
export const DocumentId = z.string().check(z.regex(/^(?!__.*__$)[A-Za-z0-9_-]{1,128}$/));

/** Whether Firestore can store a time: only the years 1 to 9999. */
const isStorable = (instant: string): boolean => {
  const year = new Date(instant).getUTCFullYear();
  return year >= 1 && year <= 9999;
};

const storable = z.refine<string>(isStorable, 'Invalid time');

/** ISO 8601 in UTC. */
export const Instant = z.iso.datetime().check(storable);

/** ISO 8601 with any offset from UTC. */
export const InstantInput = z.iso.datetime({ offset: true }).check(storable);

export const IdParams = z.object({ id: DocumentId });

const IMAGE_URL =
  /^(?:https:\/\/(?![^/?#]*@)[^\s/]|http:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?\/|\/(?![/\\]))[^\s\\"'<>\p{Cf}]*$/u;

/** The address of a picture: https, the local storage emulator, or a path on this site. */
export const ImageUrl = z
  .string()
  .check(z.maxLength(2048, 'Image URL too long'), z.regex(IMAGE_URL, 'Invalid image URL'));

/** The address of a picture in a request; null and '' mean none. */
export const ImageUrlInput = z.pipe(
  z.nullable(z.union([z.literal(''), ImageUrl])),
  z.transform((url) => url || null),
);

const PAGE_LIMIT = { default: 50, max: 100 } as const;

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

/** A page of a list. `cursor` is opaque and comes from the `Link` header of the previous page. */
export const PageQuery = z.object({
  limit: limitQuery(PAGE_LIMIT.default),
  cursor: z.optional(z.string().check(z.minLength(1), z.maxLength(2048))),
});
export type PageQuery = z.infer<typeof PageQuery>;

/** A search by staff in a list; blank matches everything. */
export const FindQuery = z.string().check(z.trim(), z.maxLength(200, 'Search query too long'));
