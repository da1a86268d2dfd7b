import sharp from 'sharp';
import { createPictureTable } from '../pictures/pictures.repository.ts';
import { createImageStore } from '../uploads/image-store.ts';
import { api } from './api.ts';
import { clock, db, dependencies } from './server.ts';
import { signIn, type TestUser } from './users.ts';

/** What moves with a publication, through the product's own calls: texts in every state, with everything around them. */
export async function seedMovingPublication() {
  const admin = await signIn({ role: 'admin', displayName: 'Ada Lovelace' });
  const reader = await signIn({ displayName: 'Grace Hopper' });
  const picture = await storePicture(admin, 'Harbour at dawn.png');
  const portrait = await storePicture(admin, 'portrait.png');
  const post = async (fields: object) => (await api.post('/api/posts', fields, admin)).body;

  await api.post('/api/categories', { name: 'Coffee' }, admin);
  const tea = (await api.post('/api/categories', { name: 'Tea', description: 'It draws', icon: 'fas fa-leaf' }, admin))
    .body;
  const guest = (
    await api.post(
      '/api/admin/authors',
      { name: 'Mary Shelley', text: 'Writes **books**.', website: 'https://mary.example/', profileImageUrl: portrait },
      admin,
    )
  ).body;
  const series = (await api.post('/api/admin/series', { name: 'From the sea', picture }, admin)).body;
  await api.post('/api/admin/tags', { name: 'Harbours', slug: 'ports', description: `Of ![boats](${picture})` }, admin);
  const published = await post({
    ...{ title: 'A "harbour"', content: `Boats leave.\n\n![Boats](${picture})\n\n---\n\nThe end`, isPublished: true },
    ...{ categoryId: tea.id, tags: ['Harbours', '#inner'], authorIds: [guest.id, admin.id], featuredImage: picture },
    ...{
      excerpt: 'Of boats',
      coverDescription: 'Boats at dawn',
      seriesId: series.id,
      isFeatured: true,
      slug: 'at-sea',
    },
    ...{ searchTitle: 'Harbour', canonicalUrl: 'https://elsewhere.example/a', cardText: 'Look', language: 'de' },
  });
  const draft = await post({ title: 'Not yet', content: 'Some day', authorIds: [guest.id] });
  const scheduled = await post({ title: 'Soon', content: 'Wait', publishAt: inDays(3), categoryId: tea.id });
  const trashed = await post({ title: 'Gone', content: 'Away', isPublished: true, tags: ['Harbours'] });
  await api.delete(`/api/posts/${trashed.id}`, admin);
  await api.patch(`/api/posts/${draft.id}`, { content: 'Some day soon' }, admin);

  const comment = async (content: string, by: TestUser, parentId?: string) =>
    (await api.post(`/api/posts/${published.id}/comments`, { content, ...(parentId && { parentId }) }, by)).body;
  const first = await comment('Lovely', reader);
  const answer = await comment('Thank you', admin, first.id);
  await comment('So do I', reader, answer.id);
  const hidden = await comment('Rude', reader);
  await api.patch(`/api/admin/comments/${hidden.id}`, { state: 'hidden', reason: 'Be kind' }, admin);
  await db.doc(`posts/${published.id}`).update({ commentsAccess: 'verified' });

  const page = { title: 'About us', slug: 'about', content: 'We write.', isPublished: true };
  const about = (await api.post('/api/admin/pages', page, admin)).body;
  await api.patch(`/api/admin/pages/${about.id}`, { slug: 'about-us' }, admin);
  await api.post('/api/admin/pages', { title: 'Imprint', slug: 'imprint', content: 'Later' }, admin);
  await api.post('/api/admin/redirects', { from: '/old', to: `/posts/${published.id}/at-sea` }, admin);
  await api.post('/api/admin/redirects', { from: '/blog/*', to: '/', status: 302 }, admin);
  const menu = { header: [{ label: 'About', address: '/about-us' }], footer: [] };
  await api.patch('/api/admin/settings', { menu, name: 'The Harbour', comments: { holdFirst: 2 } }, admin);
  return { admin, reader, guest, tea, series, published, draft, scheduled, trashed, about, picture };
}

const inDays = (days: number) => new Date(clock.now().getTime() + days * 86_400_000).toISOString();

/** Stores a picture as an upload does. @returns its address */
export async function storePicture(owner: TestUser, name: string): Promise<string> {
  const { bucket, config } = dependencies;
  const images = createImageStore({
    bucket,
    publicBucket: config.publicBucket,
    pictures: createPictureTable(db),
    clock,
  });
  const bytes = await sharp({ create: { width: 500, height: 300, channels: 3, background: '#3b4cca' } })
    .png()
    .toBuffer();
  return (await images.store({ bytes, name, ownerId: owner.id })).imageUrl;
}
