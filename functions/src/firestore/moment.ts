import { Timestamp } from 'firebase-admin/firestore';
import * as z from 'zod/mini';

/** A stored timestamp as a `Date`. */
export const Moment = z.pipe(
  z.custom<Timestamp>((value) => value instanceof Timestamp),
  z.transform((timestamp) => timestamp.toDate()),
);
