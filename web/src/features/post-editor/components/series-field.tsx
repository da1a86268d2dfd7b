import '@mantine/core/styles/Combobox.layer.css';
import { SERIES_LIMITS } from '@inkwell/shared/post-series';
import { Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { memo, useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { failureText } from '../../../lib/failure.ts';
import { createSeries, seriesQueries } from '../../series/api/queries.ts';
import type { PostEditor } from '../use-post-editor.ts';
import styles from './series-field.module.css';

const PAUSE_MS = 200;

/** Prefix of the option that creates a series. No id begins with it. */
const NEW = '+';

/** The series of a post and the place in it. Typing completes existing series, and a new name creates one. */
export function SeriesField({ editor }: { readonly editor: PostEditor }) {
  const { session, state, waitFor } = editor;
  const box = useRef<HTMLDivElement>(null);
  const { seriesId } = state.form;
  const remove = () => {
    session.type({ ...session.snapshot().form, seriesId: '', seriesPlace: '' });
    box.current?.querySelector<HTMLElement>('[data-path="seriesId"]')?.focus();
  };
  return (
    <div ref={box} className={styles.series}>
      <Series session={session} value={seriesId} error={state.errors.seriesId} waitFor={waitFor} />
      {seriesId !== '' && (
        <>
          <TextInput
            label="Place in the series"
            description="Counted from 1. Leave empty to add a new post at the end."
            inputMode="numeric"
            {...editor.field('seriesPlace')}
          />
          <Button size="small" variant="secondary" onClick={remove}>
            Remove from Series
          </Button>
        </>
      )}
    </div>
  );
}

interface SeriesProps extends Pick<PostEditor, 'session' | 'waitFor'> {
  /** The id of the series; empty for none. */
  readonly value: string;
  readonly error: string | undefined;
}

/** Memoized, because every key typed into the text would redraw it. */
const Series = memo(function Series({ session, value, error: fault, waitFor }: SeriesProps) {
  const client = useQueryClient();
  const [words, setWords] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [making, setMaking] = useState<string | null>(null);
  /** The series that was selected here. */
  const [chosen, setChosen] = useState<{ readonly id: string; readonly name: string } | null>(null);
  const [isUsed, setUsed] = useState(false);
  const known = chosen?.id === value ? chosen : null;
  const named = useQuery({ ...seriesQueries.named(known ? '' : value) });
  const name = known?.name ?? named.data?.name ?? nameless(named);
  const typed = words.trim();
  const isTyping = typed !== '' && (value === '' || typed !== name);
  const [q] = useDebouncedValue(isTyping ? typed : '', PAUSE_MS);
  const found = useQuery({ ...seriesQueries.found(q), enabled: isUsed });

  const set = (id: string) => {
    const { form } = session.snapshot();
    if (form.seriesId !== id) session.type({ ...form, seriesId: id, seriesPlace: '' });
  };

  async function make(wanted: string): Promise<void> {
    setMaking(wanted);
    try {
      const series = await createSeries(wanted);
      setChosen(series);
      set(series.id);
      void client.invalidateQueries({ queryKey: seriesQueries.all });
    } catch (error) {
      setFailure(`The series "${wanted}" could not be created. ${failureText(error)}`);
      throw error;
    } finally {
      setMaking(null);
    }
  }

  function choose(id: string | null): void {
    setFailure(null);
    if (id?.startsWith(NEW)) {
      waitFor(make(id.slice(NEW.length)));
      return;
    }
    const series = found.data?.items.find((one) => one.id === id);
    if (series) setChosen(series);
    set(id ?? '');
  }

  const items = (found.data?.items ?? []).filter(({ id }) => id !== value);
  const isKnownName = [name, ...items.map((one) => one.name)].some((one) => isSameName(one, typed));
  const isFound = q === typed && !found.isPlaceholderData && !found.isFetching;
  const own = value === '' ? [] : [{ value, label: name }];
  const options = [
    // Enter selects the first option, which must be the typed name and not the post's current series.
    ...(isTyping ? [] : own),
    ...items.map((one) => ({ value: one.id, label: one.name })),
    ...(isTyping && isFound && !isKnownName ? [{ value: NEW + typed, label: `Create "${typed}"` }] : []),
    ...(isTyping ? own : []),
  ];
  return (
    <Select
      label="Series"
      placeholder={making === null ? 'None' : `Creating "${making}"...`}
      error={failure ?? fault}
      data-path="seriesId"
      searchable
      selectFirstOptionOnChange
      allowDeselect={false}
      value={value || null}
      data={options}
      // Already filtered by the server.
      filter={({ options: all }) => all}
      searchValue={words}
      onSearchChange={setWords}
      onFocus={() => setUsed(true)}
      onChange={choose}
      nothingFoundMessage={nothingFound(found)}
      maxLength={SERIES_LIMITS.name}
      maxDropdownHeight={280}
      dir="auto"
    />
  );
});

const isSameName = (one: string, other: string): boolean =>
  one.trim().localeCompare(other.trim(), undefined, { sensitivity: 'accent' }) === 0;

/** A series stays until its name is known. */
function nameless({ data, isError }: { readonly data: unknown; readonly isError: boolean }): string {
  if (data === null) return 'A deleted series';
  return isError ? 'The name could not be loaded' : 'Loading...';
}

function nothingFound({ isError, isFetching }: { readonly isError: boolean; readonly isFetching: boolean }): string {
  if (isError) return 'Series could not be loaded';
  return isFetching ? 'Loading series...' : 'No series yet. Type a name to create one.';
}
