import * as z from 'zod/mini';

/** How long a discarded record can be restored, and how long a removed one is remembered. */
export const DISCARDED_LIFE_MS = 30 * 24 * 60 * 60 * 1000;

/** A stored record; stores do not know its fields. */
export const StoredRecord = z.object({
  /** 20 letters and digits. */
  id: z.string(),
  kind: z.string(),
  /** The subject of the text: a post's id, or for example `comment:` and a post's id. */
  place: z.string(),
  ownerId: z.string(),
  /** Grows with every change. The copy with the highest version is the current one. */
  version: z.number(),
  /** When its fields or its file last changed. */
  savedAtMs: z.number(),
  /**
   * `open`: still being written. `discarded`: can be restored until `untilMs`. `removed`: saved, sent or deleted; it
   * contains no text and outranks older copies that could not be deleted.
   */
  state: z.enum(['open', 'discarded', 'removed']),
  fields: z.unknown(),
  /** A selected file, if the store could keep it. */
  file: z.optional(z.instanceof(File)),
  /** The time at which the record is deleted; never if missing. */
  untilMs: z.optional(z.number()),
});
export type StoredRecord = z.infer<typeof StoredRecord>;

/** The autosaved text of one place. */
export interface AutosaveRecord<Fields> extends StoredRecord {
  readonly fields: Fields;
}

/** A use of autosave, such as drafts of posts or the fields of other forms. */
export interface Kind<Fields> {
  readonly name: string;
  /** Parses stored fields. Invalid records are ignored. */
  readonly schema: z.ZodMiniType<Fields>;
  /** How long an open record is kept after its last change; without a limit if missing. */
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
  /** Omitted: a new id. */
  readonly id?: string;
}

/** The next version. It increases even if the clock stands still or goes back. */
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

/** The record with new fields. A discarded record becomes open. Without `file`, its file is removed. */
export const written = <Fields>(
  kind: Kind<Fields>,
  record: AutosaveRecord<Fields>,
  { fields, file }: Pick<Beginning<Fields>, 'fields' | 'file'>,
): AutosaveRecord<Fields> => ({ ...restored(kind, record), fields, file, savedAtMs: Date.now() });

export const discarded = <Fields>(record: AutosaveRecord<Fields>): AutosaveRecord<Fields> => ({
  ...next(record, DISCARDED_LIFE_MS),
  state: 'discarded',
});

/** A discarded record, open again with the same fields. */
export const restored = <Fields>(kind: Kind<Fields>, record: AutosaveRecord<Fields>): AutosaveRecord<Fields> => ({
  ...next(record, kind.lifeMs),
  state: 'open',
});

/** The record without its text. Storing it prevents an older copy from coming back. */
export const removed = ({ file: _, ...record }: StoredRecord): StoredRecord => ({
  ...next(record, DISCARDED_LIFE_MS),
  state: 'removed',
  fields: null,
});

/** Ignores values that are not records. */
export const readRecords = (values: readonly unknown[]): StoredRecord[] =>
  values.flatMap((value) => {
    const read = StoredRecord.safeParse(value);
    return read.success ? [read.data] : [];
  });

/** The records of a kind, with fields parsed by its schema. */
export const recordsOf = <Fields>(
  { name, schema }: Kind<Fields>,
  records: readonly StoredRecord[],
): AutosaveRecord<Fields>[] =>
  records.flatMap((record) => {
    if (record.kind !== name) return [];
    const read = schema.safeParse(record.fields);
    return read.success ? [{ ...record, fields: read.data }] : [];
  });
