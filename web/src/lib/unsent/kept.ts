import * as z from 'zod/mini';

/** What somebody typed in one place and has not sent: texts by the names of their fields. */
export type Typed = Readonly<Record<string, string>>;

/** A text as it is kept in the browser. */
export const Kept = z.object({
  id: z.string(),
  ownerId: z.string(),
  place: z.string(),
  /** Null once it was sent or thrown away: no older copy may bring it back. */
  typed: z.nullable(z.record(z.string(), z.string())),
  /** When it was kept, in milliseconds, and more than any version of it before. Of two copies the later one is right. */
  version: z.number(),
  /** When it is forgotten, in milliseconds; absent: never. */
  untilMs: z.optional(z.number()),
});
export type Kept = z.infer<typeof Kept>;

/** What was sent or thrown away is remembered as such for so long, because of copies that could not be removed at once. */
export const GONE_LIFE_MS = 30 * 24 * 60 * 60 * 1000;

export const isSame = (a: Typed | null, b: Typed | null): boolean =>
  a === b || JSON.stringify(Object.entries(a ?? {}).sort()) === JSON.stringify(Object.entries(b ?? {}).sort());

/** Leaves out what is not (or no longer) such a record. */
export const readKept = (records: readonly unknown[]): Kept[] =>
  records.flatMap((record) => {
    const read = Kept.safeParse(record);
    return read.success ? [read.data] : [];
  });
