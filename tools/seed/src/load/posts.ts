import { idFromKey } from '@inkwell/functions/src/common/ids.ts';
import type { Content } from '@inkwell/functions/src/compose/content.ts';
import { GUEST_PREFIX } from '@inkwell/functions/src/users/authors.ts';
import type { Viewer } from '@inkwell/shared/permissions';
import type { Publication, SeedPost } from '../content/publication.ts';
import { commentTime, daysBefore, likesOf, postTime } from '../content/schedule.ts';
import { mapLimited } from '../map-limited.ts';
import { userIdOf } from './people.ts';
import type { SeedClock } from './seed-clock.ts';

interface Options {
  readonly content: Content;
  readonly clock: SeedClock;
  readonly now: Date;
}

/** The posts that the reader account likes. Its comments explain why. */
const READER_LIKES = new Set([
  'the-cache-that-told-the-truth-too-late',
  'twelve-years-on-the-same-round',
  'your-back-is-not-a-stack-of-plates',
  'the-dough-doesnt-know-what-time-it-is',
  'learning-to-read-music-at-forty-one',
  'grey-text-is-a-decision',
  'one-lens-one-year',
]);

const PARALLEL = 8;

export const postIdOf = ({ author, slug }: Pick<SeedPost, 'author' | 'slug'>): string =>
  idFromKey('post', userIdOf(author), `seed-${slug}`);

export const guestIdOf = (key: string): string => GUEST_PREFIX + userIdOf(key);

/** The first author, who sets the publication up. @throws Error if there is none */
function founderOf({ authors: [admin] }: Pick<Publication, 'authors'>) {
  if (!admin) throw new Error('Nobody is there to set the publication up');
  return { actor: { id: userIdOf(admin.key), role: admin.role }, joinedDaysAgo: admin.joinedDaysAgo };
}

/** Creates the guest authors. Safe to repeat. */
export async function loadGuests(publication: Publication, { content }: Pick<Options, 'content'>): Promise<void> {
  const { actor } = founderOf(publication);
  for (const { key, ...guest } of publication.guests) await content.authorPages.create(actor, guestIdOf(key), guest);
}

/** Sets the links in header and footer. Safe to repeat. */
export async function loadMenu(publication: Publication, { content }: Pick<Options, 'content'>): Promise<void> {
  await content.settings.change(founderOf(publication).actor, { menu: publication.menu });
}

const seriesIdOf = (name: string): string => idFromKey('series', 'seed', name);

/** Creates the series. Safe to repeat. */
export async function loadSeries(publication: Publication, { content }: Pick<Options, 'content'>): Promise<void> {
  const { actor } = founderOf(publication);
  for (const input of publication.series) await content.series.create(actor, seriesIdOf(input.name), input);
}

/** Creates the site pages. Safe to repeat. */
export async function loadPages(publication: Publication, { content, clock, now }: Options): Promise<void> {
  const { actor, joinedDaysAgo } = founderOf(publication);
  for (const { slug, title, description, content: text } of publication.pages) {
    const page = { title, slug, content: text, searchDescription: description, isPublished: true };
    await clock.at(daysBefore(now, joinedDaysAgo), () =>
      content.sitePages.create(actor, idFromKey('page', actor.id, `seed-${slug}`), page),
    );
  }
}

/** Creates the missing categories. @returns the ids by name. Safe to repeat. */
export async function loadCategories(
  publication: Publication,
  { content, clock, now }: Options,
): Promise<ReadonlyMap<string, number>> {
  const { actor, joinedDaysAgo } = founderOf(publication);
  const ids = new Map((await content.categories.list()).map(({ name, id }) => [name, id]));
  for (const category of publication.categories.filter(({ name }) => !ids.has(name))) {
    const created = await clock.at(daysBefore(now, joinedDaysAgo), () =>
      content.categories.create(actor, category, null),
    );
    ids.set(created.name, created.id);
  }
  return ids;
}

/** Creates the posts with their comments, likes and views. Safe to repeat: existing ones are counted and not added again. */
export async function loadPosts(
  publication: Publication,
  options: Options & {
    readonly categoryIds: ReadonlyMap<string, number>;
    /** Addresses of the pictures by the slug of the post. */
    readonly pictures: ReadonlyMap<string, string>;
  },
): Promise<void> {
  const { content, clock, now, categoryIds, pictures } = options;
  await mapLimited(publication.posts, PARALLEL, async (post) => {
    const actor = actorOf(publication, post.author);
    const createdAt = postTime(now, post);
    const created = await clock.at(createdAt, () =>
      content.posts.create(actor, postIdOf(post), {
        title: post.title,
        excerpt: post.excerpt,
        content: post.content,
        categoryId: categoryIds.get(post.category) ?? null,
        ...(post.guest && { authorIds: [actor.id, guestIdOf(post.guest)] }),
        tags: [...post.tags],
        ...(post.series && { seriesId: seriesIdOf(post.series), seriesPlace: post.place ?? null }),
        isPublished: !post.isDraft,
        featuredImage: pictures.get(post.slug) ?? null,
      }),
    );
    if (post.isInReview) await clock.at(createdAt, () => content.studio.reviews.submit(actor, created.id, null));
    await readAs(post.views - created.views, (n) =>
      content.views.visit(null, { address: `reader-${n}`, userAgent: '' }, created.id),
    );
    const people = [...publication.authors, ...publication.readers];
    const likes = likesOf(now, post, people, READER_LIKES.has(post.slug) ? ['reader'] : []);
    await Promise.all(
      likes.map(({ by, at }) =>
        clock.at(at, () => content.likes.change({ id: userIdOf(by), role: 'user' }, created.id, true)),
      ),
    );
    const comments = publication.comments.filter((comment) => comment.post === post.slug);
    await Promise.all(
      comments.map((comment, index) => {
        const by = actorOf(publication, comment.by);
        const id = idFromKey('comment', by.id, `seed-${post.slug}-${index}`);
        return clock.at(commentTime(now, createdAt, comment), () =>
          content.comments.create(by, { id, postId: created.id, content: comment.content }),
        );
      }),
    );
  });
}

/** Concurrent views are counted together, so that thousands cost two writes. */
const readAs = (visits: number, visit: (n: number) => Promise<void>) =>
  Promise.all(Array.from({ length: Math.max(0, visits) }, (_, n) => visit(n)));

function actorOf({ authors, writers, readers }: Publication, key: string): NonNullable<Viewer> {
  const person = [...authors, ...writers, ...readers].find((candidate) => candidate.key === key);
  if (!person) throw new Error(`Nobody has the key "${key}"`);
  return { id: userIdOf(key), role: person.role, writing: person.writing };
}
