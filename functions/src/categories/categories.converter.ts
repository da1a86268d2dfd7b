import type { Category } from '@inkwell/shared/categories';
import { type DocumentSnapshot, Timestamp } from 'firebase-admin/firestore';

/** Decodes a category; null when there is no document. */
export function decodeCategory(snapshot: DocumentSnapshot): Category | null {
  const data = snapshot.data();
  if (data === undefined) return null;
  return {
    id: Number(data.id),
    name: String(data.name),
    description: data.description ?? null,
    icon: data.icon ?? null,
    color: data.color ?? null,
    postCount: Number(data.postCount ?? 0),
    createdAt: (data.createdAt instanceof Timestamp ? data.createdAt.toDate() : new Date(0)).toISOString(),
  };
}
