import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { Button } from '../../../components/button.tsx';
import { paths } from '../../../lib/paths.ts';
import { toastError } from '../../../lib/toast.ts';
import {
  builtInViews,
  isSameView,
  type PostValues,
  type PostView,
  storedViews,
  storeViews,
  VIEW_LIMITS,
} from '../post-views.ts';
import styles from './saved-views.module.css';

const addressOf = ({ values }: PostView): string =>
  `${paths.admin}?${new URLSearchParams({ tab: 'posts', ...values })}`;

interface SavedViewsProps {
  readonly viewerId: string;
  /** The current filters in the address. */
  readonly values: PostValues;
}

/** Named addresses of the list: three standard ones, and the ones that the person saved. */
export function SavedViews({ viewerId, values }: SavedViewsProps) {
  const [own, setOwn] = useState(() => storedViews(viewerId));
  const [name, setName] = useState<string | null>(null);
  const views = [...builtInViews(viewerId), ...own];
  const isFiltered = !isSameView(values, {});
  const current = views.find((view) => isSameView(view.values, values));
  const isOwn = current !== undefined && own.includes(current);
  const taken = name !== null && views.some((view) => view.name.toLowerCase() === name.trim().toLowerCase());

  function store(next: readonly PostView[]): void {
    if (storeViews(viewerId, next)) {
      setOwn(next);
      setName(null);
    } else toastError('Error', 'This browser could not save the view.');
  }

  return (
    <nav className={styles.views} aria-label="Views">
      {views.map((view) => (
        <Link key={view.name} to={addressOf(view)} aria-current={view === current ? 'page' : undefined} dir="auto">
          {view.name}
        </Link>
      ))}
      {isOwn && (
        <Button variant="quiet" size="small" onClick={() => store(own.filter((view) => view !== current))}>
          Remove View
        </Button>
      )}
      {isFiltered && !current && name === null && own.length < VIEW_LIMITS.count && (
        <Button variant="quiet" size="small" onClick={() => setName('')}>
          Save View
        </Button>
      )}
      {isFiltered && !current && name !== null && (
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() && !taken) store([...own, { name: name.trim(), values }]);
          }}
        >
          <TextInput
            aria-label="Name of the view"
            placeholder="Name of the view"
            value={name}
            maxLength={VIEW_LIMITS.name}
            error={taken && 'A view has this name.'}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            autoFocus
          />
          <Button type="submit" size="small">
            Save View
          </Button>
          <Button variant="quiet" size="small" onClick={() => setName(null)}>
            Cancel
          </Button>
        </form>
      )}
    </nav>
  );
}
