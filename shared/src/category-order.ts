/* The order of the publication's categories, separate from the schemas so that the first page does not load these. */

const byName = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

interface Ordered {
  readonly id: number;
  readonly name: string;
  readonly order: number;
}

/** Categories with a place, then the others by name. */
export const inOwnOrder = <T extends Ordered>(categories: readonly T[]): T[] =>
  [...categories].sort((a, b) => a.order - b.order || byName.compare(a.name, b.name) || a.id - b.id);
