import * as z from 'zod/mini';
import { CategoryId } from './categories.ts';
import { CHANGE_RATE, endpoint } from './endpoint.ts';
import { DocumentId, ImageUrlInput, Instant, wellFormed } from './fields.ts';
import { shapeOf, WRITTEN_FIELDS, type WrittenField } from './post-fields.ts';

/**
 * Texts in UTF-16 units. They may be longer than those of a post, because a draft is not finished yet; all together are 975 kB at
 * most, and fit into a document (1 MiB) and into the body of a call.
 */
export const DRAFT_LIMITS = { title: 5_000, excerpt: 20_000, content: 300_000, device: 100, perPerson: 100 } as const;

export const DRAFT_TEXTS = {
  tooMany: `You have ${DRAFT_LIMITS.perPerson} drafts, and no more can be kept. Save or discard one of them first.`,
  rangeOutside: 'The changed range is not within the draft',
} as const;

/** Kept as it was typed: neither trimmed nor refused for being empty. */
const unfinished = (maxUnits: number, tooLong: string) => z.string().check(wellFormed, z.maxLength(maxUnits, tooLong));

/** The text of a draft: no rule but its length. */
export const DraftContent = unfinished(DRAFT_LIMITS.content, 'Content too long');

/** What a draft may hold of each field that an editor writes. */
const RULES = {
  title: unfinished(DRAFT_LIMITS.title, 'Title too long'),
  content: DraftContent,
  excerpt: z.nullable(unfinished(DRAFT_LIMITS.excerpt, 'Excerpt too long')),
  featuredImage: ImageUrlInput,
  categoryId: z.nullable(CategoryId),
  isPublished: z.boolean(),
} as const satisfies Record<WrittenField, z.ZodMiniType>;

/** Of a post: its id. Of a new post: 20 letters and digits, made by whoever writes it. */
export const DraftKey = DocumentId;

const DraftParams = z.object({ key: DraftKey });

const Version = z.int().check(z.minimum(0));

const about = {
  /** The `updatedAt` of the post that the draft started from; null for a new post. Its text is the revision `revisionIdOf` names. */
  baseUpdatedAt: z.nullable(Instant),
  /** What its writer calls the device, as in `Firefox on Linux`. */
  device: z.nullable(z.string().check(wellFormed, z.maxLength(DRAFT_LIMITS.device, 'Device name too long'))),
} as const;

/** A draft as a whole. What is left out, the draft does not hold (`baseUpdatedAt` and `device` are null then). */
export const DraftInput = z.partial(
  z.object({
    ...RULES,
    ...about,
    /**
     * The version that the writer knows, 0 for none. When another one is stored, nothing changes and the answer is 409 with the stored
     * draft; when none is stored any more, 404. Absent: whatever is stored is written over.
     */
    version: Version,
  }),
);
export type DraftInput = z.infer<typeof DraftInput>;

/** What of a draft a writer sets. */
export type DraftFields = Omit<DraftInput, 'version'>;

/**
 * A change of a stored draft: given fields take the place of stored ones, absent ones stay. Of a long text, `contentEdit` sends the changed
 * range alone, because the bodies of all requests that outlive their page may have 64 KiB together.
 */
export const DraftPatch = z
  .extend(z.partial(z.object({ ...RULES, ...about })), {
    /** The version that is changed, and that `from` and `to` count in: when another one is stored, 409 with the stored draft. */
    version: Version,
    /**
     * `text` takes the place of the units from `from` up to, and without, `to`. Positions are UTF-16 units of the stored `content`, as
     * `String.prototype.slice` counts them (none stored counts as empty); a range may begin or end within a surrogate pair. What
     * comes of it is checked like a whole text.
     */
    contentEdit: z.optional(
      z.object({
        from: z.int().check(z.minimum(0)),
        to: z.int().check(z.minimum(0)),
        text: z.string().check(z.maxLength(DRAFT_LIMITS.content, 'Content too long')),
      }),
    ),
  })
  .check(
    z.refine(
      ({ content, contentEdit }) => content === undefined || contentEdit === undefined,
      'Send either content or contentEdit',
    ),
  );
export type DraftPatch = z.infer<typeof DraftPatch>;

const { content, ...shortFields } = shapeOf('answer', WRITTEN_FIELDS);

/** A draft without its text, as lists and acknowledgements carry it. Fields that the draft does not hold are absent. */
export const DraftCard = z.extend(z.partial(z.object(shortFields)), {
  key: DraftKey,
  ...about,
  /** The excerpt, else the beginning of the text. */
  preview: z.string(),
  /** Grows with each change, also when a draft was deleted and begun anew. */
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type DraftCard = z.infer<typeof DraftCard>;

export const Draft = z.extend(DraftCard, { content: z.optional(content) });
export type Draft = z.infer<typeof Draft>;

/** Several tabs, each of which saves every 2 to 10 s while somebody types. */
const rate = { bucket: 'draft', by: 'user', perMinute: 240, scope: 'instance' } as const;

export const draftApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/drafts',
    access: 'signed-in',
    summary: `The caller's own drafts without their texts, changed last first; at most ${DRAFT_LIMITS.perPerson}.`,
    response: z.array(DraftCard),
  }),
  byKey: endpoint({
    method: 'GET',
    path: '/api/drafts/:key',
    access: 'signed-in',
    summary: "One of the caller's own drafts with its text.",
    params: DraftParams,
    response: Draft,
  }),
  put: endpoint({
    method: 'PUT',
    path: '/api/drafts/:key',
    access: 'staff',
    summary:
      'Keeps a draft as a whole; a `version` that is not the stored one is refused with the stored draft. A repeat changes nothing more.',
    params: DraftParams,
    body: DraftInput,
    response: DraftCard,
    conflict: Draft,
    rate,
  }),
  patch: endpoint({
    method: 'PATCH',
    path: '/api/drafts/:key',
    access: 'staff',
    summary:
      'Changes a stored draft, of its text the given range alone; a `version` that is not the stored one is refused with the stored draft.',
    params: DraftParams,
    body: DraftPatch,
    response: DraftCard,
    conflict: Draft,
    rate,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/drafts/:key',
    access: 'signed-in',
    summary:
      "Deletes one of the caller's own drafts; with `version` that version only, and a later one is refused with the stored draft.",
    params: DraftParams,
    conflict: Draft,
    query: z.object({
      version: z.optional(
        z.pipe(
          z.string().check(z.regex(/^\d{1,15}$/, 'version must be a whole number')),
          z.pipe(z.transform(Number), z.int()),
        ),
      ),
    }),
    rate: CHANGE_RATE,
  }),
} as const;
