import { type Firestore, Timestamp } from 'firebase-admin/firestore';

/** Whether the publication is loaded. All its times count back from `startedAt`, so that a second run gives the same result. */
interface Marker {
  readonly startedAt: Date;
  readonly isComplete: boolean;
}

const markerRef = (db: Firestore) => db.doc('seed/publication');

/** The marker of an earlier run, or a new one. */
export async function beginSeed(db: Firestore): Promise<Marker> {
  const fresh = { startedAt: Timestamp.now(), completedAt: null, schemaVersion: 1 };
  const data = await db.runTransaction(async (transaction) => {
    const snapshot = await transaction.get(markerRef(db));
    if (!snapshot.exists) transaction.create(markerRef(db), fresh);
    return snapshot.data() ?? fresh;
  });
  return { startedAt: (data.startedAt as Timestamp).toDate(), isComplete: data.completedAt !== null };
}

export async function completeSeed(db: Firestore): Promise<void> {
  await markerRef(db).update({ completedAt: Timestamp.now() });
}
