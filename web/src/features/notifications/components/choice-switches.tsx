import type { User } from '@inkwell/shared/users';
import { Switch } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadError } from '../../../components/states.tsx';
import styles from './choice-switches.module.css';

/** What an account can choose, and which accounts have the choice. */
export interface Choice {
  readonly label: string;
  readonly isFor: (user: User) => boolean;
}

type Chosen<Name extends string> = Readonly<Record<Name, boolean>>;

interface ChoiceSwitchesProps<Name extends string> {
  readonly user: User;
  readonly legend: string;
  /** In their order. */
  readonly choices: Readonly<Record<Name, Choice>>;
  readonly query: UseQueryResult<Chosen<Name>>;
  /** Why nothing can be chosen. */
  readonly failure: string;
  /** The change that is being stored, shown already. */
  readonly pending: Partial<Chosen<Name>> | undefined;
  readonly onChoose: (change: Partial<Chosen<Name>>) => void;
  /** Below the switches. */
  readonly children?: ReactNode;
}

/** Choices of an account, each stored at once. */
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
