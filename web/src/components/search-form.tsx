import { POST_LIMITS } from '@inkwell/shared/post-limits';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useTypedBefore } from '../hooks/use-typed-before.ts';
import { Button } from './button.tsx';
import styles from './search-form.module.css';

interface SearchFormProps {
  /** The current query; empty if there is none. */
  readonly query: string;
  readonly onChange: (query: string) => void;
  /** Whether the button is enabled without words too, as in a served page, where the form also works without the app. */
  readonly isReady?: boolean;
}

/** Searches unless the text is blank; Clear removes the query. Product §2 and §4. */
export function SearchForm({ query, onChange, isReady = false }: SearchFormProps) {
  const [text, setText] = useState(query);
  const [textOf, setTextOf] = useState(query);
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();

  if (textOf !== query) {
    setTextOf(query);
    setText(query);
  }
  useTypedBefore(form, (_, typed) => setText(typed));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const words = text.trim();
    if (words) onChange(words);
  };
  const clear = () => {
    setText('');
    onChange('');
    // The button is about to be disabled, which would lose the focus.
    input.current?.focus();
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: older browsers and screen readers do not know <search>
    <form ref={form} role="search" action="/search" className={styles.form} onSubmit={submit}>
      <label className="visually-hidden" htmlFor={id}>
        Search blogs
      </label>
      <div className={styles.field}>
        <input
          ref={input}
          id={id}
          className={styles.input}
          type="search"
          name="q"
          placeholder="Search blogs..."
          maxLength={POST_LIMITS.query}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button variant="quiet" size="small" className={styles.clear} disabled={!text && !query} onClick={clear}>
          Clear
        </Button>
      </div>
      <Button type="submit" disabled={!isReady && text.trim() === ''}>
        Search
      </Button>
    </form>
  );
}
