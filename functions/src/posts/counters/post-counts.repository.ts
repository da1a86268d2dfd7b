import { type DocumentData, FieldValue, type Firestore, type Transaction } from 'firebase-admin/firestore';

interface Counted {
  readonly id: string;
  readonly isPublished: boolean;
  readonly isFeatured: boolean;
  readonly categoryId: number | null;
  readonly tagIds: readonly string[];
  readonly authorIds: readonly string[];
  readonly seriesId: string | null;
}

/** The documents whose `postCount` includes a post. */
const countersOf = (post: Counted): string[] => [
  ...featuringOf(post),
  ...(post.isPublished && post.seriesId !== null ? [`series/${post.seriesId}`] : []),
];

/** The documents whose lists begin with featured posts. Authors only if the post itself names them. */
function featuringOf({ isPublished, categoryId, tagIds, authorIds }: Counted): string[] {
  if (!isPublished) return [];
  return [
    ...(categoryId === null ? [] : [`categories/${categoryId}`]),
    ...tagIds.map((id) => `tags/${id}`),
    ...authorIds.map((id) => `${AUTHORS}${id}`),
  ];
}

const AUTHORS = 'authors/';

/**
 * Updates `postCount`, and the ids of featured posts in `featured`, in the categories, tags, authors and series that gain or lose published posts.
 * Writes 1 document for each.
 */
export function movePostCounts(
  db: Firestore,
  transaction: Transaction,
  before: readonly Counted[],
  after: readonly Counted[],
): void {
  const moves = new Map<string, number>();
  const add = (path: string, by: number) => moves.set(path, (moves.get(path) ?? 0) + by);
  for (const path of before.flatMap(countersOf)) add(path, -1);
  for (const path of after.flatMap(countersOf)) add(path, 1);
  for (const [path, by] of moves)
    if (by !== 0) changeCounter(db, transaction, path, { postCount: FieldValue.increment(by) });
  moveFeatured(db, transaction, before, after);
}

/** Accounts have no such document before their first post. */
function changeCounter(db: Firestore, transaction: Transaction, path: string, change: DocumentData): void {
  if (path.startsWith(AUTHORS)) transaction.set(db.doc(path), change, { merge: true });
  else transaction.update(db.doc(path), change);
}

function moveFeatured(
  db: Firestore,
  transaction: Transaction,
  before: readonly Counted[],
  after: readonly Counted[],
): void {
  const entriesOf = (posts: readonly Counted[]) =>
    posts
      .filter(({ isFeatured }) => isFeatured)
      .flatMap((post) => featuringOf(post).map((path) => `${path} ${post.id}`));
  const [were, are] = [new Set(entriesOf(before)), new Set(entriesOf(after))];
  const write = (entry: string, change: (id: string) => FieldValue) => {
    const [path = '', id = ''] = entry.split(' ');
    changeCounter(db, transaction, path, { featured: change(id) });
  };
  for (const entry of were) if (!are.has(entry)) write(entry, FieldValue.arrayRemove);
  for (const entry of are) if (!were.has(entry)) write(entry, FieldValue.arrayUnion);
}
