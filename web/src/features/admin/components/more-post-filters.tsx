import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import styles from '../admin.module.css';
import type { POST_FILTERS, PostValues } from '../post-views.ts';
import { ListSelect } from './list-select.tsx';
import { Filter } from './search-bar.tsx';

const NAMES = ['tag', 'series', 'language', 'picture', 'since', 'until', 'due'] as const;

interface MoreFiltersProps {
  readonly values: PostValues;
  readonly change: (values: Partial<Record<(typeof NAMES)[number], string>>, options?: { replaced?: boolean }) => void;
  /** Why a filter is disabled. */
  readonly blockedBy: (name: (typeof POST_FILTERS)[number]) => string | undefined;
}

/** Less common filters, behind a button unless one is set. */
export function MoreFilters({ values, change, blockedBy }: MoreFiltersProps) {
  const [isOpened, setOpened] = useState(false);
  const isOpen = isOpened || NAMES.some((name) => values[name] !== undefined);
  if (!isOpen)
    return (
      <Button variant="quiet" size="small" className={styles.clear} onClick={() => setOpened(true)}>
        More Filters
      </Button>
    );
  return (
    <>
      {(['tag', 'series'] as const).map((of) => (
        <ListSelect
          key={of}
          of={of}
          label={of === 'tag' ? 'Tag' : 'Series'}
          none="Any"
          className={styles.filter}
          value={values[of] ?? ''}
          blockedBy={blockedBy(of)}
          onChange={(id) => change({ [of]: id })}
        />
      ))}
      <Language
        value={values.language ?? ''}
        blockedBy={blockedBy('language')}
        onChange={(language) => change({ language })}
      />
      {(['since', 'until'] as const).map((name) => (
        <TextInput
          key={name}
          type="date"
          label={name === 'since' ? 'Created from' : 'Created to'}
          value={values[name] ?? ''}
          disabled={blockedBy(name) !== undefined}
          title={blockedBy(name)}
          onChange={({ currentTarget }) => change({ [name]: currentTarget.value }, { replaced: true })}
        />
      ))}
      <Filter
        label="Picture"
        value={values.picture ?? ''}
        options={[{ value: 'none', label: 'No picture' }]}
        blockedBy={blockedBy('picture')}
        onChange={(picture) => change({ picture })}
      />
      <Filter
        label="Due"
        value={values.due ?? ''}
        options={[{ value: 'week', label: 'This week' }]}
        blockedBy={blockedBy('due')}
        onChange={(due) => change({ due })}
      />
    </>
  );
}

interface LanguageProps {
  readonly value: string;
  readonly blockedBy: string | undefined;
  readonly onChange: (language: string) => void;
}

/** The language of posts, as typed in the editor; applied when the field is left or Enter is pressed. */
function Language({ value, blockedBy, onChange }: LanguageProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const end = () => {
    if (typed !== null && typed.trim() !== value) onChange(typed.trim());
    setTyped(null);
  };
  return (
    <TextInput
      className={styles.filter ?? ''}
      label="Language"
      placeholder="de, pt-BR"
      value={typed ?? value}
      disabled={blockedBy !== undefined}
      title={blockedBy}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={end}
      onKeyDown={({ key }) => {
        if (key === 'Enter') end();
      }}
    />
  );
}
