import { isAdmin } from '@inkwell/shared/permissions';
import type { User } from '@inkwell/shared/users';
import { useDebouncedValue } from '@mantine/hooks';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { adminQueries } from '../../features/admin/api/queries.ts';
import { useLoginWhenUnauthorized } from '../../features/admin/api/unauthorized.ts';
import type { Page } from '../../lib/api.ts';
import { useColorScheme } from '../../lib/color-scheme.ts';
import { knownOptions, type Option, type OptionGroup, personOption, postOption, restOption } from './options.ts';

/** Typing counts as finished after a longer pause than this. */
const PAUSE_MS = 250;

/** Shorter queries would match almost everything. */
const WORDS_MIN = 2;

/** A failed search on the server. */
interface FailedSearch {
  readonly title: string;
  readonly error: unknown;
  readonly isRetrying: boolean;
  readonly retry: () => void;
}

interface Found {
  /** Only groups that have options. */
  readonly groups: readonly OptionGroup[];
  readonly isSearching: boolean;
  readonly failed: readonly FailedSearch[];
}

interface Asked {
  readonly viewer: User;
  readonly words: string;
  readonly onBroadcast: () => void;
}

/** Results for the words: pages and actions at once, posts and people after a pause. */
export function useOptions({ viewer, words, onBroadcast }: Asked): Found {
  const isDark = useColorScheme() === 'dark';
  const [paused] = useDebouncedValue(words, PAUSE_MS);
  const isWanted = words.length >= WORDS_MIN;
  const isCurrent = isWanted && paused === words;
  const posts = useQuery({ ...adminQueries.foundPosts(words), enabled: isCurrent });
  const people = useQuery({ ...adminQueries.foundUsers(words), enabled: isCurrent && isAdmin(viewer) });
  useLoginWhenUnauthorized(posts.error ?? people.error);

  const groupOf = <T>(title: string, query: UseQueryResult<Page<T>>, toOption: (item: T) => Option): OptionGroup => {
    const { items = [], total = 0 } = query.data ?? {};
    const rest = total > items.length ? [restOption(title === 'Posts' ? 'posts' : 'users', words, total)] : [];
    return { title, options: [...items.map(toOption), ...rest] };
  };
  const failureOf = (title: string, query: UseQueryResult<unknown>): readonly FailedSearch[] =>
    isCurrent && query.isError && !query.data
      ? [{ title, error: query.error, isRetrying: query.isFetching, retry: () => void query.refetch() }]
      : [];
  return {
    groups: [
      ...knownOptions({ viewer, isDark, onBroadcast }, words),
      groupOf('Posts', posts, postOption),
      groupOf('People', people, personOption),
    ].filter(({ options }) => options.length > 0),
    isSearching: isWanted && (!isCurrent || posts.isLoading || people.isLoading),
    failed: [...failureOf('Posts could not be searched', posts), ...failureOf('People could not be searched', people)],
  };
}
