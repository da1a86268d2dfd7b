import { lineMenu } from '@inkwell/shared/line-icons';
import { isStaff } from '@inkwell/shared/permissions';
import type { User } from '@inkwell/shared/users';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { Icon } from '../components/icon.tsx';
import { moderationQueries } from '../features/admin/api/moderation.ts';
import { countDrafts } from '../features/post-editor/drafts/count-drafts.ts';
import { reviewQueries } from '../features/reviews/api/queries.ts';
import { JumpButton } from './palette/jump-button.tsx';
import styles from './staff-nav.module.css';
import { nameAt, placeAt, placesOf } from './staff-places.ts';

/** On screens whose header has no search: its menu has the search, and this bar the button of the command palette. */
const PHONE = '(max-width: 47.99rem)';

/** Counting reads 6 documents: 3 a minute. */
const COUNTED_FOR_MS = 120_000;

/** Reserves the space of the navigation until the session is known. */
export function StaffNavSkeleton() {
  return (
    <div className={styles.frame} aria-hidden="true">
      <div className={styles.opener} />
    </div>
  );
}

/**
 * The navigation for staff and writers, by what the viewer may do: at the side, behind a button below 900 px. Buttons of the pages and the command
 * palette create something new.
 */
export function StaffNav({ viewer }: { readonly viewer: User }) {
  const location = useLocation();
  const groups = placesOf(viewer);
  const waiting = useWaiting(viewer);
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  const [isOpen, setOpen] = useState(false);
  const inAll = waiting.comments + waiting.drafts + waiting.reviews;
  const listId = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const current = placeAt(
    groups.flatMap(({ places }) => places),
    location,
  );

  const currentLink = useRef<HTMLAnchorElement>(null);
  // Scrolling returns a promise in current browsers, and React would take it for a cleanup.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it shows the link of another place
  useEffect(() => void currentLink.current?.scrollIntoView?.({ block: 'nearest' }), [current?.to]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it closes on navigation
  useEffect(() => setOpen(false), [location.key]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is a second way to close it
    <div
      className={styles.frame}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        setOpen(false);
        opener.current?.focus();
      }}
    >
      <div className={styles.side}>
        <div className={styles.top}>
          <button
            ref={opener}
            type="button"
            className={styles.opener}
            aria-expanded={isOpen}
            aria-controls={listId}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon icon={lineMenu} />
            <span>{current?.label ?? nameAt(location) ?? (isStaff(viewer) ? 'Staff pages' : 'Writing')}</span>
            <span className={styles.arrow} data-dot={inAll > 0 || undefined} />
            {inAll > 0 && <span className="visually-hidden">{inAll} waiting in the list</span>}
          </button>
          {isPhone && isStaff(viewer) && <JumpButton />}
        </div>
        <nav
          id={listId}
          className={styles.list}
          aria-label={isStaff(viewer) ? 'Staff' : 'Writing'}
          data-open={isOpen || undefined}
        >
          {groups.map(({ title, places }) => (
            <div key={title} className={styles.group}>
              <p className={styles.title}>{title}</p>
              <ul className="stack">
                {places
                  .filter(({ isAct }) => !isAct)
                  .map((place) => (
                    <li key={place.to}>
                      <Link
                        ref={place === current ? currentLink : null}
                        to={place.to}
                        aria-current={place === current ? 'page' : undefined}
                      >
                        <Icon icon={place.icon} />
                        {place.label}
                        <Count value={place.waiting ? waiting[place.waiting] : 0} />
                      </Link>
                    </li>
                  ))}
              </ul>
            </div>
          ))}
        </nav>
      </div>
    </div>
  );
}

/** The number of waiting items; nothing for 0. */
const Count = ({ value }: { readonly value: number }) =>
  value > 0 && (
    <>
      {' '}
      <span className={styles.count}>
        {value} <span className="visually-hidden">waiting</span>
      </span>
    </>
  );

function useWaiting(viewer: User): Readonly<Record<'comments' | 'drafts' | 'reviews', number>> {
  const client = useQueryClient();
  const often = { staleTime: COUNTED_FOR_MS, refetchInterval: COUNTED_FOR_MS } as const;
  const drafts = useQuery({
    queryKey: ['drafts', 'count', viewer.id],
    queryFn: () => countDrafts(client, viewer),
    ...often,
  });
  const queue = useQuery({ ...moderationQueries.queue(), ...often, enabled: isStaff(viewer) });
  const reviews = useQuery({ ...reviewQueries.count(), ...often, enabled: isStaff(viewer) });
  return {
    reviews: reviews.data ?? 0,
    comments: queue.data ? queue.data.reported + queue.data.held : 0,
    drafts: drafts.data ?? 0,
  };
}
