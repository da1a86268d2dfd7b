import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** Filters of a list in the address; filters that are not set are undefined. */
export interface AddressFilters<Name extends string> {
  readonly values: Readonly<Partial<Record<Name, string>>>;
  /**
   * Changes some filters; undefined and '' remove a filter. The back button restores the earlier ones, unless
   * `replaced`.
   */
  change(values: Partial<Record<Name, string | undefined>>, options?: { replaced?: boolean }): void;
  /** Removes all filters. */
  clear(): void;
}

export function useAddressFilters<Name extends string>(names: readonly Name[]): AddressFilters<Name> {
  const [search, setSearch] = useSearchParams();
  const values = Object.fromEntries(
    names.flatMap((name) => {
      const value = search.get(name);
      return value ? [[name, value]] : [];
    }),
  ) as Partial<Record<Name, string>>;

  const change = useCallback<AddressFilters<Name>['change']>(
    (changes, { replaced = false } = {}) =>
      setSearch(
        (current) => {
          const next = new URLSearchParams(current);
          for (const [name, value] of Object.entries<string | undefined>(changes)) {
            if (value) next.set(name, value);
            else next.delete(name);
          }
          return next;
        },
        { replace: replaced, preventScrollReset: true },
      ),
    [setSearch],
  );
  const clear = () => change(Object.fromEntries(names.map((name) => [name, ''])) as Record<Name, string>);
  return { values, change, clear };
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** These values without the unset ones. */
export const givenOf = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value)) as Given<T>;

/** The value if it is one of these options. */
export const oneOf = <T extends string>(options: readonly T[], value: string | undefined): T | undefined =>
  options.find((option) => option === value);
