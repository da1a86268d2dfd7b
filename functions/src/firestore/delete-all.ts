import { type Firestore, GrpcStatus, type Query, type QueryDocumentSnapshot } from 'firebase-admin/firestore';
import { grpcCodeOf } from './transaction.ts';

const CHUNK = 200;

/** Deletes the documents of a query in chunks. Safe to repeat and to interrupt. */
export async function deleteAll(db: Firestore, query: Query): Promise<void> {
  for (;;) {
    const { docs } = await query.limit(CHUNK).select().get();
    if (docs.length === 0) return;
    const batch = db.batch();
    for (const { ref } of docs) batch.delete(ref);
    await batch.commit();
    if (docs.length < CHUNK) return;
  }
}

/** Deletes a document if it has not been written since it was read. @returns whether this call deleted it */
export async function deleteUnchanged({ ref, updateTime }: QueryDocumentSnapshot): Promise<boolean> {
  try {
    await ref.delete({ lastUpdateTime: updateTime });
    return true;
  } catch (error) {
    if (grpcCodeOf(error) === GrpcStatus.FAILED_PRECONDITION) return false;
    throw error;
  }
}
