import {
  type LineIcon,
  lineBell,
  lineComment,
  lineMenu,
  linePage,
  linePen,
  linePeople,
  linePlus,
  lineUser,
} from '@inkwell/shared/line-icons';
import { isStaff } from '@inkwell/shared/permissions';
import type { User } from '@inkwell/shared/users';
import {
  lineBars,
  lineCalendar,
  lineClock,
  lineDownload,
  lineDraft,
  lineFolder,
  lineKey,
  lineMail,
  lineOverview,
  linePicture,
  linePost,
  lineReview,
  lineSave,
  lineSeries,
  lineSettings,
  lineTag,
  lineTrend,
  lineTurn,
  lineUpload,
  lineWebhook,
} from '../components/staff-icons.ts';
import { type AdminTab, tabsOf } from '../features/admin/tabs/tab-list.ts';
import { paths } from '../lib/paths.ts';
import { writingPaths } from '../lib/writing-paths.ts';

/** A page for staff or writers. */
export interface Place {
  readonly label: string;
  readonly icon: LineIcon;
  readonly to: string;
  /** Other addresses of the same place. */
  readonly alsoAt?: readonly string[];
  /** Synonyms that find it in the command palette. */
  readonly words?: string;
  /** Whether the page creates something new. */
  readonly isAct?: boolean;
  /** The kind of items that wait there. */
  readonly waiting?: 'comments' | 'drafts' | 'reviews';
}

interface PlaceGroup {
  readonly title: string;
  readonly places: readonly Place[];
}

const TAB_ICONS: Readonly<Record<Exclude<AdminTab, 'storage'>, LineIcon>> = {
  overview: lineOverview,
  posts: linePost,
  users: linePeople,
  notifications: lineBell,
  newsletter: lineMail,
  analytics: lineBars,
};

/** The post lists, limited to unpublished posts. */
const DRAFTS_OF = {
  admin: `${paths.admin}?tab=posts&status=draft`,
  writing: `${paths.writing}?status=draft`,
} as const;

export const OWN_PLACES: readonly PlaceGroup[] = [
  {
    title: 'Writing',
    places: [
      { label: 'My Posts', icon: linePen, to: paths.writing },
      { label: 'Drafts', icon: lineDraft, to: DRAFTS_OF.writing },
      { label: 'New Post', icon: linePlus, to: paths.createPost, isAct: true },
      { label: 'Unsaved Changes', icon: lineSave, to: writingPaths.drafts, waiting: 'drafts' },
      { label: 'Media', icon: linePicture, to: writingPaths.ownMedia },
      { label: 'Comments', icon: lineComment, to: writingPaths.ownComments },
      { label: 'Tokens', icon: lineKey, to: writingPaths.tokens },
    ],
  },
];

