import type { Firestore } from 'firebase-admin/firestore';

/** Recounts the published posts of each author. @returns the differences in words; empty if there are none */
export async function recountAuthors(db: Firestore): Promise<string[]> {
  const [posts, authors] = await Promise.all([db.collection('posts').get(), db.collection('authors').get()]);
  const counts = new Map<string, number>();
  for (const post of posts.docs) {
    if (post.get('isPublished') !== true) continue;
    for (const id of post.get('authorIds') ?? []) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  const stored = new Map(authors.docs.map((author) => [author.id, Number(author.get('postCount') ?? 0)]));
  return [...new Set([...counts.keys(), ...stored.keys()])].flatMap((id) => {
    const [has, says] = [counts.get(id) ?? 0, stored.get(id) ?? 0];
    return has === says ? [] : [`${id} has ${has} posts, and its count says ${says}`];
  });
}
