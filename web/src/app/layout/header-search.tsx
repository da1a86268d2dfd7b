import { lineSearch } from '@inkwell/shared/line-icons';
import { POST_LIMITS } from '@inkwell/shared/post-limits';
import { type FormEvent, type Ref, useId, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Icon } from '../../components/icon.tsx';
import { useSuggestions } from '../../features/search/suggestions/use-suggestions.tsx';
import { useSlash } from '../../hooks/use-slash.ts';
import { useTypedBefore } from '../../hooks/use-typed-before.ts';
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
  const [textOf, setTextOf] = useState(shown);
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const { onFocus, list } = useSuggestions(shown);

  if (textOf !== shown) {
    setTextOf(shown);
    setText(shown);
  }
  useTypedBefore(form, (_, typed) => setText(typed));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const words = text.trim();
    if (words) void navigate(paths.search(words));
  };

  return (
    <form
      ref={form}
      // Without the app, the browser submits it.
      action={paths.search()}
      className={styles.form}
      aria-label="Search all posts"
      onSubmit={submit}
      onFocus={onFocus}
    >
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
        name="q"
        placeholder="Search posts"
        aria-keyshortcuts="/"
        maxLength={POST_LIMITS.query}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {list}
    </form>
  );
}
