import { describe, expect, it } from 'vitest';
import { choiceOf, searchOf, waitingIn } from './comment-filter.ts';

describe('the comment filter', () => {
  it.each([
    ['state=reported&sort=reports', { state: 'reported', userId: null, postId: null, q: '', isByReports: true }],
    ['state=held&sort=reports', { state: 'held', userId: null, postId: null, q: '', isByReports: false }],
    ['state=all&q=green tea', { state: null, userId: null, postId: null, q: 'green tea', isByReports: false }],
    ['q=tea&sort=reports', { state: null, userId: null, postId: null, q: 'tea', isByReports: false }],
    ['state=all', { state: null, userId: null, postId: null, q: '', isByReports: false }],
    ['state=nonsense&userId=u', { state: null, userId: 'u', postId: null, q: '', isByReports: false }],
    ['postId=p&state=hidden', { state: 'hidden', userId: null, postId: 'p', q: '', isByReports: false }],
  ] as const)('is stored in the address: %s', (query, choice) => {
    expect(choiceOf(new URLSearchParams(query))).toEqual(choice);
    expect(choiceOf(new URLSearchParams(searchOf(choice)))).toEqual(choice);
  });

  it('shows held comments if the address names none, and all comments if none are held', () => {
    expect(choiceOf(new URLSearchParams('state=nonsense'))).toBeNull();
    const waiting = (reported: number, held: number) => waitingIn({ reported, held }).state;
    expect([waiting(1, 1), waiting(0, 1), waiting(0, 0)]).toEqual(['reported', 'held', null]);
  });
});
