import { beforeEach, describe, expect, it } from 'vitest';
import { createSweep } from '../compose/sweep.ts';
import { api } from '../testing/api.ts';
import { seedPost, storedAll } from '../testing/posts.ts';
import { clock, dependencies } from '../testing/server.ts';
import { signInEach, type TestUser } from '../testing/users.ts';

let path: string;

/** What has leases of editors, with the address of the lease. */
const EDITED = [
  { noun: 'post', make: async () => `/api/posts/${(await seedPost()).id}/editing` },
  {
    noun: 'page',
    async make() {
      const page = { title: 'About', slug: 'about', content: 'We write.' };
      return `/api/admin/pages/${(await api.post('/api/admin/pages', page, ada)).body.id}/editing`;
    },
  },
];

const { ada, mary } = signInEach({
  ada: { role: 'moderator', displayName: 'Ada Lovelace' },
  mary: { role: 'admin', displayName: 'Mary Shelley' },
});

const namesFor = async (user: TestUser) => {
  const { others } = (await api.put(path, undefined, user)).body;
  return others.map(({ editor }: { editor: { displayName: string } }) => editor.displayName);
};

describe.each(EDITED)('an editor of a $noun', ({ make }) => {
  beforeEach(async () => {
    path = await make();
  });

  it('is shown to others for a minute after the last announcement, with the start time', () =>
    clock.stopped(async () => {
      const since = clock.now().toISOString();
      expect(await namesFor(ada)).toEqual([]);
      clock.advance(40_000);
      await namesFor(ada);
      clock.advance(40_000);

      const { others, until } = (await api.put(path, undefined, mary)).body;

      expect(others).toEqual([{ editor: expect.objectContaining({ id: ada.id, displayName: 'Ada Lovelace' }), since }]);
      expect(Date.parse(until) - clock.now().getTime()).toBe(60_000);
      expect(await namesFor(ada)).toEqual(['Mary Shelley']);
      clock.advance(60_000);
      expect(await namesFor(mary)).toEqual([]);
    }));

  it('is not shown after leaving', async () => {
    await namesFor(ada);
    await namesFor(mary);

    expect((await api.delete(path, ada)).status).toBe(204);
    expect((await api.delete(path, ada)).status).toBe(204);

    expect(await namesFor(mary)).toEqual([]);
    await api.delete(path, mary);
    expect(await storedAll('editing')).toEqual({});
  });

  it('is shown to all others who start at the same moment', { tags: 'thorough' }, async () => {
    await Promise.all([namesFor(ada), namesFor(mary)]);

    expect([await namesFor(ada), await namesFor(mary)]).toEqual([['Mary Shelley'], ['Ada Lovelace']]);
  });

  it('must exist', async () => {
    expect((await api.put(path.replace(/[^/]+\/editing/, 'absent/editing'), undefined, ada)).status).toBe(404);
    expect(await storedAll('editing')).toEqual({});
  });

  it('is not shown after a deletion', async () => {
    await namesFor(ada);
    await api.delete(path.replace('/editing', ''), mary);

    expect(await storedAll('editing')).toEqual({});
    expect((await api.put(path, undefined, ada)).status).toBe(404);
    expect((await api.delete(path, ada)).status).toBe(204);
  });

  it('is removed by the sweep', async () => {
    await namesFor(ada);
    clock.advance(60_001);

    await createSweep(dependencies)();

    expect(await storedAll('editing')).toEqual({});
  });
});
