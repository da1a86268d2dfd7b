import * as z from 'zod/mini';

/** How long a discarded record can be restored, and how long a removed one is remembered. */
export const DISCARDED_LIFE_MS = 30 * 24 * 60 * 60 * 1000;

/** A record as the stores keep it; they do not know its fields. */
export const StoredRecord = z.object({
  /** 20 letters and digits. */
  id: z.string(),
  kind: z.string(),
  /** What the text belongs to, as its kind names places: a post's id, `comment:` and the id of a post. */
  place: z.string(),
  ownerId: z.string(),
  /** Grows with every change. Of two copies of a record the one with the higher version is right. */
  version: z.number(),
  /** When its fields or its file last changed. */
  savedAtMs: z.number(),
  /**
   * `open`: still being written. `discarded`: thrown away by its owner, and can be restored until `untilMs`. `removed`: saved, sent or
   * deleted for good; it holds no words and outranks older copies that could not be deleted at the time.
   */
  state: z.enum(['open', 'discarded', 'removed']),
  fields: z.unknown(),
  /** A chosen file. It is missing where a store could not keep it. */
  file: z.optional(z.instanceof(File)),
  /** When the record is deleted; absent: never. */
  untilMs: z.optional(z.number()),
});
export type StoredRecord = z.infer<typeof StoredRecord>;

/** What autosave keeps of one text in one place. */
export interface AutosaveRecord<Fields> extends StoredRecord {
  readonly fields: Fields;
}

/** A use of autosave: drafts of posts are one, texts in other fields are another. */
export interface Kind<Fields> {
  readonly name: string;
  /** Reads what an earlier page stored. Records that it refuses are left out. */
  readonly schema: z.ZodMiniType<Fields>;
  /** How long an open record is kept after its last change; absent: until it is removed. */
  readonly lifeMs?: number;
}

const ID_CHARS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** 20 letters and digits, as in the id of a document. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(20));
  return Array.from(bytes, (byte) => ID_CHARS[byte % ID_CHARS.length]).join('');
}

interface Beginning<Fields> {
  readonly place: string;
  readonly ownerId: string;
  readonly fields: Fields;
  readonly file?: File | undefined;
  /** A new one unless given. */
  readonly id?: string;
}

/** The next version: it grows also where the clock goes back, or stands still between two keystrokes. */
const next = <T extends StoredRecord>(record: T, lifeMs: number | undefined): T => ({
  ...record,
  version: Math.max(Date.now(), record.version + 1),
  untilMs: lifeMs && Date.now() + lifeMs,
});

export function newRecord<Fields>(kind: Kind<Fields>, beginning: Beginning<Fields>): AutosaveRecord<Fields> {
  const base = {
    id: newId(),
    ...beginning,
    kind: kind.name,
    state: 'open' as const,
    version: 0,
    savedAtMs: Date.now(),
  };
  return next(base, kind.lifeMs);
}

/** The record with other words; a discarded one is open again. Without `file` it has none from then on. */
export const written = <Fields>(
  kind: Kind<Fields>,
  record: AutosaveRecord<Fields>,
  { fields, file }: Pick<Beginning<Fields>, 'fields' | 'file'>,
): AutosaveRecord<Fields> => ({ ...restored(kind, record), fields, file, savedAtMs: Date.now() });

/** The record as thrown away by its owner. */
export const discarded = <Fields>(record: AutosaveRecord<Fields>): AutosaveRecord<Fields> => ({
  ...next(record, DISCARDED_LIFE_MS),
  state: 'discarded',
});

/** A discarded record as open again, its words unchanged. */
export const restored = <Fields>(kind: Kind<Fields>, record: AutosaveRecord<Fields>): AutosaveRecord<Fields> => ({
  ...next(record, kind.lifeMs),
  state: 'open',
});

/** The record without its words: no older copy of it comes back. To be written like any other change. */
export const removed = ({ file: _, ...record }: StoredRecord): StoredRecord => ({
  ...next(record, DISCARDED_LIFE_MS),
  state: 'removed',
  fields: null,
});

/** Leaves out what is not (or no longer) a record. */
export const readRecords = (values: readonly unknown[]): StoredRecord[] =>
  values.flatMap((value) => {
    const read = StoredRecord.safeParse(value);
    return read.success ? [read.data] : [];
  });

/** The records of a kind, its fields read by its schema. */
export const recordsOf = <Fields>(
  { name, schema }: Kind<Fields>,
  records: readonly StoredRecord[],
): AutosaveRecord<Fields>[] =>
  records.flatMap((record) => {
    if (record.kind !== name) return [];
    const read = schema.safeParse(record.fields);
    return read.success ? [{ ...record, fields: read.data }] : [];
  });
