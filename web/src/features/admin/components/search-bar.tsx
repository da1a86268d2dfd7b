import { NativeSelect, TextInput } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { useSlash } from '../../../hooks/use-slash.ts';
import styles from '../admin.module.css';

interface SearchBoxProps {
  readonly label: string;
  readonly value: string;
  /** Called with the text, shortly after the last key. `replaced`: the text continues an earlier search. */
  readonly onFind: (words: string, options: { replaced: boolean }) => void;
  /** Called when the down arrow leads into the list. */
  readonly onLeave: () => void;
}

/** Typing pauses longer than this count as finished. */
const PAUSE_MS = 300;

function SearchBox({ label, value, onFind, onLeave }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const shown = useRef(value);
  useSlash(() => input.current?.focus(), { comesFirst: true });

  // Changed by the back button, not by a search a moment ago.
  useEffect(() => {
    if (value !== shown.current) setText(value);
    shown.current = value;
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const find = (words: string) => {
    clearTimeout(timer.current);
    if (words.trim() === shown.current) return;
    const replaced = shown.current !== '';
    shown.current = words.trim();
    onFind(words.trim(), { replaced });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') find(text);
    if (event.key === 'Escape' && text) {
      event.preventDefault();
      setText('');
      find('');
    }
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      onLeave();
    }
  };

  return (
    <TextInput
      ref={input}
      className={styles.findBox ?? ''}
      type="search"
      label={label}
      maxLength={200}
      aria-keyshortcuts="/"
      value={text}
      onKeyDown={onKeyDown}
      onChange={({ currentTarget: { value: words } }) => {
        setText(words);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => find(words), PAUSE_MS);
      }}
    />
  );
}

interface FilterProps {
  readonly label: string;
  /** '' means no filter. */
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
  /** Why the filter is disabled. */
  readonly blockedBy?: string | undefined;
}

/** One filter in a list's bar. */
export function Filter({ label, value, options, onChange, blockedBy }: FilterProps) {
  return (
    <NativeSelect
      className={styles.filter ?? ''}
      label={label}
      value={value}
      data={[...options]}
      disabled={blockedBy !== undefined}
      title={blockedBy}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

interface SearchBarProps extends SearchBoxProps {
  /** Label of the bar: 'Find posts'. */
  readonly name: string;
  readonly children: ReactNode;
  /** Whether there is a filter to clear. */
  readonly isNarrowed: boolean;
  readonly onClear: () => void;
  /** Below the bar: why a filter is disabled. */
  readonly note?: string | undefined;
}

/** The search field, filters and order above a list; `/` moves to the field. */
export function SearchBar({ name, children, isNarrowed, onClear, note, ...box }: SearchBarProps) {
  return (
    <section className={styles.findBar} aria-label={name}>
      <SearchBox {...box} />
      <div className={styles.filters}>{children}</div>
      {isNarrowed && (
        <Button variant="quiet" size="small" className={styles.clear} onClick={onClear}>
          Clear filters
        </Button>
      )}
      {note && <p className={styles.findNote}>{note}</p>}
    </section>
  );
}
