import * as z from 'zod/mini';
import { CHANGE_RATE, endpoint } from './endpoint.ts';
import { DocumentId, IdParams, Instant, wellFormed } from './fields.ts';
import { isShort, shapeOf, WRITTEN_FIELDS } from './post-fields.ts';
import { DRAFT_TEXT_LIMITS } from './post-limits.ts';
import { DraftKey, DraftVersion, Sitting } from './sittings.ts';

export const DRAFT_LIMITS = {
  ...DRAFT_TEXT_LIMITS,
  device: 100,
  /** Above this number, a person's oldest draft becomes a discarded draft. */
  perPerson: 100,
  /** Above this number, a person's oldest discarded draft is deleted. */
  discardedPerPerson: 100,
  /** Above this number, the shortest copy that is neither the longest nor the newest is deleted. */
  emptiedPerSitting: 5,
  /** How long a discarded draft is stored. */
  discardedMs: 30 * 24 * 3_600_000,
  /** How long writes of a closed sitting are refused. */
  tombstoneMs: 24 * 3_600_000,
} as const;

export const DRAFT_TEXTS = { rangeOutside: 'The changed range is not within the draft' } as const;

const DraftParams = z.object({ key: DraftKey });

const about = {
  /** The `updatedAt` of the post that the draft is based on; null for a new post. `revisionIdOf` gives the revision with that text. */
  baseUpdatedAt: z.nullable(Instant),
  /** The name of the writer's device, e.g. `Firefox on Linux`. */
  device: z.nullable(z.string().check(wellFormed, z.maxLength(DRAFT_LIMITS.device, 'Device name too long'))),
} as const;

const fields = z.partial(z.object({ ...shapeOf('draft', WRITTEN_FIELDS), ...about }));

/** The fields that a writer sets. The draft does not contain omitted fields; omitted `baseUpdatedAt` and `device` become null. */
export type DraftFields = z.infer<typeof fields>;

const written = {
  /**
   * The version to replace; 0 or absent if none is stored. If another version is stored, nothing changes and the answer is 409 with the
   * stored draft; if the draft is gone, 404.
   */
  version: z.optional(DraftVersion),
  /**
   * The sitting of the write; absent for the stored draft's, or for a new one. If it is closed, nothing changes and the answer is 410
   * (`ClosedSitting`). If the stored draft has another sitting, the stored draft is kept as a discarded draft.
   */
  sitting: z.optional(Sitting),
} as const;

/** A whole draft. */
export const DraftInput = z.extend(fields, written);
export type DraftInput = z.infer<typeof DraftInput>;

/**
 * A change of a stored draft: omitted fields stay. `contentEdit` sends only the changed range of a long text, because browsers limit all
 * requests that outlive their page to 64 KiB together.
 */
