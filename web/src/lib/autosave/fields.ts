import * as z from 'zod/mini';
import { fingerprint } from '../fingerprint.ts';
import { identityStore } from '../identity-store.ts';
import { safeTabStorage } from '../safe-storage.ts';
import { createLock, lockedIds, type RecordLock } from './lock.ts';
import { type AutosaveRecord, type Kind, newId, newRecord, removed, written } from './record.ts';
import { type AutosaveStore, autosaveStore } from './store.ts';
import { createWriter } from './writer.ts';

/** What was typed in one place of the app and not sent: texts by the names of their fields. */
export type Fields = Readonly<Record<string, string>>;

const FIELDS: Kind<Fields> = { name: 'fields', schema: z.record(z.string(), z.string()) };

/** What is left to be sent of fields that the server has stored; null: nothing. */
type Rest = (fields: Fields) => Fields | null;

/** Fields on their way to the server. They stay locked by this tab until `release`, also when their page is left. */
export interface Attempt {
  /**
   * The `Idempotency-Key` of sending them: the same for the same body of the same fields, also after a reload and in another tab, so
   * that a request whose answer was lost does not count twice. The same words typed again after they were sent get another key.
   */
  readonly key: (body: string) => string;
  /** They were stored. Without `rest` they are removed if they still equal what was sent; else what is left is kept, under another key. */
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

/** A page that was just closed may have its locks for a moment longer, and a browser that was killed may be slow to open its database. */
const LOOK_AGAIN_MS = [300, 900, 1_800];

const isSame = (a: Fields | null, b: Fields | null): boolean =>
  a === b || JSON.stringify(Object.entries(a ?? {}).sort()) === JSON.stringify(Object.entries(b ?? {}).sort());

/** Asks until there is an answer, four times at most. @param question answers null where asking again may help */
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

/** Where a tab notes the record that it wrote last in a place: it is its own also after a reload, while the page before still has its lock. */
const ownKey = ({ ownerId, place }: Address) => `inkwell:autosave-own:${ownerId}:${place}`;

interface Dependencies {
  readonly store: AutosaveStore;
  /** The account that is signed in, also before its record was read; null: nobody. */
  readonly identifiedAs: () => string | null;
}

/** What is typed in fields of the app: kept for its writer over reloads, kills and lost sessions, until it is sent or thrown away. */
export function createAutosavedFields({ store, identifiedAs }: Dependencies) {
  const slots = new Map<string, Slot>();
  const listeners = new Set<() => void>();
  /** Records that no store took: this page alone has them. */
  const unkept = new Set<string>();
  const writer = createWriter(store, (status, { id }) => (status === 'failed' ? unkept.add(id) : unkept.delete(id)));
  let isLeaving = false;

  const tell = () => {
    for (const listener of listeners) listener();
  };

  function slotAt(place: string, readerId: string | null): Slot | undefined {
    const slot = slots.get(place);
    // A session that was lost leaves its words to whoever typed them; another account gets none of them.
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

  /** Another tab goes on with the record: what is typed here becomes a record of its own. */
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
    // The tab that had it may have gone on writing, or have sent it, since the list was read.
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

  /** The open records of a place, this tab's own first, then the newest. */
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

  /** The same as `sent` where nobody looks at the fields any more. */
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
    // Whoever lost the session may be about to sign in again.
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
      // Not at once: the place may be opened again by what is drawn next.
      setTimeout(closeUnused, 0);
    };
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** What this tab shows in a place. `readerId` is null while the reader's account is not known; no other account gets anything. */
    fields: (place: string, readerId: string | null) => (isLeaving ? null : (slotAt(place, readerId)?.fields ?? null)),
    /** What was found there when the place was opened; null where all was typed since. */
    found: (place: string, readerId: string | null) => (isLeaving ? null : (slotAt(place, readerId)?.found ?? null)),
    /** Looks for what was left in a place: by this tab, else the newest that no other tab has. @returns ends the use of the place */
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
     * Keeps what was typed, as its first writer's while no session is there. Null: it was thrown away.
     * @param options.isWorth whether the fields are worth keeping; blanks are not
     * @param options.lifeMs how long they are kept after the last change; for good unless given
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
    /** Whether something was left in a place that no other tab has. */
    isLeft: (place: string, readerId: string): Promise<boolean> =>
      untilKnown(async () => {
        if (slotAt(place, readerId)?.record) return true;
        const { ids, own, isNone } = await openRecords({ place, ownerId: readerId });
        if (isNone) return false;
        const locked = await lockedIds();
        return ids.some((id) => id === own || !locked.has(id)) || null;
      }),
    /** Somebody begins to sign out: nothing is shown any more; `false`: signing out failed, and all is shown again. */
    leave(is: boolean): void {
      isLeaving = is;
      tell();
    },
    /** To be called when a session has begun or ended. */
    changeSession(): void {
      if (isLeaving) closeAll();
      isLeaving = false;
      closeUnused();
      tell();
    },
    /** For tests: forgets what only a page knows. */
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

/** What was typed in fields of this tab and not sent: shown to its writer alone, whoever signs in here. */
export const autosavedFields = createAutosavedFields({ store: autosaveStore, identifiedAs: readerNow });

identityStore.onLeave(autosavedFields.leave);

let reader = readerNow();
identityStore.subscribe(() => {
  if (reader === readerNow()) return;
  reader = readerNow();
  autosavedFields.changeSession();
});
