import '../../../components/mantine-parts.ts';
import { longDate } from '@inkwell/shared/format';
import type { ContentImport } from '@inkwell/shared/imports';
import { isAdmin } from '@inkwell/shared/permissions';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { showAnswer } from '../../../lib/show-answer.ts';
import styles from '../admin.module.css';
import { useStaffQuery } from '../api/unauthorized.ts';
import { staffPage } from '../components/staff-page.tsx';
import { isOpen, movingQueries } from '../moving/api.ts';
import { ImportForm } from '../moving/import-form.tsx';
import { ImportState } from '../moving/import-state.tsx';

/** `/admin/import`, for admins: imports of other sites. Moderators see the panel instead. */
export const Component = staffPage({ title: 'Import', may: isAdmin }, Import);

function Import() {
  const client = useQueryClient();
  const query = useStaffQuery(movingQueries.imports());
  /** The open import; null for the form, undefined before the list has loaded. */
  const [shownId, setShownId] = useState<string | null | undefined>(undefined);
  const openOne = query.data?.find(isOpen)?.id ?? null;
  // Set once: an import stays open when it has ended, with its buttons.
  if (shownId === undefined && query.data) setShownId(openOne);
  const shown = shownId ?? null;
  const show = (id: string | null) => {
    setShownId(id);
    return client.invalidateQueries(movingQueries.imports());
  };

  return (
    <>
      <p className={styles.info}>
        Bring posts, pages, comments, pictures and subscribers over from another site. What was not public there arrives
        as a draft, and importing the same file again adds nothing twice.
      </p>
      <Loaded query={query} loading="Loading imports" failure="Failed to load imports" height="24rem">
        {(imports) => (
          <>
            {shown === null ? (
              <ImportForm
                onBegun={(begun) => {
                  showAnswer(client, movingQueries.oneImport(begun.id).queryKey, begun);
                  void show(begun.id);
                }}
              />
            ) : (
              <ImportState key={shown} id={shown} onLeave={() => void show(null)} />
            )}
            <Earlier imports={imports.filter(({ id }) => id !== shown)} onShow={(id) => void show(id)} />
          </>
        )}
      </Loaded>
    </>
  );
}

const STATES: Readonly<Record<ContentImport['state'], string>> = {
  reading: 'being read',
  failed: 'cannot be imported',
  ready: 'waits for your confirmation',
  running: 'is running',
  paused: 'paused',
  done: 'done',
  discarded: 'cancelled',
};

interface EarlierProps {
  readonly imports: readonly ContentImport[];
  readonly onShow: (id: string) => void;
}

/** Other imports of the last days. */
function Earlier({ imports, onShow }: EarlierProps) {
  if (imports.length === 0) return null;
  return (
    <>
      <div className={styles.bar}>
        <h2>Other imports</h2>
      </div>
      <ul className={styles.rows} aria-label="Other imports">
        {imports.map(({ id, name, state, createdAt }) => (
          <li key={id} className={styles.row}>
            <div className={styles.body}>
              <strong dir="auto">{name}</strong>
              <span className={styles.meta}>
                <span>{STATES[state]}</span>
                <span>{longDate(createdAt)}</span>
              </span>
            </div>
            <div className={styles.rowActions}>
              <Button variant="secondary" size="small" aria-label={`Show ${name}`} onClick={() => onShow(id)}>
                Show
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