export const DraftPatch = z
  .extend(fields, {
    ...written,
    /** As above; `from` and `to` refer to this version. */
    version: DraftVersion,
    /**
     * Replaces the range from `from` (inclusive) to `to` (exclusive) with `text`. Positions are UTF-16 units of the stored `content` (empty
     * if none is stored), and may split a surrogate pair. The resulting text is validated like a whole text.
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

const shortFields = shapeOf('answer', WRITTEN_FIELDS.filter(isShort));
const wholeFields = z.partial(z.object(shapeOf('answer', WRITTEN_FIELDS))).shape;

/** A draft without its text, for lists and acknowledgements. Fields that the draft does not contain are absent. */
export const DraftCard = z.extend(z.partial(z.object(shortFields)), {
  key: DraftKey,
  ...about,
  /** The excerpt, else the beginning of the text. */
  preview: z.string(),
  sitting: Sitting,
  /** Grows with each change, even after the draft was deleted and begun again. */
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type DraftCard = z.infer<typeof DraftCard>;

export const Draft = z.extend(DraftCard, wholeFields);
export type Draft = z.infer<typeof Draft>;

/** The answer to a write of a sitting that was saved or discarded. */
export const ClosedSitting = z.object({
  sitting: Sitting,
  /** The post that the draft was saved to; null if it was discarded. */
  postId: z.nullable(DocumentId),
  closedAt: Instant,
});
export type ClosedSitting = z.infer<typeof ClosedSitting>;

/** `replaced`: another device overwrote the draft, or the person had too many. `emptied`: a copy of a text that was emptied. */
const DiscardReason = z.enum(['discarded', 'replaced', 'emptied']);

const discarded = {
  reason: DiscardReason,
  /** The key of the original draft. */
  draftKey: DraftKey,
  sitting: Sitting,
} as const;

export const DiscardInput = z.extend(fields, {
  ...discarded,
  /** The post of the draft; null or absent for a new post. */
  postId: z.optional(z.nullable(DocumentId)),
  /** For the reason `discarded`: the version of the draft that the writer knows. */
  draftVersion: z.optional(DraftVersion),
});
export type DiscardInput = z.infer<typeof DiscardInput>;

export const DiscardedDraftCard = z.extend(z.partial(z.object(shortFields)), {
  id: DocumentId,
  ...discarded,
  ...about,
  postId: z.nullable(DocumentId),
  preview: z.string(),
  discardedAt: Instant,
});
export type DiscardedDraftCard = z.infer<typeof DiscardedDraftCard>;

export const DiscardedDraft = z.extend(DiscardedDraftCard, wholeFields);
export type DiscardedDraft = z.infer<typeof DiscardedDraft>;

/** Allows for several tabs, each of which saves every 2 to 10 s while somebody types. */
const rate = { bucket: 'draft', by: 'user', perMinute: 240, scope: 'instance' } as const;

export const draftApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/drafts',
    access: 'signed-in',
    summary: `The caller's drafts without their texts, most recently changed first; at most ${DRAFT_LIMITS.perPerson}.`,
    response: z.array(DraftCard),
  }),
  byKey: endpoint({
    method: 'GET',
    path: '/api/drafts/:key',
    access: 'signed-in',
    summary: "One of the caller's drafts with its text. If `sitting` was closed, its outcome instead.",
    params: DraftParams,
    query: z.object({ sitting: z.optional(Sitting) }),
    response: Draft,
    gone: ClosedSitting,
  }),
  put: endpoint({
    method: 'PUT',
    path: '/api/drafts/:key',
    access: 'writer',
    invalidates: 'nothing',
    summary:
      'Stores a whole draft. A `version` other than the stored one is refused with the stored draft, a closed `sitting` with its outcome.',
    params: DraftParams,
    body: DraftInput,
    response: DraftCard,
    conflict: Draft,
    gone: ClosedSitting,
    rate,
  }),
  patch: endpoint({
    method: 'PATCH',
    path: '/api/drafts/:key',
    access: 'writer',
    invalidates: 'nothing',
    summary: 'Changes a stored draft, and only the given range of its text. Refused like a whole draft.',
    params: DraftParams,
    body: DraftPatch,
    response: DraftCard,
    conflict: Draft,
    gone: ClosedSitting,
    rate,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/drafts/:key',
    access: 'signed-in',
    invalidates: 'nothing',
    summary:
      "Deletes one of the caller's drafts for good and closes its sitting; with `version` only that version, and a later one is refused with the stored draft.",
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
  discarded: endpoint({
    method: 'GET',
    path: '/api/discarded-drafts',
    access: 'signed-in',
    summary: `The caller's discarded drafts without their texts, most recently discarded first; at most ${DRAFT_LIMITS.discardedPerPerson}, for 30 days.`,
    response: z.array(DiscardedDraftCard),
  }),
  discardedById: endpoint({
    method: 'GET',
    path: '/api/discarded-drafts/:id',
    access: 'signed-in',
    summary: "One of the caller's discarded drafts with its text.",
    params: IdParams,
    response: DiscardedDraft,
  }),
  discard: endpoint({
    method: 'PUT',
    path: '/api/discarded-drafts/:id',
    access: 'signed-in',
    invalidates: 'nothing',
    summary:
      'Stores a discarded draft or a copy of an emptied text. With the reason `discarded`, the draft is removed and its sitting closed, even where no draft is stored yet. Callers who may no longer write can only discard stored drafts.',
    params: IdParams,
    body: DiscardInput,
    response: DiscardedDraftCard,
    rate: CHANGE_RATE,
  }),
  removeDiscarded: endpoint({
    method: 'DELETE',
    path: '/api/discarded-drafts/:id',
    access: 'signed-in',
    invalidates: 'nothing',
    summary: "Deletes one of the caller's discarded drafts permanently.",
    params: IdParams,
    rate: CHANGE_RATE,
  }),
} as const;
