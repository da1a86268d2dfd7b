/** A list sorted by `compare`, which must never return 0 for two different items. */
export class SortedList<T> {
  readonly items: T[];
  readonly #compare: (a: T, b: T) => number;

  /** @param isSorted whether `items` are already sorted by `compare` */
  constructor(compare: (a: T, b: T) => number, items: Iterable<T> = [], isSorted = false) {
    this.#compare = compare;
    this.items = [...items];
    if (!isSorted) this.items.sort(compare);
  }

  get length(): number {
    return this.items.length;
  }

  /** The index of the first item for which `isAtOrAfter` is true; it must be true for every later item too. */
  lowerBound(isAtOrAfter: (item: T) => boolean): number {
    let low = 0;
    let high = this.items.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isAtOrAfter(this.items[middle] as T)) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  #find(item: T): number {
    return this.lowerBound((other) => this.#compare(other, item) >= 0);
  }

  insert(item: T): void {
    const last = this.items.at(-1);
    if (last === undefined || this.#compare(last, item) < 0) this.items.push(item);
    else this.items.splice(this.#find(item), 0, item);
  }

  remove(item: T): void {
    const index = this.#find(item);
    const found = this.items[index];
    if (found !== undefined && this.#compare(found, item) === 0) this.items.splice(index, 1);
  }

  /** Replaces the item for which `compare` returns 0. */
  replace(item: T): void {
    const index = this.#find(item);
    const found = this.items[index];
    if (found !== undefined && this.#compare(found, item) === 0) this.items[index] = item;
  }
}
