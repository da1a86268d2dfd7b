import {
  type ClosedSitting,
  type DiscardedDraft,
  type DiscardInput,
  type Draft,
  type DraftFields,
  type DraftInput,
  type DraftPatch,
  draftApi,
} from '@inkwell/shared/drafts';
import { editingApi } from '@inkwell/shared/editing';
import { isSameValue, WRITTEN_FIELDS } from '@inkwell/shared/post-fields';
import { postApi, type StaffPost } from '@inkwell/shared/posts';
import { RESTORED_FIELDS } from '@inkwell/shared/revisions';
import { sitePageEditingApi } from '@inkwell/shared/site-page-editing';
import type { SavedDraft } from '@inkwell/shared/sittings';
import type { FakeApi } from './fake-api.ts';
import { Refusal } from './fake-api.ts';

/** As on the real server, no version is used twice. */
let count = 0;

const sittingOf = (count: number): string => `sitting${count}`.padEnd(20, 'x');

const holds = (stored: DraftFields, given: DraftFields): boolean =>
  WRITTEN_FIELDS.every((field) => isSameValue(stored[field] ?? null, given[field] ?? null));

/** A value as stored by a save. */
const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() || null : (value ?? null));

/** Fields that are missing in a draft are not changes. */
const isSavedIn = (stored: DraftFields, post: DraftFields): boolean =>
  RESTORED_FIELDS.every(
    (field) => stored[field] === undefined || isSameValue(trimmed(stored[field]), trimmed(post[field])),
  );

const nobodyElse = () => ({ others: [], until: new Date(Date.now() + 60_000).toISOString() });

/** The server's drafts of one writer, in memory (`functions/src/drafts/drafts.repository.ts`). */
export class FakeDrafts {
  readonly stored = new Map<string, Draft>();
  readonly discarded = new Map<string, DiscardedDraft>();
  private readonly closed = new Map<string, ClosedSitting[]>();

  readonly texts = () => [...this.stored.values()].map(({ content }) => content);

  /** Stores a draft as another device would. */
  keep(key: string, fields: Omit<DraftInput, 'version'>, sitting = fields.sitting): Draft {
    const before = this.stored.get(key);
    const updatedAt = new Date().toISOString();
    count += 1;
    const draft = {
      title: '',
      content: '',
      device: 'Firefox on Linux',
      baseUpdatedAt: null,
      ...before,
      ...fields,
      key,
      sitting: sitting ?? before?.sitting ?? sittingOf(count),
      preview: fields.content ?? before?.preview ?? '',
      version: count,
      createdAt: updatedAt,
      updatedAt,
    } as Draft;
    this.stored.set(key, draft);
    return draft;
  }

  private refuseClosed(key: string, sitting: string | undefined): void {
    const closed = this.closed.get(key)?.find((one) => one.sitting === sitting);
    if (closed) throw new Refusal(410, JSON.stringify(closed));
  }

  put(key: string, { version, sitting, ...fields }: DraftInput, isPatch = false): Draft {
    this.refuseClosed(key, sitting);
    const stored = this.stored.get(key);
    if (!stored && (isPatch || version)) throw new Refusal('not-found');
    const isSame = stored !== undefined && holds(stored, fields);
    const isSameSitting = sitting === undefined || stored?.sitting === sitting;
    if (stored && isSame && isSameSitting) return stored;
    if (stored && stored.version !== version) throw new Refusal(409, JSON.stringify(stored));
    if (stored && !isSame && !isSameSitting) this.replace(stored);
    return this.keep(key, fields, sitting);
  }

  patch(key: string, { contentEdit, ...patch }: DraftPatch): Draft {
    const stored = this.stored.get(key);
    if (stored && contentEdit && stored.version !== patch.version) throw new Refusal(409, JSON.stringify(stored));
    const before = stored?.content ?? '';
    const content = contentEdit && before.slice(0, contentEdit.from) + contentEdit.text + before.slice(contentEdit.to);
    const whole = Object.fromEntries(WRITTEN_FIELDS.map((field) => [field, stored?.[field]]));
    return this.put(key, { ...whole, ...patch, ...(content !== undefined && { content }) }, true);
  }

