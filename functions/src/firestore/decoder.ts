import type { DocumentSnapshot } from 'firebase-admin/firestore';
import * as z from 'zod/mini';

/** A function that decodes a document with its id; null if it does not exist. @throws ZodError for invalid data */
export const decoderOf =
  <T extends object>(schema: z.ZodMiniType<T>) =>
  (snapshot: DocumentSnapshot): (T & { readonly id: string }) | null => {
    const data = snapshot.data();
    return data === undefined ? null : { ...z.parse(schema, data), id: snapshot.id };
  };
