import { POST_LIMITS } from '@inkwell/shared/post-limits';
import { type FormEvent, type Ref, useEffect, useId, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Icon } from '../../components/icon.tsx';
import { lineSearch } from '../../components/line-icons.ts';
import { useSlash } from '../../hooks/use-slash.ts';
import { paths } from '../../lib/paths.ts';
import { readSearchQuery } from '../../lib/search-query.ts';
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
  const shown = pathname === paths.search() ? readSearchQuery(new URLSearchParams(search)) : '';
  const [text, setText] = useState(shown);
  const id = useId();

  useEffect(() => setText(shown), [shown]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const words = text.trim();
    if (words) void navigate(paths.search(words));
  };

  return (
    <form className={styles.form} aria-label="Search all posts" onSubmit={submit}>
      <label className="visually-hidden" htmlFor={id}>
        Search all posts
      </label>
      <span className={styles.icon}>
        <Icon icon={lineSearch} />
      </span>
      <input
        ref={inputRef}
        id={id}
        className={styles.input}
        type="search"
        placeholder="Search posts"
        aria-keyshortcuts="/"
        maxLength={POST_LIMITS.query}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </form>
  );
}
