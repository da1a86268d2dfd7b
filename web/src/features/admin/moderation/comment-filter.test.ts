import { describe, expect, it } from 'vitest';
import { choiceOf, searchOf } from './comment-filter.ts';

describe('the comment filter', () => {
  it.each([
    ['', { state: 'reported', userId: null, postId: null, isByReports: false }],
    ['state=reported&sort=reports', { state: 'reported', userId: null, postId: null, isByReports: true }],
    ['state=held&sort=reports', { state: 'held', userId: null, postId: null, isByReports: false }],
    ['state=all', { state: null, userId: null, postId: null, isByReports: false }],
    ['state=nonsense&userId=u', { state: null, userId: 'u', postId: null, isByReports: false }],
    ['postId=p&state=hidden', { state: 'hidden', userId: null, postId: 'p', isByReports: false }],
  ] as const)('is stored in the address: %s', (query, choice) => {
    expect(choiceOf(new URLSearchParams(query))).toEqual(choice);
    expect(choiceOf(new URLSearchParams(searchOf(choice)))).toEqual(choice);
  });
});
