import { lineSearch } from '@inkwell/shared/line-icons';
import { readSearchQuery } from '@inkwell/shared/search-query';
import type { Ref } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Icon } from '../../components/icon.tsx';
import { useSuggestions } from '../../features/search/suggestions/use-suggestions.tsx';
import { useSearchText } from '../../hooks/use-search-text.ts';
import { useSlash } from '../../hooks/use-slash.ts';
import { paths } from '../../lib/paths.ts';
import styles from './header-search.module.css';

interface HeaderSearchProps {
  readonly inputRef: Ref<HTMLInputElement>;
  /** Called when somebody presses `/`. */
  readonly onSlash?: () => void;
}

/** The search field of every page, for visitors too. Enter opens the results. Product §2. */
export function HeaderSearch({ inputRef, onSlash }: HeaderSearchProps) {
  useSlash(onSlash);
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const shown = pathname === paths.search() ? readSearchQuery(new URLSearchParams(search).get('q') ?? '') : '';
  const { formProps, inputProps } = useSearchText(shown, (words) => void navigate(paths.search(words)));
  const { onFocus, list } = useSuggestions(shown);

  return (
    <form
      {...formProps}
      // Without the app, the browser submits it.
      action={paths.search()}
      className={styles.form}
      aria-label="Search all posts"
      onFocus={onFocus}
    >
      <label className="visually-hidden" htmlFor={inputProps.id}>
        Search all posts
      </label>
      <span className={styles.icon}>
        <Icon icon={lineSearch} />
      </span>
      <input {...inputProps} ref={inputRef} className={styles.input} placeholder="Search posts" aria-keyshortcuts="/" />
      {list}
    </form>
  );
}
