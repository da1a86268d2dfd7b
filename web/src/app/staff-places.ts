import type { Role } from '@inkwell/shared/roles';
import { tabsOf } from '../features/admin/tabs/tab-list.ts';
import { paths } from '../lib/paths.ts';
import { writingPaths } from '../lib/writing-paths.ts';

/** A page of the staff. */
export interface Place {
  readonly label: string;
  readonly to: string;
  /** Whether the page makes something new. */
  readonly isAct?: boolean;
  /** What waits there. */
  readonly waiting?: 'comments' | 'drafts';
}

interface PlaceGroup {
  readonly title: string;
  readonly places: readonly Place[];
}

/** The staff's pages by what a role may do: the only list of navigation and command palette. */
export function placesOf(role: Role): readonly PlaceGroup[] {
  const [overview, posts, ...others] = tabsOf(role).map(
    ({ value, label }): Place => ({ label, to: value === 'overview' ? paths.admin : `${paths.admin}?tab=${value}` }),
  );
  return [
    {
      title: 'Publication',
      places: [
        ...[overview, posts].filter((place) => place !== undefined),
        { label: 'Calendar', to: writingPaths.calendar },
        { label: 'Pages', to: writingPaths.pages },
        { label: 'Categories', to: writingPaths.categories },
        { label: 'Tags', to: writingPaths.tags },
        { label: 'Series', to: writingPaths.series },
        { label: 'Comments', to: writingPaths.comments(), waiting: 'comments' },
        { label: 'Guest Authors', to: writingPaths.guestAuthors },
        ...(role === 'admin'
          ? [
              { label: 'Menu', to: writingPaths.menu },
              { label: 'Redirects', to: writingPaths.redirects },
            ]
          : []),
      ],
    },
    {
      title: 'Writing',
      places: [
        { label: 'New Post', to: paths.createPost, isAct: true },
        { label: 'New Page', to: writingPaths.newPage, isAct: true },
        { label: 'Drafts', to: writingPaths.drafts, waiting: 'drafts' },
        { label: 'New Category', to: paths.createCategory, isAct: true },
      ],
    },
    {
      title: role === 'admin' ? 'People and figures' : 'Figures',
      places: [...others, ...(role === 'admin' ? [{ label: 'Activity', to: writingPaths.activity }] : [])],
    },
  ];
}
