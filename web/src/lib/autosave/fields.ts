import * as z from 'zod/mini';
import { fingerprint } from '../fingerprint.ts';
import { identityStore } from '../identity-store.ts';
import { safeTabStorage } from '../safe-storage.ts';
import { createStore } from '../store.ts';
import { createLock, lockedIds, type RecordLock } from './lock.ts';
import { type AutosaveRecord, type Kind, newId, newRecord, removed, written } from './record.ts';
import { type AutosaveStore, autosaveStore } from './store.ts';
import { createWriter } from './writer.ts';

/** Unsent text of one place in the app, by field name. */
export type Fields = Readonly<Record<string, string>>;

const FIELDS: Kind<Fields> = { name: 'fields', schema: z.record(z.string(), z.string()) };

/** Returns the fields that still have to be sent after the server has stored some; null for none. */
type Rest = (fields: Fields) => Fields | null;

/** Fields that are being sent. This tab keeps their lock until `release`, even if their page is left. */
export interface Attempt {
  /**
   * The `Idempotency-Key` of the request. The same fields and body have the same key, also after a reload and in another tab, so that a request whose
   * answer was lost does not count twice. Typing the same text again after it was sent gives it another key.
   */
  readonly key: (body: string) => string;
  /**
   * Call it when the server has stored the fields. Without `rest`, they are removed if they still equal the sent ones; otherwise they are kept under
   * another key.
   */
  readonly sent: (rest?: Rest) => void;
  readonly release: () => void;
}

/** A place that is shown in this tab. */
interface Slot {
  readonly place: string;
  readonly ownerId: string;
  readonly lock: RecordLock;
  fields: Fields | null;
  found: Fields | null;
  lifeMs: number | undefined;
  record: AutosaveRecord<Fields> | null;
  users: number;
}

/** A page that was just closed may keep its locks for a moment, and a browser that was killed may be slow to open its database. */
const LOOK_AGAIN_MS = [300, 900, 1_800];

const isSame = (a: Fields | null, b: Fields | null): boolean =>
  a === b || JSON.stringify(Object.entries(a ?? {}).sort()) === JSON.stringify(Object.entries(b ?? {}).sort());

/** Retries until there is an answer, at most four times. @param question resolves to null if a retry may help */
async function untilKnown(question: () => Promise<boolean | null>): Promise<boolean> {
  let answer = await question();
  for (const ms of LOOK_AGAIN_MS) {
    if (answer !== null) break;
    await new Promise((resolve) => setTimeout(resolve, ms));
    answer = await question();
  }
  return answer ?? false;
}

type Address = Pick<Slot, 'place' | 'ownerId'>;

/**
 * The key under which a tab stores the id of its last record in a place. After a reload, the tab recognizes its record, even while the old page still
 * has the lock.
 */
const ownKey = ({ ownerId, place }: Address) => `inkwell:autosave-own:${ownerId}:${place}`;

interface Dependencies {
  readonly store: AutosaveStore;
  /** The signed-in account, also before its record has loaded; null: nobody. */
  readonly identifiedAs: () => string | null;
}

