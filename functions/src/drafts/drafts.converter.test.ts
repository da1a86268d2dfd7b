import { describe, expect, it } from 'vitest';
import { withDraft } from './drafts.converter.ts';

describe('the version of a draft', () => {
  it('is the time in ms, and always above the version before it', () => {
    const before = { key: 'post-1', version: 2_000, draft: null, closed: [] };
    const versionAt = (ms: number) => withDraft(before, { content: 'Words' }, 'sitting', new Date(ms)).version;

    expect([versionAt(3_000), versionAt(2_000), versionAt(1_000)]).toEqual([3_000, 2_001, 2_001]);
  });
});
