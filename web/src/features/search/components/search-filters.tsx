import {
  filterControls,
  isNarrowed,
  readSearchChoice,
  SEARCH_TEXTS,
  type SearchChoice,
  searchPath,
} from '@inkwell/shared/search-key';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { useTypedBefore } from '../../../hooks/use-typed-before.ts';
import { searchQueries } from '../api/queries.ts';
import styles from '../pages/search-page.module.css';

/**
 * What the results can be narrowed by, as a form: nothing changes before it is sent, and it works without the app too. It stays, with the
 * focus in it, while other results load.
 */
export function SearchFilters({ choice }: { readonly choice: SearchChoice }) {
  const navigate = useNavigate();
  const { data } = useQuery({ ...searchQueries.find(choice), placeholderData: (before) => before });
  const controls = data ? filterControls(choice, data.filters) : [];
  const address = searchPath(choice);
  const [changed, setChanged] = useState<Readonly<Record<string, string>>>({});
  const [changedAt, setChangedAt] = useState(address);
  const form = useRef<HTMLFormElement>(null);
  useTypedBefore(form, (name, value) => setChanged((all) => ({ ...all, [name]: value })));

  if (changedAt !== address) {
    setChangedAt(address);
    setChanged({});
  }
  if (controls.length === 0) return null;

  const send = (form: HTMLFormElement) => {
    const values = new FormData(form);
    const next = readSearchChoice((name) => String(values.get(name) ?? ''));
    void navigate(searchPath({ ...next, q: choice.q, sort: choice.sort }), { preventScrollReset: true });
  };
  return (
    <form
      ref={form}
      // Where the app is not there, the browser sends it.
      action="/search"
      className={styles.filters}
      aria-label={SEARCH_TEXTS.filters}
      onSubmit={(event) => {
        event.preventDefault();
        send(event.currentTarget);
      }}
    >
      <input type="hidden" name="q" value={choice.q} />
      {choice.sort && <input type="hidden" name="sort" value={choice.sort} />}
      {controls.map(({ name, label, all, value, options }) => (
        <label key={name} className={styles.filter}>
          <span>{label}</span>
          <select
            name={name}
            className={styles.select}
            value={changed[name] ?? value}
            onChange={({ target }) => setChanged({ ...changed, [name]: target.value })}
          >
            <option value="">{all}</option>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        </label>
      ))}
      <Button type="submit" variant="secondary">
        {SEARCH_TEXTS.apply}
      </Button>
      {isNarrowed(choice) && (
        <ButtonLink variant="quiet" to={searchPath({ q: choice.q, sort: choice.sort })} preventScrollReset>
          {SEARCH_TEXTS.remove}
        </ButtonLink>
      )}
    </form>
  );
}
