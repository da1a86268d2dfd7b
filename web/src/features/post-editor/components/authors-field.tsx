import '@mantine/core/styles/Combobox.layer.css';
import { GUEST_CHOICES, GuestInput } from '@inkwell/shared/authors';
import { personName } from '@inkwell/shared/format';
import { AUTHORS_PER_POST } from '@inkwell/shared/users';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { lineDown, lineUp } from '../../../components/staff-icons.ts';
import { useViewer } from '../../../lib/session.tsx';
import { authorChoiceQueries, useCreateGuest } from '../../authors/api/names.ts';
import { postQueries } from '../../posts/api/queries.ts';
import type { PostEditor } from '../use-post-editor.ts';
import styles from './authors-field.module.css';

const PAUSE_MS = 200;

/** The option that creates a guest author, in place of an author's id. */
const NEW = 'new';

const sameName = (a: string, b: string): boolean => a.localeCompare(b, 'en', { sensitivity: 'accent' }) === 0;

/** The authors of a post, in the order of its byline. A new post has its writer as author until somebody is selected. */
export function AuthorsField({ editor }: { readonly editor: PostEditor }) {
  const viewer = useViewer();
  const [isUsed, setUsed] = useState(false);
  const [news, setNews] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const input = useRef<HTMLInputElement>(null);
  /** The focused button, which loses the focus when its row is moved. */
  const moved = useRef<string | null>(null);
  const { value, error, 'data-path': dataPath } = editor.field('authorIds');
  const ids = value === '' ? (viewer ? [viewer.id] : []) : value.split(',');

  const [words, setWords] = useState('');
  const [q] = useDebouncedValue(words.trim(), PAUSE_MS);
  /** Names of authors that were selected here. */
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  const choices = useQuery({ ...authorChoiceQueries.found(), enabled: isUsed });
  const isCut = (choices.data ?? []).filter(({ isGuest }) => isGuest).length >= GUEST_CHOICES;
  const found = useQuery({ ...authorChoiceQueries.found(q), enabled: isCut && q !== '' });
  const post = useQuery({ ...postQueries.byId(editor.state.stored?.id ?? ''), enabled: false });
  const known = new Map([
    ...(viewer ? [[viewer.id, personName(viewer)] as const] : []),
    ...(post.data?.authors ?? []).map((author) => [author.id, personName(author)] as const),
    ...(choices.data ?? []).map((author) => [author.id, author.name] as const),
    ...chosen,
  ]);
  const unknown = ids.filter((id) => !known.has(id));
  const named = useQuery(authorChoiceQueries.named(unknown));
  const nameOf = (id: string) =>
    known.get(id) ?? named.data?.find(({ askedId }) => askedId === id)?.name ?? (named.isFetching ? '...' : 'Somebody');

  const idsNow = useRef(ids);
  useEffect(() => {
    idsNow.current = ids;
    const name = moved.current;
    moved.current = null;
    if (name) list.current?.querySelector<HTMLElement>(`[data-move="${CSS.escape(name)}"]`)?.focus();
  });

  const create = useCreateGuest();
  const change = (next: readonly string[], words: string) => {
    editor.set('authorIds', next.join(','));
    setNews(words);
  };
  const move = (id: string, by: -1 | 1) => {
    const at = ids.indexOf(id);
    if (at + by < 0 || at + by >= ids.length) return;
    const next = ids.filter((other) => other !== id);
    next.splice(at + by, 0, id);
    moved.current = `${by} ${id}`;
    change(next, `${nameOf(id)} is number ${at + by + 1} of ${ids.length}.`);
  };
  const remove = (id: string) => {
    change(
      ids.filter((other) => other !== id),
      `${nameOf(id)} was removed.`,
    );
    input.current?.focus();
  };

  const all = new Map([...(choices.data ?? []), ...(found.data ?? [])].map((author) => [author.id, author]));
  const isSettled = choices.isSuccess && !(isCut && (found.isFetching || q !== words.trim()));
  const typed = GuestInput.safeParse({ name: words }).data?.name;
  const isNew =
    isSettled &&
    !found.isError &&
    typed !== undefined &&
    ![...known.values(), ...[...all.values()].map(({ name }) => name)].some((name) => sameName(name, typed));
  const options = [
    ...[...all.values()]
      .filter(({ id }) => !ids.includes(id))
      .map(({ id, name, isGuest }) => ({ value: id, label: isGuest ? `${name} (guest)` : name })),
    ...(isNew ? [{ value: NEW, label: `Add Guest Author “${typed}”` }] : []),
  ];
  const add = (id: string, name: string) => {
    setChosen((before) => new Map(before).set(id, name));
    change([...idsNow.current, id], `${name} was added.`);
    setWords('');
  };
  return (
    <fieldset className={styles.field}>
      <legend>Authors</legend>
      <ol ref={list} className={styles.list}>
        {ids.map((id, at) => (
          <li key={id}>
            <span className={styles.name} dir="auto">
              {nameOf(id)}
            </span>
            {ids.length > 1 && (
              <span className={styles.acts}>
                {([-1, 1] as const).map((by) => (
                  <Button
                    key={by}
                    size="small"
                    variant="quiet"
                    data-move={`${by} ${id}`}
                    aria-label={`Move ${nameOf(id)} ${by < 0 ? 'up' : 'down'}`}
                    aria-disabled={by < 0 ? at === 0 : at === ids.length - 1}
                    icon={<Icon icon={by < 0 ? lineUp : lineDown} />}
                    onClick={() => move(id, by)}
                  />
                ))}
                <Button size="small" variant="quiet" aria-label={`Remove ${nameOf(id)}`} onClick={() => remove(id)}>
                  Remove
                </Button>
              </span>
            )}
          </li>
        ))}
      </ol>
      <Select
        ref={input}
        aria-label="Add an author"
        placeholder={
          create.isPending
            ? `Adding ${create.variables}...`
            : ids.length < AUTHORS_PER_POST
              ? 'Add an author'
              : `At most ${AUTHORS_PER_POST} authors`
        }
        value={null}
        data={options}
        error={error}
        data-path={dataPath}
        searchable
        selectFirstOptionOnChange
        nothingFoundMessage={
          choices.isError || found.isError
            ? 'Authors could not be loaded'
            : isSettled
              ? 'Nobody with that name'
              : 'Loading authors...'
        }
        maxDropdownHeight={320}
        readOnly={ids.length >= AUTHORS_PER_POST || create.isPending}
        searchValue={words}
        onSearchChange={setWords}
        onFocus={() => setUsed(true)}
        onChange={(id) => {
          if (id === null || ids.length >= AUTHORS_PER_POST) return;
          if (id !== NEW) return add(id, all.get(id)?.name ?? '');
          if (typed === undefined) return;
          create.mutate(typed, {
            onSuccess: (guest) => add(guest.id, guest.name),
            onError: () => setWords(typed),
          });
        }}
      />
      <p role="status" className="visually-hidden">
        {news}
      </p>
    </fieldset>
  );
}
