import { lastSegment } from '../paths.ts';
import { compareNames, type StoredDocument } from './document.ts';
import { SortedList } from './sorted-list.ts';

/** Receives the changes of the documents in a collection or a collection group. */
export interface DocumentObserver {
  changed(before: StoredDocument | undefined, after: StoredDocument | undefined): void;
}

/** The current documents of one collection, without subcollections. */
export class Collection {
  readonly path: string;
  readonly id: string;
  readonly documents = new Map<string, StoredDocument>();
  #byName: SortedList<StoredDocument> | undefined;

  constructor(path: string) {
    this.path = path;
    this.id = lastSegment(path);
  }

  /** The documents in the order of their names, sorted on first use and kept in order from then on. */
  get byName(): SortedList<StoredDocument> {
    this.#byName ??= new SortedList(compareNames, this.documents.values());
    return this.#byName;
  }

  put(document: StoredDocument): void {
    const isKnown = this.documents.has(document.id);
    this.documents.set(document.id, document);
    if (isKnown) this.#byName?.replace(document);
    else this.#byName?.insert(document);
  }

  remove(document: StoredDocument): void {
    if (this.documents.delete(document.id)) this.#byName?.remove(document);
  }
}
