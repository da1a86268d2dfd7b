import { type Draft, type DraftFields, draftApi } from '@inkwell/shared/drafts';
import { editingApi } from '@inkwell/shared/editing';
import type { FakeApi } from './fake-api.ts';
import { Refusal } from './fake-api.ts';

/** What the server does with the drafts of one writer, in memory. */
export class FakeDrafts {
  readonly stored = new Map<string, Draft>();

  /** Keeps a draft as another device does. */
  keep(key: string, fields: DraftFields, updatedAt = new Date().toISOString()): Draft {
    const before = this.stored.get(key);
    const draft = {
      title: '',
      content: '',
      device: 'Firefox on Linux',
      baseUpdatedAt: null,
      sitting: 'a'.repeat(20),
      ...before,
      ...fields,
      key,
      preview: fields.content ?? '',
      version: (before?.version ?? 0) + 1,
      createdAt: updatedAt,
      updatedAt,
    } as Draft;
    this.stored.set(key, draft);
    return draft;
  }

  /** Refuses a version that is not stored, as the server does. */
  refuseUnless(key: string, version: number | undefined): void {
    const stored = this.stored.get(key);
    if (version === undefined) return;
    if (!stored && version > 0) throw new Refusal('not-found');
    if ((stored?.version ?? 0) !== version) throw new Refusal(409, JSON.stringify(stored));
  }

  /** Has the fake server answer with these drafts; nobody else edits anything. */
  answer(api: FakeApi): this {
    api
      .on(draftApi.list, () => [...this.stored.values()])
      .on(draftApi.byKey, ({ params }) => {
        const draft = this.stored.get(params.key);
        if (!draft) throw new Refusal('not-found');
        return draft;
      })
      .on(draftApi.put, ({ params, body: { version, ...fields } }) => {
        this.refuseUnless(params.key, version);
        return this.keep(params.key, fields);
      })
      .on(draftApi.patch, ({ params, body: { version, contentEdit, ...fields } }) => {
        this.refuseUnless(params.key, version);
        const before = this.stored.get(params.key)?.content ?? '';
        const content =
          contentEdit && before.slice(0, contentEdit.from) + contentEdit.text + before.slice(contentEdit.to);
        return this.keep(params.key, { ...fields, ...(content !== undefined && { content }) });
      })
      .on(draftApi.remove, ({ params, query }) => {
        this.refuseUnless(params.key, query.version);
        this.stored.delete(params.key);
      })
      .on(editingApi.begin, () => ({ others: [], until: new Date(Date.now() + 60_000).toISOString() }))
      .on(editingApi.end, () => undefined);
    return this;
  }
}
