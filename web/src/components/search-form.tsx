import { useRef } from 'react';
import { useSearchText } from '../hooks/use-search-text.ts';
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
  const { text, setText, formProps, inputProps } = useSearchText(query, onChange);
  const input = useRef<HTMLInputElement>(null);
  const clear = () => {
    setText('');
    onChange('');
    // The button is about to be disabled, which would lose the focus.
    input.current?.focus();
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: older browsers and screen readers do not know <search>
    <form {...formProps} role="search" action="/search" className={styles.form}>
      <label className="visually-hidden" htmlFor={inputProps.id}>
        Search blogs
      </label>
      <div className={styles.field}>
        <input {...inputProps} ref={input} className={styles.input} placeholder="Search blogs..." />
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