  private replace({ key, version, createdAt: _, updatedAt: __, ...draft }: Draft): void {
    const postId = draft.baseUpdatedAt === null ? null : key;
    const about = { id: `replaced${key}${version}`, draftKey: key, reason: 'replaced' as const, postId };
    this.discarded.set(about.id, { ...draft, ...about, discardedAt: new Date().toISOString() });
  }

  private close(key: string, sitting: string, postId: string | null): void {
    const closed = this.closed.get(key) ?? [];
    if (closed.some((one) => one.sitting === sitting)) return;
    this.closed.set(key, [...closed, { sitting, postId, closedAt: new Date().toISOString() }]);
  }

  remove(key: string, version?: number): void {
    const stored = this.stored.get(key);
    if (!stored) throw new Refusal('not-found');
    if (version !== undefined && version !== stored.version) throw new Refusal(409, JSON.stringify(stored));
    this.close(key, stored.sitting, null);
    this.stored.delete(key);
  }

  discard(id: string, input: DiscardInput): DiscardedDraft {
    const { draftKey, draftVersion, sitting, reason, postId = null, ...fields } = input;
    const before = this.discarded.get(id);
    if (before) return before;
    const about = { id, draftKey, sitting, reason, postId, preview: fields.content ?? '' };
    const draft = { baseUpdatedAt: null, device: null, ...fields, ...about, discardedAt: new Date().toISOString() };
    this.discarded.set(id, draft as DiscardedDraft);
    if (reason === 'discarded') {
      const stored = this.stored.get(draftKey);
      if (stored && (stored.version === draftVersion || stored.sitting === sitting)) {
        if (stored.version !== draftVersion && !holds(stored, fields)) this.replace(stored);
        this.close(draftKey, stored.sitting, null);
        this.stored.delete(draftKey);
      }
      this.close(draftKey, sitting, null);
    }
    return draft as DiscardedDraft;
  }

  /** The effect of a save on its draft. */
  save(draft: SavedDraft | undefined, post: DraftFields & { readonly id: string }): void {
    if (!draft) return;
    const { key, version, sitting } = draft;
    const stored = this.stored.get(key);
    const isOwn = stored?.sitting === sitting;
    if (isOwn && stored.version !== version && !isSavedIn(stored, post)) return;
    this.close(key, sitting, post.id);
    if (isOwn) this.stored.delete(key);
  }

  private found<T>(one: T | undefined): T {
    if (!one) throw new Refusal('not-found');
    return one;
  }

  /** Makes the fake server answer with these drafts; nobody else is editing. */
  answer(api: FakeApi): this {
    const atSave = ({ body }: { body: { draft?: SavedDraft | undefined } }, post: StaffPost) =>
      this.save(body.draft, post);
    api
      .on(draftApi.list, () => [...this.stored.values()])
      .on(draftApi.byKey, ({ params, query }) => {
        this.refuseClosed(params.key, query.sitting);
        return this.found(this.stored.get(params.key));
      })
      .on(draftApi.put, ({ params, body }) => this.put(params.key, body))
      .on(draftApi.patch, ({ params, body }) => this.patch(params.key, body))
      .on(draftApi.remove, ({ params, query }) => this.remove(params.key, query.version))
      .on(draftApi.discarded, () => [...this.discarded.values()])
      .on(draftApi.discardedById, ({ params }) => this.found(this.discarded.get(params.id)))
      .on(draftApi.discard, ({ params, body }) => this.discard(params.id, body))
      .on(draftApi.removeDiscarded, ({ params }) => {
        if (!this.discarded.delete(params.id)) throw new Refusal('not-found');
      })
      .after(postApi.create, atSave)
      .after(postApi.update, atSave)
      .on(editingApi.begin, nobodyElse)
      .on(editingApi.end, () => undefined)
      .on(sitePageEditingApi.begin, nobodyElse)
      .on(sitePageEditingApi.end, () => undefined);
    return this;
  }
}
