import type { DiscardInput } from '@inkwell/shared/drafts';
import { describe, expect, it } from 'vitest';
import { cacheOf, partOf } from '../testing/parts.ts';
import type { StoredDiscarded, StoredDraft } from './drafts.converter.ts';
import type { DraftOutcome, DraftRepository } from './drafts.repository.ts';
import { createDraftService } from './drafts.service.ts';

const at = new Date('2026-01-15T10:00:00.000Z');
const ADA = { id: 'ada', role: 'user', writing: 'contributor' } as const;
const READER = { id: 'ada', role: 'user' } as const;

const FIELDS = { title: 'T', baseUpdatedAt: null, device: 'Phone', preview: 'Words', sitting: 's' };
const CARD = { ...FIELDS, key: 'k', version: 3, createdAt: at.toISOString(), updatedAt: at.toISOString() };
const WHOLE = { ...CARD, content: 'Words' };
const DRAFT: StoredDraft = { ...WHOLE, pictures: ['picture'] };
const DISCARDED_CARD: Omit<StoredDiscarded, 'content' | 'pictures'> = {
  ...FIELDS,
  id: 'd',
  reason: 'discarded',
  draftKey: 'k',
  postId: null,
  discardedAt: at.toISOString(),
};
const WHOLE_DISCARDED = { ...DISCARDED_CARD, content: 'Words' };
const DISCARDED: StoredDiscarded = { ...WHOLE_DISCARDED, pictures: ['picture'] };
const STORED: DraftOutcome = { kind: 'stored', draft: DRAFT };
const NOT_FOUND: DraftOutcome = { kind: 'not-found' };

/** A service whose draft calls have this outcome. */
function serviceOf(
  { outcome = STORED, discarded = [DISCARDED], isRemoved = true } = {} as {
    outcome?: DraftOutcome;
    discarded?: readonly StoredDiscarded[];
    isRemoved?: boolean;
  },
) {
  const asked: unknown[] = [];
  const answer =
    <T>(name: string, value: T) =>
    async (...args: unknown[]) => {
      asked.push([name, ...args]);
      return value;
    };
  const service = createDraftService({
    drafts: partOf<DraftRepository>({
      list: answer('list', outcome.kind === 'stored' ? [outcome.draft] : []),
      find: answer('find', outcome),
      put: answer('put', outcome),
      remove: answer('remove', outcome),
      listDiscarded: answer('listDiscarded', [...discarded]),
      findDiscarded: answer('findDiscarded', discarded[0] ?? null),
      discard: answer('discard', DISCARDED),
      removeDiscarded: answer('removeDiscarded', isRemoved),
    }),
    categories: cacheOf({ 4: { id: 9, name: 'Merged', icon: null, color: null } }),
    clock: { now: () => at },
  });
  return { service, asked };
}

const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ code, options }) => (options?.body === undefined ? code : [code, options.body]),
  );

