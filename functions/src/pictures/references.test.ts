import { commentApi } from '@inkwell/shared/comments';
import { draftApi } from '@inkwell/shared/drafts';
import type { EndpointDefinition } from '@inkwell/shared/endpoint';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { api, send } from '../testing/api.ts';
import { CALLS, labelOf } from '../testing/calls.ts';
import { aComment, storeComments } from '../testing/comments.ts';
import { seedCategory, seedPost } from '../testing/posts.ts';
import { clock, db, dependencies, resetFirestore } from '../testing/server.ts';
import { signIn, type TestUser } from '../testing/users.ts';
import { publicUrl } from '../uploads/image-url.ts';
import { PICTURE_REFERENCES } from './references.ts';

/*
 * Puts the address of a picture into every text of every call. Each place that stores it must count as a use of the picture, or be listed below as
 * not showing it.
 */

/** Collections whose texts are shown as typed or not at all, so that an address in them shows no picture. */
const SHOWS_NONE = [
  'audit',
  'bookmarks',
  'following',
  'reading',
  'broadcasts',
  'categories',
  'comments',
  'feeds',
  'jobs',
  'notes',
  'pictures',
  'reports',
  'reviews',
  'searchIndex',
];

/** Calls that refuse texts with addresses, or that take no texts. */
const TAKES_NONE = [
  // Choices, addresses and ids of subscribers and emails, which are not shown.
  'PATCH /api/newsletter/choices',
  'PATCH /api/mail-choices',
  'POST /api/mail-choices/stop',
  'POST /api/admin/mail/suppressions',
  'POST /api/admin/mail/suppressions/:id/free',
  'POST /api/admin/newsletter/audience',
  'POST /api/admin/newsletter/imports/:id',
  'POST /api/admin/newsletter/post-text',
  // Contains only file names; the texts are imported later.
  'POST /api/admin/imports',
  'POST /api/admin/imports/upload-slot',
  'POST /api/mail/events/postmark',
  'POST /api/mail/events/ses',
  'POST /api/newsletter/choices/open',
  'PUT /api/admin/newsletter/imports/:id/parts/:part',
  'PUT /api/newsletter/own',
  // The address of a picture to fetch, and the id of a post.
  'POST /api/upload/from-address',
  'PUT /api/following/:kind/:id',
  // Need an issue, and accept no texts.
  'POST /api/admin/newsletter/issues/:id/send',
  'POST /api/admin/newsletter/issues/:id/archive',
  'POST /api/admin/newsletter/issues/:id/decisions',
  'POST /api/newsletter/subscribe',
  'POST /api/newsletter/confirm',
  'POST /api/newsletter/unsubscribe',
  'POST /api/admin/invitations',
  'POST /api/invitations/open',
  'POST /api/invitations/accept',
  // Redirect readers, and show nothing.
  'POST /api/admin/redirects',
  'PATCH /api/admin/redirects/:id',
  // Addresses of other servers.
  'POST /api/admin/webhooks',
  'PATCH /api/admin/webhooks/:id',
  // A description of a picture, which is shown as typed.
  'PATCH /api/admin/pictures/:name',
  // Need a post in review or a note, and show their texts as typed.
  'PATCH /api/posts/:id/notes/:noteId',
  'POST /api/posts/:id/review',
  'POST /api/posts/:id/review/return',
  // Take only an id.
  'POST /api/admin/authors/:id/join',
  'POST /api/admin/tags/:id/merge',
  'PUT /api/admin/series/:id/order',
  'PATCH /api/admin/series/:id/order',
  'POST /api/admin/categories/:id/merge',
  'PUT /api/admin/categories/order',
  'PATCH /api/admin/users/:id/role',
  'PATCH /api/admin/users/:id/writing',
  'POST /api/admin/users/:id/block',
  'POST /api/admin/users/:id/unblock',
  'POST /api/admin/posts/bulk',
  'POST /api/admin/posts/bulk/runs',
  'PATCH /api/admin/posts/bulk/runs/:id',
  'PATCH /api/comments/:id/subscription',
  'PATCH /api/notifications/choices',
  'POST /api/posts/:id/like',
  'PUT /api/reading',
  // Restore fields that another call has stored.
  'POST /api/posts/:id/revisions/:revisionId/restore',
  'POST /api/admin/pages/:id/revisions/:revisionId/restore',
];

