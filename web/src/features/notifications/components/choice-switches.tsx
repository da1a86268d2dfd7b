import type { User } from '@inkwell/shared/users';
import { Switch } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadError } from '../../../components/states.tsx';
import styles from './choice-switches.module.css';

/** An option of an account, and which accounts have it. */
export interface Choice {
  readonly label: string;
  readonly isFor: (user: User) => boolean;
}

type Chosen<Name extends string> = Readonly<Record<Name, boolean>>;

interface ChoiceSwitchesProps<Name extends string> {
  readonly user: User;
  readonly legend: string;
  /** In display order. */
  readonly choices: Readonly<Record<Name, Choice>>;
  readonly query: UseQueryResult<Chosen<Name>>;
  /** Why the options are disabled. */
  readonly failure: string;
  /** The change that is being saved, which is already shown. */
  readonly pending: Partial<Chosen<Name>> | undefined;
  readonly onChoose: (change: Partial<Chosen<Name>>) => void;
  /** Content below the switches. */
  readonly children?: ReactNode;
}

/** Options of an account, each saved at once. */
export function ChoiceSwitches<Name extends string>(props: ChoiceSwitchesProps<Name>) {
  const { user, legend, choices, query, failure, pending, onChoose, children } = props;
  const names = (Object.keys(choices) as Name[]).filter((name) => choices[name].isFor(user));
  return (
    <fieldset className={styles.choices} aria-busy={query.isPending}>
      <legend>{legend}</legend>
      {query.isError && !query.data ? (
        <LoadError title={failure} query={query} />
      ) : (
        names.map((name) => (
          <Switch
            key={name}
            label={choices[name].label}
            checked={pending?.[name] ?? query.data?.[name] ?? false}
            disabled={!query.data}
            onChange={({ currentTarget }) => onChoose({ [name]: currentTarget.checked } as Partial<Chosen<Name>>)}
          />
        ))
      )}
      {children}
    </fieldset>
  );
}
