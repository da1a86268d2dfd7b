import { randomBytes } from 'node:crypto';
import { splitDocumentPath } from '../paths.ts';
import type { Micros } from '../time.ts';
import { Collection, type DocumentObserver } from './collection.ts';
import type { Change, StoredDocument } from './document.ts';
import { History } from './history.ts';

export type CommitListener = (changes: readonly Change[], time: Micros) => void;

/** The result of a commit for one path. */
export interface Mutation {
  key: string;
  document: StoredDocument | null;
}

/**
 * One database: its current documents, their recent history, and its listeners. Does not check preconditions, locks or
 * rules.
 */
export class Database {
  /** `projects/{p}/databases/{d}` */
  readonly name: string;
  readonly collections = new Map<string, Collection>();
  /** Collections by their id, for collection group queries. */
  readonly groups = new Map<string, Set<Collection>>();
  history: History;
  /** Identifies this run of the process: read times of another run may refer to lost commits. */
  readonly incarnation = randomBytes(8);
  /** Stores a commit before it is applied. If this throws, the commit is not applied. */
  journal: ((mutations: Mutation[], time: Micros) => void) | null = null;
  #lastTime: Micros;
  readonly #listeners = new Set<CommitListener>();
  readonly #observers = new Map<string, Set<DocumentObserver>>();

  constructor(name: string, now: Micros = Date.now() * 1000) {
    this.name = name;
    this.#lastTime = now;
    this.history = new History(now);
  }

  /** The time of the newest commit, or of the start. */
  get lastTime(): Micros {
    return this.#lastTime;
  }

  /** The time for a commit or read now, later than every commit so far. */
  nextTime(): Micros {
    return Math.max(Date.now() * 1000, this.#lastTime + 1);
  }

  /** A read time that includes all commits so far and no later ones. */
  readTime(): Micros {
    this.#lastTime = Math.max(Date.now() * 1000, this.#lastTime);
    return this.#lastTime;
  }

  get(key: string): StoredDocument | undefined {
    const { collection, id } = splitDocumentPath(key);
    return this.collections.get(collection)?.documents.get(id);
  }

  getAt(key: string, time: Micros): StoredDocument | undefined {
    return this.history.documentAt(key, this.get(key), time);
  }

  /** Observes the documents of a collection path, or of a group with `group/{id}`. */
  observe(scope: string, observer: DocumentObserver): () => void {
    const observers = this.#observers.get(scope) ?? new Set();
    this.#observers.set(scope, observers.add(observer));
    return () => observers.delete(observer);
  }

  /** Calls `listener` synchronously after every commit that changed something. */
  onCommit(listener: CommitListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Applies all mutations as one commit at `time`, which must not be earlier than previous commits.
   * @throws the error of `journal`, without applying anything
   */
  apply(mutations: Iterable<Mutation>, time: Micros): readonly Change[] {
    if (this.journal) {
      const all = [...mutations];
      if (all.some(({ key, document }) => (this.get(key) ?? null) !== document)) this.journal(all, time);
    }
    const changes: Change[] = [];
    for (const { key, document } of mutations) {
      const before = this.get(key) ?? null;
      if (before === document) continue;
      this.#store(key, before, document);
      changes.push({ time, key, before, after: document });
    }
    this.#lastTime = Math.max(this.#lastTime, time);
    if (changes.length > 0) {
      this.history.append(changes);
      for (const listener of [...this.#listeners]) listener(changes, time);
    }
    return changes;
  }

  /** Applies a commit from a file, without history or listeners. */
  restore(mutations: Iterable<Mutation>, time: Micros): void {
    for (const { key, document } of mutations) this.#store(key, this.get(key) ?? null, document);
    this.#lastTime = Math.max(this.#lastTime, time);
  }

  #store(key: string, before: StoredDocument | null, after: StoredDocument | null): void {
    const { collection: path } = splitDocumentPath(key);
    let collection = this.collections.get(path);
    if (!collection) {
      collection = new Collection(path);
      this.collections.set(path, collection);
      this.groups.set(collection.id, (this.groups.get(collection.id) ?? new Set()).add(collection));
    }
    if (after) collection.put(after);
    else if (before) collection.remove(before);
    if (collection.documents.size === 0) {
      this.collections.delete(path);
      this.groups.get(collection.id)?.delete(collection);
    }
    for (const scope of [path, `group/${collection.id}`]) {
      for (const observer of this.#observers.get(scope) ?? []) {
        observer.changed(before ?? undefined, after ?? undefined);
      }
    }
  }
}