const NAME = '1763700000000-a-40x30.webp';
const address = publicUrl(dependencies.config.publicBucket, `images/${NAME}`);

interface Field {
  readonly type?: string;
  readonly pattern?: string;
  readonly enum?: unknown[];
  readonly anyOf?: Field[];
  readonly items?: Field;
  readonly properties?: Fields;
}
type Fields = Readonly<Record<string, Field>>;

function fieldsOf({ body }: EndpointDefinition): { fields: Fields; required: readonly string[] } {
  const schema = z.toJSONSchema(z.object({ body: body ?? z.object({}) }), { io: 'input', unrepresentable: 'any' });
  const of = schema.properties?.body as { properties?: Fields; required?: string[] };
  return { fields: of.properties ?? {}, required: of.required ?? [] };
}

/** A value for the field with this text. In an object, each text is set. */
const filled = ({ type, enum: values, anyOf, items, properties }: Field, text: string): unknown => {
  if (properties)
    return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, filled(field, text)]));
  if (items) return [filled(items, text)];
  if (anyOf) return filled(anyOf[0] ?? {}, text);
  if (values) return values[0];
  if (type === 'boolean') return false;
  return type === 'integer' ? 1 : text;
};

/** Bodies, by the version to change. Each has the picture's address or Markdown in one text, and the required fields. */
function bodiesOf(definition: EndpointDefinition, id: string): ((version: number) => Record<string, unknown>)[] {
  const { fields, required } = fieldsOf(definition);
  const sample = (field: Field | undefined, version: number) => {
    if (field?.items) return [id];
    if (field?.pattern?.endsWith('{20}$')) return 'a'.repeat(20);
    return field?.enum?.[0] ?? (field?.type === 'integer' ? version : 'Text');
  };
  const base = (version: number) =>
    Object.fromEntries(required.map((field) => [field, sample(fields[field], version)]));
  const texts = Object.entries(fields).filter(
    ([, field]) => !field.enum && JSON.stringify(field).includes('"type":"string"'),
  );
  return texts.flatMap(([name, field]) =>
    [`/images/${NAME}`, address, `![a](${address})`].map((text) => (version: number) => ({
      ...base(version),
      [name]: filled(field, text),
    })),
  );
}

const calls = CALLS.filter(({ body }) => body !== undefined);

/** Where documents mention the picture: the collections and the values of `pictures`. */
async function mentions(): Promise<{ collection: string; pictures: unknown }[]> {
  const found: { collection: string; pictures: unknown }[] = [];
  const visit = async (parent: Pick<typeof db, 'listCollections'>): Promise<void> => {
    for (const collection of await parent.listCollections()) {
      const { docs } = await collection.get();
      for (const document of docs) {
        const { pictures, ...rest } = document.data();
        if (JSON.stringify(rest).includes(NAME)) found.push({ collection: collection.id, pictures });
      }
      await Promise.all(docs.map(({ ref }) => visit(ref)));
    }
  };
  await visit(db);
  return found;
}

