import { NativeSelect, TextInput } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { useSlash } from '../../../hooks/use-slash.ts';
import styles from '../admin.module.css';

interface SearchBoxProps {
  readonly label: string;
  readonly value: string;
  /** Told what is looked for, a moment after the last key. `replaced`: it goes on from what was looked for before. */
  readonly onFind: (words: string, options: { replaced: boolean }) => void;
  /** Told of the arrow that leads into the list. */
  readonly onLeave: () => void;
}

/** So long after a key nobody types on. */
const PAUSE_MS = 300;

function SearchBox({ label, value, onFind, onLeave }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const shown = useRef(value);
  useSlash(() => input.current?.focus(), { comesFirst: true });

  // By the back button, not by the answer to what was typed a moment ago.
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
  /** '' stands for no choice. */
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
  /** Why nothing can be chosen now. */
  readonly blockedBy?: string | undefined;
}

/** One choice in a list's bar. */
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
  /** What the bar is for: 'Find posts'. */
  readonly name: string;
  readonly children: ReactNode;
  /** Whether anything is chosen that can be taken back. */
  readonly isNarrowed: boolean;
  readonly onClear: () => void;
  /** What is said below: why something cannot be chosen. */
  readonly note?: string | undefined;
}

/** The box, filters and order above a list; `/` leads to the box. */
export function SearchBar({ name, children, isNarrowed, onClear, note, ...box }: SearchBarProps) {
  return (
    <section className={styles.findBar} aria-label={name}>
      <SearchBox {...box} />
      {children}
      {isNarrowed && (
        <Button variant="quiet" size="small" className={styles.clear} onClick={onClear}>
          Clear filters
        </Button>
      )}
      {note && <p className={styles.findNote}>{note}</p>}
    </section>
  );
}
