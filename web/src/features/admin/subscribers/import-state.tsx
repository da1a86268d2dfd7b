import { counted, wholeNumber } from '@inkwell/shared/format';
import type { SubscriberImport } from '@inkwell/shared/subscribers';
import { Progress } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import styles from '../admin.module.css';
import { adminQueries } from '../api/queries.ts';
import { useLoginWhenUnauthorized } from '../api/unauthorized.ts';
import { RefusedLines } from '../redirects/refused-lines.tsx';
import { importQuery } from './subscriber-csv.ts';

/** How far an import is, and what became of its rows. It goes on when the page is left. */
export function ImportState({ begun }: { readonly begun: SubscriberImport }) {
  const client = useQueryClient();
  const query = useQuery({ ...importQuery(begun.id), initialData: begun });
  useLoginWhenUnauthorized(query.error);
  const { isDone, done, total, kind, added, known, refusedRows } = query.data;
  useEffect(() => {
    if (isDone) void client.invalidateQueries({ queryKey: adminQueries.everySubscriber });
  }, [client, isDone]);

  const deed = kind === 'ask' ? 'asked by mail' : 'subscribed';
  return (
    <div className={styles.info}>
      {!isDone && <Progress value={(100 * done) / Math.max(1, total)} aria-label="Progress of the import" />}
      <p role="status">
        {isDone
          ? `The import is done: ${counted(added, 'person was', 'people were')} ${deed}, ${wholeNumber(known)} were known already, ${counted(query.data.refused, 'row was', 'rows were')} refused.`
          : `${wholeNumber(done)} of ${wholeNumber(total)} rows are imported. It continues if you leave the page.`}
      </p>
      {refusedRows.length > 0 && (
        <RefusedLines lines={refusedRows.map(({ email, ...row }) => ({ ...row, from: email }))} />
      )}
    </div>
  );
}
