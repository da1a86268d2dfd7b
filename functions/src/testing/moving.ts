import type { ExportedField } from '@inkwell/shared/post-fields';
import sharp from 'sharp';
import { createMailEventRepository, type MailEvent } from '../mail/mail-events.repository.ts';
import { createSuppressionRepository } from '../mail/suppressions.repository.ts';
import { createNewsletterRepository } from '../newsletter/newsletter.repository.ts';
import { createPictureTable } from '../pictures/pictures.repository.ts';
import { createImageStore } from '../uploads/image-store.ts';
import { api } from './api.ts';
import { notificationsSent } from './comments.ts';
import { storedAll } from './posts.ts';
import { clock, db, dependencies } from './server.ts';
import { signIn, type TestUser } from './users.ts';

/** Creates everything that an export contains, through the product's own calls: texts in every state, and all data around them. */
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
      {
        name: 'Mary Shelley',
        text: 'Writes **books**.',
        website: 'https://mary.example/',
        profileImageUrl: portrait,
        handles: { fediverse: '@mary@books.example', github: 'mary' },
      },
      admin,
    )
  ).body;
  const series = (await api.post('/api/admin/series', { name: 'From the sea', picture }, admin)).body;
  await api.post('/api/admin/tags', { name: 'Harbours', slug: 'ports', description: `Of ![boats](${picture})` }, admin);
  /** A value for every exported field. Tags are set by name. */
  const fields: Readonly<Record<Exclude<ExportedField, 'tagIds'>, unknown>> = {
    title: 'A "harbour"',
    excerpt: 'Of boats',
    featuredImage: picture,
    categoryId: tea.id,
    seriesId: series.id,
    seriesPlace: 3,
    authorIds: [guest.id, admin.id],
    slug: 'at-sea',
    language: 'de',
    isFeatured: true,
    searchTitle: 'Harbour',
    searchDescription: 'Boats and tides',
    canonicalUrl: 'https://elsewhere.example/a',
    math: true,
    isHiddenFromSearch: true,
    cardTitle: 'Boats',
    cardText: 'Look',
    cardPicture: picture,
    coverDescription: 'Boats at dawn',
    coverCaption: 'Dawn',
  };
  const content = `Boats leave.\n\n![Boats](${picture})\n\n---\n\nThe end`;
  const published = await post({ ...fields, content, isPublished: true, tags: ['Harbours', '#inner'] });
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
  // Otherwise a late notification would change a comment that is imported in the meantime.
  await notificationsSent();
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

/** Creates subscribers in every state, with the evidence that an owner must be able to show. */
export async function seedMovingNewsletter({
  admin,
  reader,
  tea,
}: Pick<Awaited<ReturnType<typeof seedMovingPublication>>, 'admin' | 'reader' | 'tea'>) {
  const suppressions = createSuppressionRepository(db, dependencies.config.newsletterSecret);
  const ask = (email: string) => api.post('/api/newsletter/subscribe', { email });
  const tokenFor = async (email: string, page: 'confirm' | 'unsubscribe') => {
    const mails = Object.values(await storedAll('mail')).filter(({ to }) => to === email);
    const newest = mails.sort((a, b) => b.createdAt.toMillis() - a.createdAt.toMillis())[0];
    return new RegExp(`/newsletter/${page}#token=(\\S+)`).exec(newest?.message.text)?.[1] ?? '';
  };
  const join = async (email: string) => {
    await ask(email);
    await api.post('/api/newsletter/confirm', { token: await tokenFor(email, 'confirm') });
  };
  const leave = async (email: string) =>
    api.post('/api/newsletter/unsubscribe', { token: await tokenFor(email, 'unsubscribe') });

  await join('Chooser@example.org');
  const chosen = { wants: ['newsletter', 'digest'], categories: [tea.id] };
  const token = await tokenFor('Chooser@example.org', 'unsubscribe');
  await api.patch('/api/newsletter/choices', { token, ...chosen });
  await createNewsletterRepository(db).subscribeOwn(
    { email: reader.email, accountId: reader.id, choices: { wants: ['digest'], categories: null } },
    { text: 'Yes, from my profile', at: clock.now() },
    suppressions.recall,
  );
  await ask('pending@example.org');
  for (const email of ['left@example.org', 'back@example.org']) {
    await join(email);
    await leave(email);
  }
  await ask('back@example.org');
  await ask('never@example.org');
  await leave('never@example.org');

  const events = createMailEventRepository(db);
  const happened = (email: string, kind: MailEvent['kind'], reply: string) =>
    events.record(
      { source: 'ses', id: `${email} ${kind}`, kind, email, messageId: null, at: clock.now(), reply },
      clock.now(),
    );
  await happened('Nobody@example.org', 'unknown-mailbox', '550 5.1.1 user unknown');
  await happened('angry@example.org', 'complaint', 'abuse');
  await happened('full@example.org', 'soft', '452 4.2.2 mailbox full');
  await happened('erased@example.org', 'complaint', 'abuse');
  await suppressions.forgetAddress('erased@example.org');
  const stop = (email: string) => api.post('/api/admin/mail/suppressions', { email, remark: 'Asked by letter' }, admin);
  await stop('letter@example.org');
  const freed = (await stop('freed@example.org')).body;
  await api.post(`/api/admin/mail/suppressions/${freed.id}/free`, { remark: 'Asked to be back' }, admin);
}

const inDays = (days: number) => new Date(clock.now().getTime() + days * 86_400_000).toISOString();

/** Stores a picture like an upload. @returns its address */
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
