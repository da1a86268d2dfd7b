import { safeStorage } from '../../lib/safe-storage.ts';

/** The filters of the list of posts in its address. */
export const POST_FILTERS = [
  ...(['status', 'category', 'author', 'tag', 'series', 'language', 'picture', 'since', 'until', 'due'] as const),
];

/** The parts of a view in the address: filters, search and order. */
export const POST_VALUES = ['q', ...POST_FILTERS, 'sort'] as const;
export type PostValues = Readonly<Partial<Record<(typeof POST_VALUES)[number], string>>>;

/** A name for an address of the list. */
export interface PostView {
  readonly name: string;
  readonly values: PostValues;
}

export const VIEW_LIMITS = { count: 20, name: 40 } as const;

/** The standard views. */
export const builtInViews = (viewerId: string): readonly PostView[] => [
  { name: 'My Drafts', values: { status: 'draft', author: viewerId } },
  { name: 'No Picture', values: { picture: 'none' } },
  { name: 'Due This Week', values: { due: 'week' } },
];

export const isSameView = (one: PostValues, other: PostValues): boolean =>
  POST_VALUES.every((name) => one[name] === other[name]);

const keyOf = (viewerId: string): string => `post-views-${viewerId}`;

const isText = (value: unknown): value is string => typeof value === 'string';

function viewOf(stored: unknown): PostView[] {
  const { name, values }: { name?: unknown; values?: unknown } = Object(stored);
  if (!isText(name) || name === '') return [];
  const given: Readonly<Record<string, unknown>> = Object(values);
  return [
    { name, values: Object.fromEntries(POST_VALUES.flatMap((one) => (isText(given[one]) ? [[one, given[one]]] : []))) },
  ];
}

/** The views that this person saved in this browser. */
export function storedViews(viewerId: string): readonly PostView[] {
  try {
    const stored: unknown = JSON.parse(safeStorage.get(keyOf(viewerId)) ?? '[]');
    return Array.isArray(stored) ? stored.flatMap(viewOf).slice(0, VIEW_LIMITS.count) : [];
  } catch {
    return [];
  }
}

/** @returns false if nothing could be stored */
export const storeViews = (viewerId: string, views: readonly PostView[]): boolean =>
  safeStorage.set(keyOf(viewerId), JSON.stringify(views));