describe('drafts of the caller', () => {
  it('are listed without their texts, and read with them', async () => {
    const { service, asked } = serviceOf();
    expect(await service.list(READER)).toEqual([CARD]);
    expect(await service.byKey(READER, 'k', 's')).toEqual(WHOLE);
    expect(asked).toEqual([
      ['list', 'ada'],
      ['find', 'ada', 'k', 's'],
    ]);
  });

  it('can be saved as a whole or field by field by anyone who may write', async () => {
    const { service, asked } = serviceOf();
    expect(await service.put(ADA, 'k', { title: 'New', version: 3, sitting: 's' })).toEqual(CARD);
    expect(await service.patch(ADA, 'k', { excerpt: null, version: 4, sitting: 's' })).toEqual(CARD);
    expect(asked).toEqual([
      ['put', 'ada', 'k', { title: 'New', version: 3, sitting: 's', isPatch: false }, at],
      ['put', 'ada', 'k', { excerpt: null, version: 4, sitting: 's', isPatch: true }, at],
    ]);
  });

  it('can be deleted, but not changed, by people who may no longer write', async () => {
    const { service, asked } = serviceOf();
    expect(await refusalOf(service.put(READER, 'k', { title: 'New' }))).toBe('forbidden');
    expect(await refusalOf(service.patch(READER, 'k', { title: 'New', version: 3 }))).toBe('forbidden');
    await service.remove(READER, 'k', 3);
    expect(asked).toEqual([['remove', 'ada', 'k', { version: 3, at }]]);
  });

  it.each([
    ['another version', { kind: 'conflict', draft: DRAFT }, ['conflict', WHOLE]],
    ['none', NOT_FOUND, 'not-found'],
    [
      'a closed sitting',
      { kind: 'gone', closed: { sitting: 's', postId: 'p', at } },
      ['gone', { sitting: 's', postId: 'p', closedAt: at.toISOString() }],
    ],
  ] as const)('are refused for %s', async (_name, outcome, refusal) => {
    const { service } = serviceOf({ outcome });
    const calls = [
      service.byKey(ADA, 'k', 's'),
      service.put(ADA, 'k', { title: 'New' }),
      service.patch(ADA, 'k', { title: 'New', version: 3 }),
      service.remove(ADA, 'k', 3),
    ];
    for (const call of calls) expect(await refusalOf(call)).toEqual(refusal);
  });

  it.each([
    ['merged', 4, 9],
    ['deleted', 5, 5],
    ['absent', undefined, undefined],
    ['cleared', null, null],
  ] as const)('have the current category: %s', async (_name, categoryId, shown) => {
    const outcome = { kind: 'stored', draft: { ...DRAFT, categoryId } } as DraftOutcome;
    const { service } = serviceOf({ outcome, discarded: [{ ...DISCARDED, categoryId } as StoredDiscarded] });
    const answers = [
      ...(await service.list(ADA)),
      await service.byKey(ADA, 'k', undefined),
      ...(await service.discarded(ADA)),
      await service.discardedById(ADA, 'd'),
    ];
    expect(answers.map((one) => one.categoryId)).toEqual([shown, shown, shown, shown]);
  });
});

describe('discarded drafts of the caller', () => {
  const input: DiscardInput = { title: 'T', reason: 'discarded', draftKey: 'k', sitting: 's' };

  it('are listed without their texts, and read with them', async () => {
    const { service, asked } = serviceOf();
    expect(await service.discarded(READER)).toEqual([DISCARDED_CARD]);
    expect(await service.discardedById(READER, 'd')).toEqual(WHOLE_DISCARDED);
    expect(await refusalOf(serviceOf({ discarded: [] }).service.discardedById(READER, 'd'))).toBe('not-found');
    expect(asked).toEqual([
      ['listDiscarded', 'ada'],
      ['findDiscarded', 'ada', 'd'],
    ]);
  });

  it('can be kept by anyone who may write, even without a stored draft', async () => {
    const { service, asked } = serviceOf({ outcome: NOT_FOUND, discarded: [] });
    expect(await service.discard(ADA, 'd', { ...input, reason: 'emptied' })).toEqual(DISCARDED_CARD);
    expect(asked).toEqual([['discard', 'ada', 'd', { ...input, reason: 'emptied' }, at]]);
  });

  it.each([
    ['a stored draft', 'discarded', STORED, [], 'done'],
    ['one that was discarded before', 'discarded', NOT_FOUND, [DISCARDED], 'done'],
    ['neither', 'discarded', NOT_FOUND, [], 'forbidden'],
    ['a copy', 'emptied', STORED, [DISCARDED], 'forbidden'],
  ] as const)(
    'are accepted from people who may no longer write only for an existing draft: %s',
    async (_name, reason, outcome, discarded, expected) => {
      const { service, asked } = serviceOf({ outcome, discarded });
      expect(await refusalOf(service.discard(READER, 'd', { ...input, reason }))).toBe(expected);
      expect(asked.some((call) => (call as unknown[])[0] === 'discard')).toBe(expected === 'done');
    },
  );

  it('looks up exactly the requested draft and discarded draft', async () => {
    const { service, asked } = serviceOf({ outcome: NOT_FOUND });
    await service.discard(READER, 'd', input);
    expect(asked).toEqual([
      ['find', 'ada', 'k'],
      ['findDiscarded', 'ada', 'd'],
      ['discard', 'ada', 'd', input, at],
    ]);
  });

  it('are deleted if they exist', async () => {
    const { service, asked } = serviceOf();
    expect(await refusalOf(service.removeDiscarded(READER, 'd'))).toBe('done');
    expect(await refusalOf(serviceOf({ isRemoved: false }).service.removeDiscarded(READER, 'd'))).toBe('not-found');
    expect(asked).toEqual([['removeDiscarded', 'ada', 'd', at]]);
  });
});