/** Autosaves form fields. The input survives reloads, killed browsers and lost sessions until its writer sends or discards it. */
export function createAutosavedFields({ store, identifiedAs }: Dependencies) {
  const slots = new Map<string, Slot>();
  const changes = createStore(0);
  /** Records that could not be stored; only this page has them. */
  const unkept = new Set<string>();
  const writer = createWriter(store, (status, { id }) => (status === 'failed' ? unkept.add(id) : unkept.delete(id)));
  let isLeaving = false;

  const tell = () => changes.set(changes.snapshot() + 1);

  function slotAt(place: string, readerId: string | null): Slot | undefined {
    const slot = slots.get(place);
    // Text stays with its writer after the session was lost; another account never gets it.
    return slot?.ownerId === (readerId ?? identifiedAs() ?? slot?.ownerId) ? slot : undefined;
  }

  const isOpen = (slot: Slot): boolean => slots.get(slot.place) === slot;

  function close(slot: Slot): void {
    if (isOpen(slot)) slots.delete(slot.place);
    slot.lock.release();
  }

  function closeAll(): void {
    for (const slot of slots.values()) close(slot);
  }

  function createSlot(place: string, ownerId: string): Slot {
    const lock = createLock((id) => slot.record?.id === id && fork(slot));
    const slot: Slot = { place, ownerId, lock, fields: null, found: null, lifeMs: undefined, record: null, users: 0 };
    slots.set(place, slot);
    return slot;
  }

  /** Another tab continues the record, so text typed here becomes a new record. */
  function fork(slot: Slot): void {
    slot.record = null;
    if (isOpen(slot) && slot.fields) keep(slot, slot.fields);
  }

  function keep(slot: Slot, fields: Fields): void {
    const { place, ownerId, lifeMs, record } = slot;
    const kind = lifeMs === undefined ? FIELDS : { ...FIELDS, lifeMs };
    slot.record = record ? written(kind, record, { fields }) : newRecord(kind, { place, ownerId, fields });
    writer.write(slot.record);
    if (record) return;
    const { id } = slot.record;
    safeTabStorage.set(ownKey(slot), id);
    // Another tab may find the record before it is locked.
    void slot.lock.move(id).then((isLocked) => !isLocked && isOpen(slot) && slot.record?.id === id && fork(slot));
  }

  function drop(slot: Slot): void {
    if (slot.record) writer.write(removed(slot.record));
    slot.record = null;
    slot.found = null;
    slot.lock.release();
    safeTabStorage.remove(ownKey(slot));
  }

  const isFree = (slot: Slot): boolean =>
    isOpen(slot) && slot.fields === null && !isLeaving && identifiedAs() === slot.ownerId;

  async function adopt(slot: Slot, id: string, isStolen: boolean): Promise<boolean> {
    if (!(await slot.lock.move(id, { isStolen }))) return false;
    // The tab that had the record may have changed or sent it since the list was read.
    const record = await store.find(FIELDS, id);
    if (record?.state !== 'open' || !isFree(slot)) {
      if (!slot.record) slot.lock.release();
      return false;
    }
    Object.assign(slot, { record, fields: record.fields, found: record.fields });
    safeTabStorage.set(ownKey(slot), id);
    tell();
    return true;
  }

  /** The open records of a place: this tab's own, then the others, newest first. */
  async function openRecords({ ownerId, place }: Address) {
    const { records, isComplete } = await store.list(FIELDS, ownerId, place);
    const own = safeTabStorage.get(ownKey({ ownerId, place }));
    const ids = records.filter(({ state }) => state === 'open').map(({ id }) => id);
    return {
      ids: ids.sort((a, b) => Number(b === own) - Number(a === own)),
      own,
      isNone: isComplete && ids.length === 0,
    };
  }

  const look = (slot: Slot) =>
    untilKnown(async () => {
      if (!isFree(slot)) return true;
      const { ids, own, isNone } = await openRecords(slot);
      for (const id of ids) if (!isFree(slot) || (await adopt(slot, id, id === own))) return true;
      return isNone || null;
    });

  /** Like `sent`, when the fields are no longer shown. */
  async function sentUnseen(id: string, rest: Rest): Promise<void> {
    const record = await store.find(FIELDS, id);
    if (!record) return;
    const left = rest(record.fields);
    writer.write(removed(record));
    if (left) writer.write({ ...record, id: newId(), fields: left });
  }

  function sent(slot: Slot | undefined, id: string, rest: Rest): void {
    if (!slot || !isOpen(slot) || slot.record?.id !== id || !slot.fields) return void sentUnseen(id, rest);
    const left = rest(slot.fields);
    drop(slot);
    slot.fields = left;
    if (left) keep(slot, left);
    tell();
  }

  function closeUnused(): void {
    // The writer may have lost the session and be about to sign in again.
    if (identifiedAs() === null) return;
    for (const slot of slots.values()) {
      if (slot.users === 0 && !(slot.record && unkept.has(slot.record.id))) close(slot);
    }
    tell();
  }

  function use(slot: Slot): () => void {
    slot.users += 1;
    let isUsing = true;
    return () => {
      if (isUsing) slot.users -= 1;
      isUsing = false;
      // Delayed, because the next render may open the place again.
      setTimeout(closeUnused, 0);
    };
  }

  return {
    subscribe: changes.subscribe,
    /** The text that this tab shows in a place. `readerId` is null while the account is unknown; another account gets nothing. */
    fields: (place: string, readerId: string | null) => (isLeaving ? null : (slotAt(place, readerId)?.fields ?? null)),
    /** The text that was found when the place was opened; null if everything was typed since. */
    found: (place: string, readerId: string | null) => (isLeaving ? null : (slotAt(place, readerId)?.found ?? null)),
    /**
     * Looks for text left in a place: this tab's own, otherwise the newest that no other tab has open. @returns a function that ends the use of the
     * place
     */
    open(place: string, readerId: string | null): () => void {
      let slot = slotAt(place, readerId);
      if (!slot) {
        if (readerId === null) return () => undefined;
        const other = slots.get(place);
        if (other) close(other);
        slot = createSlot(place, readerId);
      }
      if (readerId !== null) void look(slot);
      return use(slot);
    },
    /**
     * Stores the input. Without a session, it belongs to the writer who began it. `fields` is null if the text was discarded.
     * @param options.isWorth whether the fields are worth keeping; blanks are not
     * @param options.lifeMs how long they are kept after the last change; without a limit if missing
     */
    write(
      place: string,
      readerId: string | null,
      fields: Fields | null,
      { isWorth = true, lifeMs }: { isWorth?: boolean; lifeMs?: number | undefined } = {},
    ): void {
      const slot = slotAt(place, readerId);
      if (!slot || isLeaving || isSame(slot.fields, fields)) return;
      Object.assign(slot, { fields, lifeMs });
      if (fields && isWorth) keep(slot, fields);
      else drop(slot);
      tell();
    },
    attempt(place: string, readerId: string | null): Attempt {
      const slot = slotAt(place, readerId);
      const given = slot?.fields ?? null;
      const id = slot?.record?.id ?? newId();
      return {
        key: (body) => `${id}-${fingerprint(body)}`,
        sent: (rest = (fields) => (isSame(fields, given) ? null : fields)) => sent(slot, id, rest),
        release: slot ? use(slot) : () => undefined,
      };
    },
    /** Whether text was left in a place and no other tab has it. */
    isLeft: (place: string, readerId: string): Promise<boolean> =>
      untilKnown(async () => {
        if (slotAt(place, readerId)?.record) return true;
        const { ids, own, isNone } = await openRecords({ place, ownerId: readerId });
        if (isNone) return false;
        const locked = await lockedIds();
        return ids.some((id) => id === own || !locked.has(id)) || null;
      }),
    /** Hides all text when somebody begins to sign out; `false` shows it again if signing out failed. */
    leave(is: boolean): void {
      isLeaving = is;
      tell();
    },
    /** Call it when a session has begun or ended. */
    changeSession(): void {
      if (isLeaving) closeAll();
      isLeaving = false;
      closeUnused();
      tell();
    },
    /** For tests: clears everything that is not stored. */
    reset(): void {
      isLeaving = false;
      closeAll();
    },
    /** For tests: resolves once nothing waits to be written. */
    settled: writer.settled,
  };
}

const readerNow = (): string | null => {
  const state = identityStore.snapshot();
  return state.status === 'identified' ? state.identity.uid : null;
};

/** The unsent text in fields of this tab, shown only to its writer. */
export const autosavedFields = createAutosavedFields({ store: autosaveStore, identifiedAs: readerNow });

identityStore.onLeave(autosavedFields.leave);

let reader = readerNow();
identityStore.subscribe(() => {
  if (reader === readerNow()) return;
  reader = readerNow();
  autosavedFields.changeSession();
});