describe('a collection with pictures', { tags: 'thorough' }, () => {
  const succeeded = new Set<string>();
  let mentioned: Awaited<ReturnType<typeof mentions>> = [];

  beforeAll(async () => {
    await resetFirestore();
    const admin: TestUser = await signIn({ role: 'admin' });
    /** Changes of drafts must contain the stored version. */
    const storedVersion = async (key: string): Promise<number> => {
      await send('PUT', `/api/drafts/${key}`, { user: admin, body: { title: 'Title' } });
      return (await send('GET', `/api/drafts/${key}`, { user: admin })).body.version;
    };
    const bucket = await dependencies.bucket();
    // Large enough for all uses, and of a type that logos and icons may have.
    const picture = await sharp({ create: { width: 512, height: 512, channels: 3, background: '#0b6470' } })
      .webp()
      .toBuffer();
    await bucket.file(`images/${NAME}`).save(picture, { resumable: false, contentType: 'image/webp' });
    for (const definition of calls) {
      const post = await seedPost();
      // People cannot report their own comments, or edit those of others.
      const commenter = definition === commentApi.report ? 'somebody' : admin.id;
      const comment = aComment({ id: `on-${post.id}`, postId: post.id, authorId: commenter });
      await storeComments([comment]);
      const isAboutComments = /\/comments(\/:id|$)/.test(definition.path) && !definition.path.includes('/posts/');
      const isAboutCategories = definition.path.includes('/admin/categories/');
      const isAboutTags = definition.path.includes('/tags/');
      const tag = isAboutTags && (await api.post('/api/admin/tags', { name: `Tag of ${post.id}` }, admin)).body.id;
      const isAboutPages = definition.path.includes('/admin/pages/');
      const page =
        isAboutPages &&
        (await api.post('/api/admin/pages', { title: 'T', slug: post.id.toLowerCase(), content: 'C' }, admin)).body.id;
      const isAboutSeries = definition.path.includes('/series/');
      const series =
        isAboutSeries && (await api.post('/api/admin/series', { name: `Series of ${post.id}` }, admin)).body.id;
      const isAboutIssues = definition.path.includes('/newsletter/issues/');
      const text = { subject: 'S', content: 'C' };
      const issue = isAboutIssues && (await api.post('/api/admin/newsletter/issues', text, admin)).body.id;
      const isAboutGuests = definition.path.includes('/admin/authors/');
      const guest = isAboutGuests && (await api.post('/api/admin/authors', { name: 'Guest' }, admin)).body.id;
      const category = isAboutCategories && String((await seedCategory()).id);
      const idOfOther =
        guest ||
        issue ||
        page ||
        tag ||
        series ||
        category ||
        (definition.path.includes('/users/') ? admin.id : post.id);
      const id = isAboutComments ? comment.id : idOfOther;
      const path = definition.path.replace(/:\w+/g, id);
      for (const bodyOf of bodiesOf(definition, id)) {
        const body = bodyOf(definition === draftApi.patch ? await storedVersion(post.id) : 0);
        // Repeating the calls would exceed their limits.
        clock.advance(60_000);
        const { status } = await send(definition.method, path, { user: admin, body });
        if (status < 300) succeeded.add(labelOf(definition));
      }
    }
    mentioned = await mentions();
  }, 300_000);

  it('is tested through every call that accepts texts', () => {
    expect(
      calls
        .map(labelOf)
        .filter((label) => !succeeded.has(label))
        .sort(),
    ).toEqual([...TAKES_NONE].sort());
  });

  it('is in the table of references', () => {
    const collections = new Set(mentioned.map(({ collection }) => collection));

    const referring = Object.values(PICTURE_REFERENCES).map(({ collection }): string => collection);
    expect([...collections].filter((collection) => !SHOWS_NONE.includes(collection)).sort()).toEqual(referring.sort());
  });

  it('lists its pictures in each document', () => {
    const referring = Object.values(PICTURE_REFERENCES).map(({ collection }): string => collection);
    // Names in profiles and titles of posts are shown as typed.
    const shown = mentioned.filter(({ collection }) => referring.includes(collection));

    expect(shown.filter(({ pictures }) => Array.isArray(pictures) && pictures.includes(NAME)).length).toBeGreaterThan(
      3,
    );
    expect(shown.filter(({ pictures }) => pictures === undefined)).toEqual([]);
  });
});
