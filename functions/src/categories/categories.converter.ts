import { type Category, NO_CATEGORY_ORDER } from '@inkwell/shared/categories';
import { type DocumentSnapshot, Timestamp } from 'firebase-admin/firestore';

/** A category as stored. The document of a merged category stays, because its id leads to the remaining category. */
export interface StoredCategory extends Category {
  /** The category into which it was merged. */
  readonly mergedInto: number | null;
}

/** The first data version with `order` and `mergedInto` in categories. */
export const CATEGORY_VERSION = 5;

export function decodeCategory(snapshot: DocumentSnapshot): StoredCategory | null {
  const data = snapshot.data();
  if (data === undefined) return null;
  return {
    id: Number(data.id ?? snapshot.id),
    name: String(data.name),
    description: data.description ?? null,
    icon: data.icon ?? null,
    color: data.color ?? null,
    postCount: Number(data.postCount ?? 0),
    order: Number(data.order ?? NO_CATEGORY_ORDER),
    createdAt: (data.createdAt instanceof Timestamp ? data.createdAt.toDate() : new Date(0)).toISOString(),
    mergedInto: data.mergedInto ?? null,
  };
}

export const toCategory = ({ mergedInto: _, ...category }: StoredCategory): Category => category;
