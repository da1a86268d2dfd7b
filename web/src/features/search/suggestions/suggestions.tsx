import { authorPath } from '@inkwell/shared/bylines';
import { counted } from '@inkwell/shared/format';
import type { Suggestions as Found } from '@inkwell/shared/search';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { searchQueries } from '../api/queries.ts';
import styles from './suggestions.module.css';

/** A search field that got the focus, and the page's query at that time. */
export interface FocusedField {
  readonly input: HTMLInputElement;
  readonly query: string;
}

/** Suggestions are requested after a longer pause in typing than this. */
const PAUSE_MS = 150;
/** A single letter begins too many words, but Han and kana have words of one character. */
const MIN_LETTERS = 2;
const SHORT_WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

interface Option {
  readonly id: string;
  readonly label: string;
  readonly to: string;
}

interface Group {
  readonly title: string;
  readonly options: readonly Option[];
}

const groupsOf = ({ posts, tags, authors }: Found): Group[] =>
  [
    { title: 'Posts', options: posts.map((post) => ({ id: post.id, label: post.title, to: paths.post(post) })) },
    { title: 'Tags', options: tags.map(({ name, slug }) => ({ id: slug, label: name, to: paths.tag(slug) })) },
    { title: 'Authors', options: authors.map(({ id, name }) => ({ id, label: name, to: authorPath({ id, name }) })) },
  ].filter(({ options }) => options.length > 0);

const isAskable = (text: string): boolean => text.length >= MIN_LETTERS || SHORT_WORD.test(text);

/**
 * Suggestions for a search field, by the ARIA pattern of a combobox with a list: the field keeps the focus, and Enter without a selected suggestion
 * searches as usual. The field becomes a combobox once there are suggestions.
 */
export function Suggestions({ input, query: shown }: FocusedField) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const navigate = useNavigate();
  const [asked, setAsked] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<Option | null>(null);
  const query = searchQueries.suggestions(isAskable(asked) ? asked : '');
  // The previous suggestions stay until these have loaded.
  const { data, isPlaceholderData } = useQuery({ ...query, placeholderData: (before) => before });

  const groups = data && isAskable(asked) ? groupsOf(data) : [];
  const options = groups.flatMap((group) => group.options);
  const isShown = isOpen && options.length > 0;
  const index = options.findIndex(({ to }) => to === chosen?.to);
  const elementId = (at: number): string => `${id}-${at}`;

  const close = () => {
    clearTimeout(timer.current);
    setOpen(false);
    setChosen(null);
  };
  const ask = () => {
    clearTimeout(timer.current);
    setChosen(null);
    setOpen(true);
    timer.current = setTimeout(() => setAsked(input.value.trim()), PAUSE_MS);
  };
  const choose = (at: number) => {
    setOpen(true);
    setChosen(options[at] ?? null);
  };
  const onInput = useEffectEvent(ask);
  const onBlur = useEffectEvent(close);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing) return;
    const { key } = event;
    // Beyond either end, the field itself is selected again.
    if ((key === 'ArrowDown' || key === 'ArrowUp') && options.length > 0) {
      event.preventDefault();
      const from = isShown ? index : -1;
      choose(key === 'ArrowDown' ? from + 1 : from < 0 ? options.length - 1 : from - 1);
    } else if (key === 'Escape' && isShown) {
      // The text stays, and so does the menu around the field.
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (key === 'Enter') {
      const option = isShown ? options[index] : undefined;
      if (option) {
        event.preventDefault();
        void navigate(option.to);
      }
      close();
    } else if (['Home', 'End', 'ArrowLeft', 'ArrowRight'].includes(key)) {
      setChosen(null);
    }
  });

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    input.addEventListener('input', () => onInput(), { signal });
    input.addEventListener('blur', () => onBlur(), { signal });
    input.addEventListener('keydown', (event) => onKeyDown(event), { signal });
    // Typed while this was loading, or before the app had started.
    if (input.value !== shown) onInput();
    return () => {
      clearTimeout(timer.current);
      controller.abort();
    };
  }, [input, shown]);

  useEffect(() => {
    if (isShown) {
      const attributes = { role: 'combobox', autocomplete: 'off', 'aria-autocomplete': 'list', 'aria-controls': id };
      for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, value);
    }
    if (input.getAttribute('role') === 'combobox') {
      input.setAttribute('aria-expanded', String(isShown));
    }
    if (isShown && index >= 0) input.setAttribute('aria-activedescendant', `${id}-${index}`);
    else input.removeAttribute('aria-activedescendant');
    if (index >= 0) list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' });
  }, [input, id, isShown, index]);

  return (
    <>
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label="Suggestions"
        className={styles.list}
        hidden={!isShown}
        // The field keeps the focus.
        onMouseDown={(event) => event.preventDefault()}
      >
        {groups.map(({ title, options: ofGroup }) => (
          // biome-ignore lint/a11y/useSemanticElements: options of a listbox have no other group
          <div key={title} role="group" aria-labelledby={`${id}-${title}`}>
            <div id={`${id}-${title}`} className={styles.title}>
              {title}
            </div>
            {ofGroup.map((option) => (
              <Link
                key={option.id}
                id={elementId(options.indexOf(option))}
                role="option"
                aria-selected={options[index] === option}
                tabIndex={-1}
                className={styles.option}
                to={option.to}
                onClick={close}
                dir="auto"
              >
                {option.label}
              </Link>
            ))}
          </div>
        ))}
      </div>
      <p role="status" className="visually-hidden">
        {isOpen &&
          data &&
          !isPlaceholderData &&
          isAskable(asked) &&
          counted(options.length, 'suggestion', 'suggestions')}
      </p>
    </>
  );
}