/** Pages by what the viewer may do: the only list for navigation and command palette. */
export function placesOf(viewer: User): readonly PlaceGroup[] {
  if (!isStaff(viewer)) return OWN_PLACES;
  const { role } = viewer;
  /** These tabs of the panel, if the role may open them. */
  const tabs = (...names: readonly AdminTab[]): Place[] =>
    tabsOf(role)
      .filter(({ value }) => names.includes(value))
      .map(({ value, label }) => ({
        label,
        icon: TAB_ICONS[value],
        to: value === 'overview' ? paths.admin : `${paths.admin}?tab=${value}`,
      }));
  const forAdmins = (...places: readonly Place[]) => (role === 'admin' ? places : []);
  const groups: PlaceGroup[] = [
    {
      title: 'Publication',
      places: [
        ...tabs('overview', 'posts'),
        { label: 'Drafts', icon: lineDraft, to: DRAFTS_OF.admin },
        { label: 'Review Queue', icon: lineReview, to: writingPaths.reviews, waiting: 'reviews' },
        { label: 'Calendar', icon: lineCalendar, to: writingPaths.calendar },
        { label: 'Pages', icon: linePage, to: writingPaths.pages },
        { label: 'Media', icon: linePicture, to: writingPaths.media },
      ],
    },
    {
      title: 'Writing',
      places: [
        { label: 'My Posts', icon: linePen, to: paths.writing },
        { label: 'New Post', icon: linePlus, to: paths.createPost, isAct: true },
        { label: 'New Page', icon: linePlus, to: writingPaths.newPage, isAct: true },
        { label: 'Unsaved Changes', icon: lineSave, to: writingPaths.drafts, waiting: 'drafts' },
        { label: 'New Category', icon: linePlus, to: paths.createCategory, isAct: true },
      ],
    },
    {
      title: 'Readers',
      places: [
        { label: 'Comments', icon: lineComment, to: writingPaths.comments(), waiting: 'comments' },
        ...tabs('notifications'),
        ...forAdmins({
          label: 'Newsletter',
          icon: lineMail,
          to: writingPaths.newsletter,
          words: 'issues subscribers',
          alsoAt: [writingPaths.subscribers, `${paths.admin}?tab=newsletter`],
        }),
      ],
    },
    {
      title: 'Organize',
      places: [
        { label: 'Tags', icon: lineTag, to: writingPaths.tags },
        { label: 'Categories', icon: lineFolder, to: writingPaths.categories },
        { label: 'Series', icon: lineSeries, to: writingPaths.series },
        { label: 'Guest Authors', icon: lineUser, to: writingPaths.guestAuthors },
      ],
    },
    {
      title: role === 'admin' ? 'People and analytics' : 'Analytics',
      places: [
        ...tabs('users', 'analytics'),
        { label: 'Traffic', icon: lineTrend, to: writingPaths.traffic, words: 'visits views statistics' },
        ...forAdmins({ label: 'Activity', icon: lineClock, to: writingPaths.activity }),
      ],
    },
    {
      title: 'Site',
      places: [
        ...forAdmins(
          { label: 'Menu', icon: lineMenu, to: writingPaths.menu },
          { label: 'Redirects', icon: lineTurn, to: writingPaths.redirects },
          { label: 'Settings', icon: lineSettings, to: writingPaths.settings },
          { label: 'Import', icon: lineDownload, to: writingPaths.import },
          { label: 'Export', icon: lineUpload, to: writingPaths.export },
          { label: 'Webhooks', icon: lineWebhook, to: writingPaths.webhooks },
        ),
        { label: 'Tokens', icon: lineKey, to: writingPaths.tokens },
      ],
    },
  ];
  return groups.filter(({ places }) => places.length > 0);
}

/**
 * The place of an address. A tab of the panel and its drafts are separate places; the editor of something stored belongs to its list. Other
 * parameters do not matter.
 */
export function placeAt(
  places: readonly Place[],
  { pathname, search }: { readonly pathname: string; readonly search: string },
): Place | null {
  const parameters = new URLSearchParams(search);
  const tab = parameters.get('tab');
  const list = pathname === paths.admin && tab && tab !== 'overview' ? `${pathname}?tab=${tab}` : pathname;
  const drafts = `${list}${list.includes('?') ? '&' : '?'}status=draft`;
  const postLists = [`${paths.admin}?tab=posts`, paths.writing];
  const addresses =
    pathname === paths.createPost && parameters.has('edit')
      ? postLists
      : pathname === writingPaths.newPage && parameters.has('page')
        ? [writingPaths.pages]
        : [parameters.get('status') === 'draft' && places.some(({ to }) => to === drafts) ? drafts : list];
  return places.find(({ to, alsoAt = [] }) => [to, ...alsoAt].some((one) => addresses.includes(one))) ?? null;
}

/** Pages that are in no list of places. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  '/revisions': 'Revisions',
  [paths.writing]: 'My Posts',
  [writingPaths.ownComments]: 'Comments',
  [writingPaths.ownMedia]: 'Media',
  [writingPaths.newNewsletterIssue()]: 'Newsletter Issue',
  [`${paths.admin}?tab=storage`]: 'Cloud Storage',
  [writingPaths.traffic]: 'Statistics',
};

/** The name of a page without a place, if it has one. */
export const nameAt = ({
  pathname,
  search,
}: {
  readonly pathname: string;
  readonly search: string;
}): string | undefined => OTHER_NAMES[pathname] ?? OTHER_NAMES[`${pathname}${search}`];
