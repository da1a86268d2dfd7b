import { describe, expect, it } from 'vitest';
import { draftPath } from './all-drafts.ts';

describe('the address of a draft', () => {
  it.each([
    ['post', null, true, '/create-post?draft=d1'],
    ['post', 'p1', false, '/create-post?edit=p1&draft=d1&from=server'],
    ['page', null, true, '/admin/pages/edit?draft=d1'],
    ['page', 'page-p1', false, '/admin/pages/edit?page=p1&draft=d1&from=server'],
  ] as const)('of a %s %s opens its editor', (kind, postId, isHere, address) => {
    expect(draftPath({ id: 'd1', kind, postId, isHere })).toBe(address);
  });
});
