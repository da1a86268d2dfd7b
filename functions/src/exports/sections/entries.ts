import type { NamedListKind } from '@inkwell/shared/named-lists';
import type { CategoryNames } from '../../categories/category-names.ts';
import type { StoredComment } from '../../comments/comments.converter.ts';
import type { StoredSuppression } from '../../mail/suppressions.converter.ts';
import type { StoredSubscriber } from '../../newsletter/newsletter.converter.ts';
import type { AuthorNames } from '../../users/authors.ts';
import type {
  CategoryEntry,
  CommentEntry,
  ListEntry,
  RedirectEntry,
  SubscriberEntry,
  SuppressionEntry,
} from '../export-format.ts';
import { keyOf, nameOf } from './authors.ts';
import { inRoot } from './portable.ts';
import { all, type ExportDependencies, iso } from './section.ts';

export const categoryEntries = async ({ stored }: ExportDependencies): Promise<CategoryEntry[]> =>
  (await stored.categories()).map(({ id, name, description, icon, color, order }) => ({
    id,
    name,
    description,
    icon,
    color,
    order,
  }));

/** The tags or the series. */
export async function listEntries(kind: NamedListKind, { stored, publicBucket }: ExportDependencies) {
  const found: ListEntry[] = [];
  for await (const { id, name, slug, description, picture } of all(stored.lists[kind]))
    found.push({
      id,
      name,
      slug,
      description: inRoot(description, publicBucket),
      picture: inRoot(picture, publicBucket),
    });
  return found;
}

export async function commentEntries(items: readonly StoredComment[], { authors }: ExportDependencies) {
  const names = await authors.getAll(items.map(({ authorId }) => authorId).filter((id) => id !== ''));
  return items.map((comment) => commentEntry(comment, names));
}

const commentEntry = (comment: StoredComment, names: ReadonlyMap<string, AuthorNames | null>): CommentEntry => ({
  id: comment.id,
  post: comment.postId,
  parent: comment.parentId,
  answers: comment.replyTo?.id ?? null,
  author: {
    key: comment.authorId === '' ? '' : keyOf(comment.authorId, names.get(comment.authorId)),
    name: comment.authorId === '' ? '' : nameOf(names.get(comment.authorId)),
  },
  text: comment.content,
  created: comment.createdAt.toISOString(),
  edited: iso(comment.editedAt),
  state: comment.state,
  heldBy: comment.heldBy,
  reason: comment.reason,
});

export const redirectEntry = ({ from, to, status }: RedirectEntry): RedirectEntry => ({ from, to, status });

export async function subscriberEntries(items: readonly StoredSubscriber[], { categories }: ExportDependencies) {
  const chosen = items.flatMap((subscriber) => subscriber.categories ?? []);
  const current = await categories.getAll([...new Set(chosen.map(String))]);
  return items.map((subscriber) => subscriberEntry(subscriber, current));
}

/** Omits internal fields: tokens, and the account's id, because `people` matches by address. */
const subscriberEntry = (
  { id, email, isConfirmed, subscribedAt, confirmedAt, wants, labels, leftAt, ...subscriber }: StoredSubscriber,
  current: ReadonlyMap<string, CategoryNames | null>,
): SubscriberEntry => ({
  id,
  email,
  isConfirmed,
  subscribedAt: iso(subscribedAt),
  confirmedAt: iso(confirmedAt),
  wants,
  // Merged categories are replaced by their targets.
  categories: subscriber.categories && [
    ...new Set(subscriber.categories.flatMap((one) => current.get(String(one))?.id ?? [])),
  ],
  labels,
  consents: subscriber.consents.map(({ at, text, source }) => ({ at: at.toISOString(), text, source })),
  leftAt: iso(leftAt),
});

export const suppressionEntry = (stored: StoredSuppression): SuppressionEntry => ({
  id: stored.id,
  email: stored.email,
  suppressedAt: iso(stored.suppressedAt),
  reason: stored.reason,
  source: stored.source,
  remark: stored.remark,
  notes: stored.notes.map(({ kind, source, at, reply }) => ({ kind, source, at: at.toISOString(), reply })),
  freedAt: iso(stored.freedAt),
});
