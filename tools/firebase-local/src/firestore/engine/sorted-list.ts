/** The index of the first item that passes `isAtOrAfter`. Every later item must pass, too. */
export function lowerBound<T>(items: readonly T[], isAtOrAfter: (item: T) => boolean, from = 0, to = items.length) {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isAtOrAfter(items[middle] as T)) high = middle;
    else low = middle + 1;
  }
  return low;
}

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

  #find(item: T): number {
    return lowerBound(this.items, (other) => this.#compare(other, item) >= 0);
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
