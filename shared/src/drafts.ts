import * as z from 'zod/mini';
import { CHANGE_RATE, endpoint } from './endpoint.ts';
import { DocumentId, IdParams, Instant, wellFormed } from './fields.ts';
import { shapeOf, WRITTEN_FIELDS } from './post-fields.ts';
import { DRAFT_TEXT_LIMITS } from './post-limits.ts';
import { DraftKey, DraftVersion, Sitting } from './sittings.ts';

export const DRAFT_LIMITS = {
  ...DRAFT_TEXT_LIMITS,
  device: 100,
  /** Where a person has more, the oldest draft becomes a discarded one. */
  perPerson: 100,
  /** Where a person has more discarded drafts, the oldest goes. */
  discardedPerPerson: 100,
  /** Where one sitting has more copies of emptied texts, the shortest that is neither the longest nor the newest goes. */
  emptiedPerSitting: 5,
  /** For how long a discarded draft is kept. */
  discardedMs: 30 * 24 * 3_600_000,
  /** For how long writes of a closed sitting are refused. */
  tombstoneMs: 24 * 3_600_000,
} as const;

export const DRAFT_TEXTS = { rangeOutside: 'The changed range is not within the draft' } as const;

const DraftParams = z.object({ key: DraftKey });

const about = {
  /** The `updatedAt` of the post that the draft started from; null for a new post. Its text is the revision `revisionIdOf` names. */
  baseUpdatedAt: z.nullable(Instant),
  /** What its writer calls the device, as in `Firefox on Linux`. */
  device: z.nullable(z.string().check(wellFormed, z.maxLength(DRAFT_LIMITS.device, 'Device name too long'))),
} as const;

const fields = z.partial(z.object({ ...shapeOf('draft', WRITTEN_FIELDS), ...about }));

/** What of a draft a writer sets. What is left out, the draft does not hold (`baseUpdatedAt` and `device` are null then). */
export type DraftFields = z.infer<typeof fields>;

const written = {
  /**
   * The version that is written over, 0 or absent for none. When another one is stored, nothing changes and the answer is 409 with the
   * stored draft; when none is stored any more, 404.
   */
  version: z.optional(DraftVersion),
  /**
   * The sitting of these words. When it is closed, nothing changes and the answer is 410 (`ClosedSitting`). When the stored draft has another
   * one, that draft is written over and kept as a discarded draft: to go on with it instead, send its own sitting. Absent: the stored
   * one's, or a new one.
   */
  sitting: z.optional(Sitting),
} as const;

/** A draft as a whole. */
export const DraftInput = z.extend(fields, written);
export type DraftInput = z.infer<typeof DraftInput>;

/**
 * A change of a stored draft: given fields take the place of stored ones, absent ones stay. Of a long text, `contentEdit` sends the changed
 * range alone, because the bodies of all requests that outlive their page may have 64 KiB together.
 */
export const DraftPatch = z
  .extend(fields, {
    ...written,
    /** As above; it is also the one that `from` and `to` count in. */
    version: DraftVersion,
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
  sitting: Sitting,
  /** Grows with each change, also when a draft was deleted and begun anew. */
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type DraftCard = z.infer<typeof DraftCard>;

export const Draft = z.extend(DraftCard, { content: z.optional(content) });
export type Draft = z.infer<typeof Draft>;

/** What a write of a sitting that was saved or discarded is answered with. */
export const ClosedSitting = z.object({
  sitting: Sitting,
  /** The post that its words were saved to; null when they were discarded. */
  postId: z.nullable(DocumentId),
  closedAt: Instant,
});
export type ClosedSitting = z.infer<typeof ClosedSitting>;

/** `replaced`: another device wrote over it, or the person had too many drafts. `emptied`: a copy of a text that was emptied. */
const DiscardReason = z.enum(['discarded', 'replaced', 'emptied']);

const discarded = {
  reason: DiscardReason,
  /** The draft that it was. */
  draftKey: DraftKey,
  sitting: Sitting,
} as const;

/** A discarded draft with its text. */
export const DiscardInput = z.extend(fields, {
  ...discarded,
  /** The post that it was a draft of; absent for a new post. */
  postId: z.optional(z.nullable(DocumentId)),
  /** With the reason `discarded`: the version of the draft that the writer knows. */
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

export const DiscardedDraft = z.extend(DiscardedDraftCard, { content: z.optional(content) });
export type DiscardedDraft = z.infer<typeof DiscardedDraft>;

/** Several tabs, each of which saves every 2 to 10 s while somebody types. */
const rate = { bucket: 'draft', by: 'user', perMinute: 240, scope: 'instance' } as const;

export const draftApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/drafts',
    access: 'signed-in',
    summary: `The caller's drafts without their texts, last changed first; at most ${DRAFT_LIMITS.perPerson}.`,
    response: z.array(DraftCard),
  }),
  byKey: endpoint({
    method: 'GET',
    path: '/api/drafts/:key',
    access: 'signed-in',
    summary: "One of the caller's drafts with its text.",
    params: DraftParams,
    response: Draft,
  }),
  put: endpoint({
    method: 'PUT',
    path: '/api/drafts/:key',
    access: 'staff',
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
    access: 'staff',
    invalidates: 'nothing',
    summary: 'Changes a stored draft; of its text only the given range. Refused as a whole draft is.',
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
    summary: `The caller's discarded drafts without their texts, last discarded first; at most ${DRAFT_LIMITS.discardedPerPerson}, for 30 days.`,
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
    summary: "Deletes one of the caller's discarded drafts for good.",
    params: IdParams,
    rate: CHANGE_RATE,
  }),
} as const;
