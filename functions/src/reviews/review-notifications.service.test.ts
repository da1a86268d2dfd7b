import { describe, expect, it } from 'vitest';
import { nothingUnderWay } from '../common/under-way.ts';
import type { StoredCard } from '../posts/posts.converter.ts';
import type { StoredStep } from '../posts/saving/review-of-post.repository.ts';
import { partOf } from '../testing/parts.ts';
import { createReviewNotifications } from './review-notifications.service.ts';
import type { DueReview } from './reviews.repository.ts';

const stepOf = (changes: Partial<StoredStep> = {}): StoredStep => ({
  id: 's',
  step: 'submit',
  actorId: 'ada',
  note: null,
  takenBy: null,
  at: new Date(Date.UTC(2026, 0, 15)),
  ...changes,
});

function notificationsOf({ steps = [stepOf()], due = ['s'], isThere = true, waiting = [] as DueReview[] } = {}) {
  const calls: unknown[][] = [];
  const errors: unknown[] = [];
  const note = (...call: unknown[]) => void calls.push(call);
  const notifications = createReviewNotifications({
    reviews: {
      find: async () => ({ steps, due }),
      due: async () => waiting,
      settle: async (...args) => note('settle', ...args),
    },
    posts: { findCardsAndTrash: async ([id = '']) => (isThere ? [partOf<StoredCard>({ id })] : []) },
    studio: partOf({
      staff: async () => ['mod', 'rev'],
      authorsOf: async () => ['ada'],
      async tell(people: readonly string[], { id }: StoredCard, event: { actorId: string; kind: string }) {
        if (event.actorId === 'broken') throw new Error('broken');
        note('tell', people, id, event.kind);
      },
    }),
    onError: (_, error) => errors.push(error),
  });
  return { notifications, calls, errors };
}

describe('people', () => {
  it.each([
    ['submit', null, ['mod', 'rev'], 'submitted'],
    ['withdraw', null, ['mod', 'rev'], 'withdrawn'],
    ['withdraw', 'rev', ['rev'], 'withdrawn'],
    ['take', null, ['ada'], 'taken'],
    ['return', 'rev', ['ada'], 'returned'],
    ['publish', 'rev', ['ada'], 'published'],
    ['schedule', 'rev', ['ada'], 'scheduled'],
    ['end', 'rev', ['ada', 'rev'], 'ended'],
    ['end', null, ['ada'], 'ended'],
  ] as const)('are notified of the step %s of a post that %s has taken', async (step, takenBy, people, kind) => {
    const { notifications, calls } = notificationsOf({ steps: [stepOf({ step, takenBy })] });
    notifications.follow('p');
    await nothingUnderWay();
    expect(calls).toEqual([
      ['tell', people, 'p', kind],
      ['settle', 'p', ['s']],
    ]);
  });

  it('are notified only of due steps, and not of a deleted post', async () => {
    const steps = [stepOf(), stepOf({ id: 't', step: 'take' })];
    const [one, none, gone] = [
      notificationsOf({ steps, due: ['t'] }),
      notificationsOf({ steps, due: [] }),
      notificationsOf({ isThere: false }),
    ];
    for (const { notifications } of [one, none, gone]) notifications.follow('p');
    await nothingUnderWay();
    expect(one.calls).toEqual([
      ['tell', ['ada'], 'p', 'taken'],
      ['settle', 'p', ['t']],
    ]);
    expect([none.calls, gone.calls]).toEqual([[], [['settle', 'p', ['s']]]]);
  });

  it('are notified later of interrupted notifications, even next to a review that fails', async () => {
    const reviewOf = (postId: string, actorId: string) => ({ postId, steps: [stepOf({ actorId })], due: ['s'] });
    const { notifications, calls, errors } = notificationsOf({
      waiting: [reviewOf('x', 'broken'), reviewOf('p', 'ada')],
    });
    expect(await notifications.catchUp()).toBe(2);
    expect(calls).toEqual([
      ['tell', ['mod', 'rev'], 'p', 'submitted'],
      ['settle', 'p', ['s']],
    ]);
    expect(errors).toEqual([new Error('broken')]);
  });
});
