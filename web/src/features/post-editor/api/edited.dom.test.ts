import { describe, expect, it, vi } from 'vitest';
import { samplePost, sampleUser } from '../../../test/samples.ts';
import { bodyOf, formOf } from '../post-form.ts';
import { editedPost, sentBy } from './edited.ts';

/** The fields that a viewer sends of a draft that they began as staff. */
async function sentAs(viewer: ReturnType<typeof sampleUser>) {
  const update = vi.fn(async () => samplePost());
  const body = bodyOf(formOf(samplePost({ slug: 'tides', isFeatured: true, authorIds: ['somebody'], title: 'Tides' })));
  const sent = {
    ...body,
    featuredImage: null,
    isPublished: true,
    draft: { key: 'k', sitting: 's'.repeat(20), version: 1 },
  };
  await sentBy({ ...editedPost, update }, () => viewer).update('post-1', sent, 'then');
  return (update.mock.calls as unknown as [string, typeof sent, string][])[0]?.[1];
}

describe('a save of a draft from a former role', () => {
  it('leaves out fields that only staff set', async () => {
    const sent = await sentAs(sampleUser({ writing: 'author' }));

    expect(sent).toMatchObject({ title: 'Tides', isPublished: true, draft: { version: 1 } });
    for (const field of ['slug', 'isFeatured', 'authorIds', 'seriesId', 'canonicalUrl'])
      expect(sent).not.toHaveProperty(field);
  });

  it('of a contributor publishes nothing', async () => {
    expect(await sentAs(sampleUser({ writing: 'contributor' }))).toMatchObject({ title: 'Tides', isPublished: false });
  });

  it('of staff has every field', async () => {
    const sent = await sentAs(sampleUser({ role: 'moderator' }));

    expect(sent).toMatchObject({ slug: 'tides', isFeatured: true, authorIds: ['somebody'] });
  });
});
