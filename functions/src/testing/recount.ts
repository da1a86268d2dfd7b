import type { Firestore } from 'firebase-admin/firestore';
import { decodeComment, isListed, type StoredComment } from '../comments/comments.converter.ts';

const countBy = <T>(items: readonly T[], keyOf: (item: T) => string | null): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const item of items) {
    const key = keyOf(item);
    if (key !== null) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
};

/** The difference as text; empty if the counts are equal. */
const miscounted = (id: string, what: string, counted: unknown, is = 0): string[] =>
  Number(counted) === is ? [] : [`${id} counts ${counted} ${what} and has ${is}`];

/**
 * Recounts the visible comments of each post and the visible replies of each thread, and checks which comments are listed.
 * @returns the differences in words; empty if there are none
 */
export async function recountComments(db: Firestore): Promise<string[]> {
  const [posts, found] = await Promise.all([db.collection('posts').get(), db.collection('comments').get()]);
  const documents = found.docs.map((snapshot) => ({
    comment: decodeComment(snapshot) as StoredComment,
    data: snapshot.data(),
  }));
  const visible = documents.map(({ comment }) => comment).filter(({ state }) => state === 'visible');
  const ofPost = countBy(visible, ({ postId }) => postId);
  const ofThread = countBy(visible, ({ parentId }) => parentId);
  return [
    ...posts.docs.flatMap((post) =>
      miscounted(post.id, 'comments', post.get('commentsCount') ?? 0, ofPost.get(post.id)),
    ),
    ...documents.flatMap(({ comment, data }) => {
      const isInList = data.postId !== undefined;
      return [
        ...miscounted(comment.id, 'answers', comment.answersCount, ofThread.get(comment.id)),
        ...(isInList === (comment.parentId === null && isListed(comment))
          ? []
          : [`${comment.id} is listed: ${isInList}`]),
      ];
    }),
  ];
}

/**
 * Recounts the published posts of each tag, and checks that all tags of posts exist.
 * @returns the differences in words; empty if there are none
 */
export async function recountTags(db: Firestore): Promise<string[]> {
  const [posts, tags] = await Promise.all([db.collection('posts').get(), db.collection('tags').get()]);
  const idsOf = (post: (typeof posts.docs)[number]): string[] => post.get('tagIds') ?? [];
  const published = posts.docs.filter((post) => post.get('isPublished') === true);
  const ofTag = countBy(published.flatMap(idsOf), (id) => id);
  const there = new Set(tags.docs.filter((tag) => tag.get('isThere') === true).map(({ id }) => id));
  return [
    ...tags.docs.flatMap((tag) => miscounted(tag.id, 'posts', tag.get('postCount'), ofTag.get(tag.id))),
    ...posts.docs.flatMap((post) =>
      idsOf(post).flatMap((id) => (there.has(id) ? [] : [`${post.id} has ${id}, which is gone`])),
    ),
  ];
}

/** Recounts the published posts of each author. @returns the differences in words; empty if there are none */
export async function recountAuthors(db: Firestore): Promise<string[]> {
  const [posts, authors] = await Promise.all([db.collection('posts').get(), db.collection('authors').get()]);
  const published = posts.docs.filter((post) => post.get('isPublished') === true);
  const idsOf = (post: (typeof posts.docs)[number]): string[] => post.get('authorIds') ?? [];
  const counts = countBy(published.flatMap(idsOf), (id) => id);
  const stored = new Map(authors.docs.map((author) => [author.id, author.get('postCount') ?? 0]));
  const ids = new Set([...counts.keys(), ...stored.keys()]);
  return [...ids].flatMap((id) => miscounted(id, 'posts', stored.get(id) ?? 0, counts.get(id)));
}

/**
 * Recounts the published posts of each series, and checks that the series of all posts exist, and that each of these posts has a place.
 * @returns the differences in words; empty if there are none
 */
export async function recountSeries(db: Firestore): Promise<string[]> {
  const [posts, series] = await Promise.all([db.collection('posts').get(), db.collection('series').get()]);
  const inSeries = posts.docs.filter((post) => post.get('seriesId'));
  const published = inSeries.filter((post) => post.get('isPublished') === true);
  const ofSeries = countBy(published, (post) => post.get('seriesId'));
  const there = new Set(series.docs.filter((one) => one.get('isThere') === true).map(({ id }) => id));
  return [
    ...series.docs.flatMap((one) => miscounted(one.id, 'posts', one.get('postCount'), ofSeries.get(one.id))),
    ...inSeries.flatMap((post) => {
      const [id, place] = [post.get('seriesId'), post.get('seriesPlace')];
      return there.has(id) && place > 0 ? [] : [`${post.id} has place ${place} in ${id}`];
    }),
  ];
}
