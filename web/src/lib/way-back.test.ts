import { describe, expect, it } from 'vitest';
import { stateOfWayBack, wayBackIn } from './way-back.ts';

describe('the way back in a history entry', () => {
  it.each(['/admin', '/admin?tab=posts', '/admin/reviews', '/writing?status=draft', '/drafts'])(
    'returns to %s',
    (to) => {
      const list = { to, label: 'List' };

      expect(wayBackIn(stateOfWayBack(list))).toEqual(list);
    },
  );

  it.each([
    null,
    'text',
    { wayBack: null },
    { wayBack: { to: '/admin' } },
    { wayBack: { to: 7, label: 'List' } },
    ...[
      'https://example.com',
      '//example.com/admin',
      '/\\example.com',
      '/administration',
      'javascript:0',
      '/posts',
    ].map((to) => ({ wayBack: { to, label: 'List' } })),
  ])('is absent for %j', (state) => {
    expect(wayBackIn(state)).toBeNull();
  });
});
