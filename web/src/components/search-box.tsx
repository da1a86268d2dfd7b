import { lineSearch } from '@inkwell/shared/line-icons';
import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useSlash } from '../hooks/use-slash.ts';
import { Icon } from './icon.tsx';

export interface SearchBoxProps {
  readonly label: string;
  /** Shown in the field instead of the label, which screen readers still hear. */
  readonly placeholder?: string | undefined;
  readonly value: string;
  /** Called with the text shortly after the last key. `replaced`: the text continues an earlier search. */
  readonly onFind: (words: string, options: { replaced: boolean }) => void;
  /** Called when the down arrow moves into the list. */
  readonly onLeave: () => void;
  readonly className?: string | undefined;
}

/** Typing counts as finished after a longer pause than this. */
const PAUSE_MS = 300;

/** Searches a list while somebody types; `/` focuses it. */
export function SearchBox({ label, placeholder, value, onFind, onLeave, className }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const shown = useRef(value);
  useSlash(() => input.current?.focus(), { comesFirst: true });

  // Changed by the back button, not by a recent search.
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
      className={className ?? ''}
      type="search"
      {...(placeholder === undefined
        ? { label }
        : { 'aria-label': label, placeholder, leftSection: <Icon icon={lineSearch} /> })}
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
