import * as z from 'zod/mini';

/** A discarded record can be restored for this time; as long is it remembered that one was removed. */
export const DISCARDED_LIFE_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * `open`: still being written. `discarded`: thrown away by its owner, and can be restored until `untilMs`. `removed`: saved, sent or
 * deleted for good; it holds no words and outranks older copies that could not be deleted at the time.
 */
const RecordState = z.enum(['open', 'discarded', 'removed']);
export type RecordState = z.infer<typeof RecordState>;

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
  state: RecordState,
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

const lifeOf = ({ lifeMs }: Kind<unknown>, nowMs: number) => (lifeMs === undefined ? {} : { untilMs: nowMs + lifeMs });

interface Beginning<Fields> {
  readonly place: string;
  readonly ownerId: string;
  readonly fields: Fields;
  readonly file?: File | undefined;
  /** A new one unless given. */
  readonly id?: string;
}

export function newRecord<Fields>(kind: Kind<Fields>, { file, ...rest }: Beginning<Fields>): AutosaveRecord<Fields> {
  const now = Date.now();
  const base = { id: newId(), ...rest, kind: kind.name, state: 'open' as const, version: now, savedAtMs: now };
  return { ...base, ...(file && { file }), ...lifeOf(kind, now) };
}

/** The version grows also where the clock goes back, or stands still between two keystrokes. */
const next = <T extends StoredRecord>(record: T): T => ({
  ...record,
  version: Math.max(Date.now(), record.version + 1),
});

/** The record with other words; a discarded one is open again. Without `file` it has none from then on. */
export function written<Fields>(
  kind: Kind<Fields>,
  { file: _, untilMs: __, ...record }: AutosaveRecord<Fields>,
  { fields, file }: Pick<Beginning<Fields>, 'fields' | 'file'>,
): AutosaveRecord<Fields> {
  const now = Date.now();
  const changed = { ...next(record), state: 'open' as const, fields, savedAtMs: now };
  return { ...changed, ...(file && { file }), ...lifeOf(kind, now) };
}

/** The record as thrown away by its owner: kept for `DISCARDED_LIFE_MS`. */
export const discarded = <Fields>(record: AutosaveRecord<Fields>): AutosaveRecord<Fields> => ({
  ...next(record),
  state: 'discarded',
  untilMs: Date.now() + DISCARDED_LIFE_MS,
});

/** A discarded record as open again, its words unchanged. */
export function restored<Fields>(
  kind: Kind<Fields>,
  { untilMs: _, ...record }: AutosaveRecord<Fields>,
): AutosaveRecord<Fields> {
  return { ...next(record), state: 'open', ...lifeOf(kind, Date.now()) };
}

/** The record without its words: no older copy of it comes back. To be written like any other change. */
export function removed({ file: _, ...record }: StoredRecord): StoredRecord {
  return { ...next(record), state: 'removed', fields: null, untilMs: Date.now() + DISCARDED_LIFE_MS };
}

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
