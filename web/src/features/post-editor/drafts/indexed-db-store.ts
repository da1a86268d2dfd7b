import { completed, createConnection, settled } from '../../../lib/indexed-db.ts';
import { type Draft, type DraftStore, type Kept, readDrafts, withoutOld } from './draft.ts';

const DATABASE = 'inkwell-drafts';
const DRAFTS = 'drafts';
/** Selection pictures, by draft id: apart from the words, so that a keystroke does not write 10 MB again. */
const FILES = 'files';
const BY_OWNER = 'by-owner';
/** So often the disk itself is asked to have it, because of lost power; a killed browser takes nothing from the system's buffers. */
const STRICT_EVERY_MS = 1_000;

/** The index holds no null keys, so a new post has a name of its own that no post id can be. */
const ownerOf = (userId: string, postId: string | null): [string, string] => [userId, postId ?? '*new*'];

/** Puts picture and words together again; a picture that is gone leaves the one the post had before. */
function withFile(record: unknown, file: unknown): unknown {
  const { image, ...rest } = record as { image: { kind: string; before?: string | null } };
  if (image.kind !== 'file') return record;
  if (file instanceof File) return { ...rest, image: { ...image, file } };
  return { ...rest, image: image.before ? { kind: 'stored', url: image.before } : { kind: 'none' } };
}

/** Drafts in IndexedDB: they hold pictures too, and survive a killed tab or browser from the moment `put` resolves. */
export function createIndexedDbStore(factory: IDBFactory, now: () => number = Date.now): DraftStore {
  /** The picture each draft was last written with here. */
  const written = new Map<string, File | null>();
  let strictAtMs = 0;
  const connect = createConnection(factory, {
    name: DATABASE,
    create(database) {
      database.createObjectStore(DRAFTS, { keyPath: 'id' }).createIndex(BY_OWNER, 'owner');
      database.createObjectStore(FILES);
    },
    // The next one may be empty.
    onGone: () => written.clear(),
  });

  async function write(change: (drafts: IDBObjectStore, files: IDBObjectStore) => void): Promise<void> {
    const db = await connect();
    const isStrict = now() >= strictAtMs + STRICT_EVERY_MS;
    if (isStrict) strictAtMs = now();
    const transaction = db.transaction([DRAFTS, FILES], 'readwrite', { durability: isStrict ? 'strict' : 'relaxed' });
    const done = completed(transaction);
    change(transaction.objectStore(DRAFTS), transaction.objectStore(FILES));
    // Otherwise the page would have to live until it has heard of each request.
    transaction.commit();
    return done;
  }

  async function put(draft: Draft): Promise<Kept> {
    const file = draft.image.kind === 'file' ? draft.image.file : null;
    const image = draft.image.kind === 'file' ? { kind: 'file', before: draft.image.before } : draft.image;
    await write((drafts, files) => {
      drafts.put({ ...draft, image, owner: ownerOf(draft.userId, draft.postId) });
      if (written.get(draft.id) === file) return;
      if (file) files.put(file, draft.id);
      else files.delete(draft.id);
    });
    written.set(draft.id, file);
    return 'all';
  }

  async function remove(id: string): Promise<void> {
    await write((drafts, files) => {
      drafts.delete(id);
      files.delete(id);
    });
    written.delete(id);
  }

  async function list(userId: string): Promise<Draft[]> {
    const transaction = (await connect()).transaction([DRAFTS, FILES]);
    const records: { id: string }[] = await settled(
      transaction
        .objectStore(DRAFTS)
        .index(BY_OWNER)
        .getAll(IDBKeyRange.bound([userId], [userId, []])),
    );
    const files = await Promise.all(records.map(({ id }) => settled(transaction.objectStore(FILES).get(id))));
    const { live, old } = withoutOld(readDrafts(records.map((record, index) => withFile(record, files[index]))), now());
    await Promise.all(old.map(({ id }) => remove(id)));
    return live;
  }

  return { put, list, remove };
}
