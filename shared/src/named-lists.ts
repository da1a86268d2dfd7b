/**
 * The kinds of lists that posts belong to by name. Each has pages for readers and staff, keeps its earlier addresses, can be followed, and is
 * exported and imported.
 */
export const NAMED_LISTS = {
  tag: { section: 'tags', postField: 'tagIds', exportKey: 'name' },
  series: { section: 'series', postField: 'seriesId', exportKey: 'slug' },
} as const satisfies Record<
  string,
  {
    /** The collection, whose name is also the first segment of its pages' addresses. */
    readonly section: string;
    /** The field of posts with the ids of their lists. */
    readonly postField: string;
    /** The name in exports for the lists of a post. */
    readonly exportKey: 'name' | 'slug';
  }
>;

export type NamedListKind = keyof typeof NAMED_LISTS;

export const NAMED_LIST_KINDS = Object.keys(NAMED_LISTS) as NamedListKind[];

export const isNamedListKind = (kind: unknown): kind is NamedListKind =>
  typeof kind === 'string' && Object.hasOwn(NAMED_LISTS, kind);
