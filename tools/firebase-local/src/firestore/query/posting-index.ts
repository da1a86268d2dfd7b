import type { DocumentObserver } from '../engine/collection.ts';
import type { StoredDocument } from '../engine/document.ts';
import { type FieldPath, getField } from '../values/field-path.ts';
import { elementsOf, type Value } from '../values/value.ts';
import type { FieldFilter } from './filter.ts';

/** A key that is the same for equal values; null for types that are not scalar, which are not indexed. */
function keyOf(value: Value): string | null {
  switch (value.valueType) {
    case 'stringValue':
      return `s${value.stringValue}`;
    case 'integerValue':
      return `n${Number(value.integerValue)}`;
    case 'doubleValue':
      return `n${value.doubleValue === 0 ? 0 : value.doubleValue}`;
    case 'booleanValue':
      return `b${value.booleanValue}`;
    case 'referenceValue':
      return `r${value.referenceValue}`;
    default:
      return null;
  }
}

/** The result of posting lists: `all` has each document once; `size` may count a document more than once. */
export interface Candidates {
  readonly size: number;
  all(): Iterable<StoredDocument>;
}

/** The documents with each element of an array field. */
export class PostingIndex implements DocumentObserver {
  readonly #path: FieldPath;
  readonly #postings = new Map<string, Map<string, StoredDocument>>();

  constructor(path: FieldPath, documents: Iterable<StoredDocument>) {
    this.#path = path;
    for (const document of documents) this.#add(document);
  }

  changed(before: StoredDocument | undefined, after: StoredDocument | undefined): void {
    if (before) {
      for (const key of this.#keys(before)) {
        const posting = this.#postings.get(key);
        posting?.delete(before.key);
        if (posting?.size === 0) this.#postings.delete(key);
      }
    }
    if (after) this.#add(after);
  }

  /** The documents that may match an array filter; null if its operand has no key. */
  lookUp(filter: FieldFilter): Candidates | null {
    const operands = filter.op === 'ARRAY_CONTAINS' ? [filter.value] : elementsOf(filter.value);
    const keys = operands.map(keyOf).filter((key) => key !== null);
    if (keys.length < operands.length) return null;
    const postings = [...new Set(keys)].flatMap((key) => this.#postings.get(key) ?? []);
    return {
      size: postings.reduce((size, posting) => size + posting.size, 0),
      all: () => new Set(postings.flatMap((posting) => [...posting.values()])),
    };
  }

  #keys(document: StoredDocument): Set<string> {
    const keys = new Set<string>();
    for (const element of elementsOf(getField(document.fields, this.#path))) {
      const key = keyOf(element);
      if (key !== null) keys.add(key);
    }
    return keys;
  }

  #add(document: StoredDocument): void {
    for (const key of this.#keys(document)) {
      const posting = this.#postings.get(key);
      if (posting) posting.set(document.key, document);
      else this.#postings.set(key, new Map([[document.key, document]]));
    }
  }
}
