import { describe, expect, it } from 'vitest';
import { newPost } from '../posts/posts.converter.ts';
import { NO_REVIEW } from '../posts/saving/review-of-post.repository.ts';
import { documentOf } from '../testing/documents.ts';
import { decodeReview, fieldsAfter, isRepeat } from './reviews.converter.ts';

const at = new Date('2026-01-15T10:00:00.000Z');
const STEP = { id: 's', step: 'submit', actorId: 'ada', note: 'Please', takenBy: null, at } as const;

describe('a review', () => {
  it('is decoded as it was encoded; a post without a step has none', () => {
    expect(decodeReview(documentOf('p', { steps: [STEP], due: ['s'] }))).toEqual({ steps: [STEP], due: ['s'] });
    expect(decodeReview(documentOf('p'))).toEqual({ steps: [], due: [] });
  });

  it.each([
    ['submit', { ...NO_REVIEW, inReviewSince: at, submittedBy: 'ada' }],
    ['take', { reviewTakenBy: 'ada' }],
    ['return', { ...NO_REVIEW, returnedAt: at }],
    ['withdraw', NO_REVIEW],
  ] as const)('after the step %s', (step, fields) => {
    expect(fieldsAfter(step, { actorId: 'ada', at })).toEqual(fields);
  });

  it.each([
    ['the same', {}, {}, true],
    ['another step', { step: 'withdraw' }, {}, false],
    ['of somebody else', { actorId: 'bob' }, {}, false],
    ['with another note', { note: null }, {}, false],
    ['after the post was returned', {}, { inReviewSince: null, returnedAt: at }, false],
  ] as const)('is not repeated: %s', (_, asked, fields, isSame) => {
    const post = newPost({ title: 'T', content: 'C', isPublished: false }, { id: 'p', authorId: 'ada', at });
    const inReview = { ...post, inReviewSince: at, submittedBy: 'ada', ...fields };
    const wanted = { step: 'submit' as const, actorId: 'ada', note: 'Please', at, ...asked };

    expect(isRepeat({ steps: [STEP], due: [] }, inReview, wanted)).toBe(isSame);
    expect(isRepeat({ steps: [], due: [] }, inReview, wanted)).toBe(false);
  });
});
