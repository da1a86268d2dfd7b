import { personName } from '@inkwell/shared/format';
import {
  type LineIcon,
  lineBell,
  lineLeave,
  lineMoon,
  linePage,
  linePen,
  linePlus,
  lineSearch,
  lineSun,
  lineUser,
} from '@inkwell/shared/line-icons';
import { isAdmin } from '@inkwell/shared/permissions';
import type { StaffPostCard } from '@inkwell/shared/posts';
import { POST_STATUS_LABELS } from '@inkwell/shared/schedule';
import type { User } from '@inkwell/shared/users';
import { lineChevron } from '../../components/staff-icons.ts';
import { chooseColorScheme } from '../../lib/color-scheme.ts';
import { signOut } from '../../lib/identity-store.ts';
import { paths } from '../../lib/paths.ts';
import { toastError } from '../../lib/toast.ts';
import { placesOf } from '../staff-places.ts';

/** The effect of an option: it opens an address or runs an action. */
type Deed = { readonly to: string; readonly alsoTo?: string } | { readonly act: () => void };

/** One entry of the command palette. `alsoTo` is the address for Ctrl+Enter. */
export type Option = Deed & {
  readonly id: string;
  readonly label: string;
  readonly note?: string;
  /** The author, if there is room. */
  readonly by?: string;
  readonly icon: LineIcon;
};

export interface OptionGroup {
  readonly title: string;
  readonly options: readonly Option[];
}

/** An entry that is found by its label or by synonyms. */
type Known = Option & { readonly also?: string };

/** Shorter words are only compared with labels: `the` does not find `theme`. */
const ALSO_MIN = 4;

const wordsOf = (text: string): readonly string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Each word begins a word of the label or of a synonym. */
function fits({ label, also = '' }: Known, words: string): boolean {
  const begins = (text: string, word: string) => wordsOf(text).some((known) => known.startsWith(word));
  return wordsOf(words).every((word) => begins(label, word) || (word.length >= ALSO_MIN && begins(also, word)));
}

const logOut = () => void signOut().catch(() => toastError('Error', 'Failed to log out. Please try again.'));

interface Around {
  readonly viewer: User;
  readonly isDark: boolean;
  readonly onBroadcast: () => void;
}

function actsOf({ viewer, isDark, onBroadcast }: Around): readonly Known[] {
  const acts = placesOf(viewer).flatMap(({ places }) => places.filter(({ isAct }) => isAct));
  return [
    ...acts.map(({ label, to }): Known => ({ id: to, label, to, icon: linePlus, also: 'create write' })),
    ...(isAdmin(viewer)
      ? [{ id: 'broadcast', label: 'Send Notification', icon: lineBell, also: 'broadcast message', act: onBroadcast }]
      : []),
    {
      id: 'scheme',
      label: isDark ? 'Use light colors' : 'Use dark colors',
      icon: isDark ? lineSun : lineMoon,
      also: 'switch theme mode dark light scheme',
      act: () => chooseColorScheme(isDark ? 'light' : 'dark'),
    },
    { id: 'log-out', label: 'Log out', icon: lineLeave, also: 'sign logout', act: logOut },
  ];
}

const pagesOf = ({ viewer }: Around): readonly Known[] => [
  ...placesOf(viewer).flatMap(({ title, places }) =>
    places
      .filter(({ isAct }) => !isAct)
      .map(
        ({ label, to, words }): Known => ({
          id: to,
          label,
          to,
          note: title,
          icon: lineChevron,
          also: `${title} ${words ?? ''}`,
        }),
      ),
  ),
  { id: 'search', label: 'Search Published Posts', to: paths.search(), note: 'As readers see it', icon: lineSearch },
];

/** Pages and actions that the viewer may use and that match the words. */
export function knownOptions(around: Around, words: string): readonly OptionGroup[] {
  return [
    { title: 'Pages', options: pagesOf(around).filter((option) => fits(option, words)) },
    { title: 'Actions', options: actsOf(around).filter((option) => fits(option, words)) },
  ];
}

/** A post opens in the editor, or with Ctrl+Enter as readers see it. */
export const postOption = (post: StaffPostCard): Option => ({
  id: `post ${post.id}`,
  label: post.title,
  note: POST_STATUS_LABELS[post.status],
  by: personName(post.author),
  icon: post.isPublished ? linePage : linePen,
  to: paths.editPost(post.id),
  alsoTo: paths.post(post),
});

/** A person opens in the list of users. */
export const personOption = (user: User): Option => ({
  id: `person ${user.id}`,
  label: personName(user),
  ...(user.email && { note: user.email }),
  icon: lineUser,
  to: `${paths.admin}?${new URLSearchParams({ tab: 'users', q: user.email ?? personName(user) })}`,
});

/** Opens the list of all results. */
export const restOption = (what: 'posts' | 'users', words: string, total: number): Option => ({
  id: `all ${what}`,
  label: `Show all ${total} ${what} with “${words}”`,
  icon: lineChevron,
  to: `${paths.admin}?${new URLSearchParams({ tab: what, q: words })}`,
});
