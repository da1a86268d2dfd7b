import { counted, wholeNumber } from '@inkwell/shared/format';
import { type MigrationAnswer, type StorageStatus, storageApi } from '@inkwell/shared/storage';
import { Progress } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { actionFailure } from '../../../lib/action-failure.ts';
import { call, isUnauthorized } from '../../../lib/api.ts';
import { toastError, toastSuccess } from '../../../lib/toast.ts';
import { postQueries } from '../../posts/api/queries.ts';
import styles from '../admin.module.css';
import { adminQueries } from '../api/queries.ts';
import { goToLogin, useStaffQuery } from '../api/unauthorized.ts';
import { FigureCard } from '../components/figure-card.tsx';

const START = {
  isRunning: true,
  /** Images moved so far by this run. */
  moved: 0,
  /** Null before the first answer. */
  remaining: null as number | null,
  failed: [] as MigrationAnswer['failed'],
};
type MigrationProgress = Readonly<typeof START>;

/** Moves images call by call, while images remain and each call moves some. */
function useMigration() {
  const client = useQueryClient();
  const [progress, setProgress] = useState<MigrationProgress | null>(null);

  async function run(): Promise<void> {
    if (progress?.isRunning) return;
    let current = START;
    setProgress(current);
    try {
      let answer: MigrationAnswer;
      do {
        answer = await call(storageApi.migrate);
        const { remaining, failed } = answer;
        current = { isRunning: true, moved: current.moved + answer.success, remaining, failed };
        setProgress(current);
      } while (answer.remaining > 0 && answer.success > 0);
      toastSuccess('Success', `Successfully migrated ${wholeNumber(current.moved)} images to Firebase Storage.`);
    } catch (error) {
      if (isUnauthorized(error)) goToLogin();
      else toastError('Migration Failed', ...actionFailure('migrate images', error));
    } finally {
      setProgress({ ...current, isRunning: false });
      void client.invalidateQueries({ queryKey: adminQueries.storage().queryKey });
      void client.invalidateQueries({ queryKey: adminQueries.everyPost });
      void client.invalidateQueries({ queryKey: adminQueries.everyUser });
      void client.invalidateQueries({ queryKey: postQueries.all });
    }
  }

  return { progress, run };
}

function MigrationResult({ progress }: { readonly progress: MigrationProgress }) {
  const { isRunning, moved, remaining, failed } = progress;
  const share = remaining === null || moved + remaining === 0 ? 0 : (moved / (moved + remaining)) * 100;
  return (
    <>
      {isRunning && <Progress value={share} aria-label="Images migrated" animated striped />}
      <p role="status">
        {counted(moved, 'image migrated', 'images migrated')}
        {remaining !== null && `, ${wholeNumber(remaining)} remaining`}
      </p>
      {failed.length > 0 && (
        <ul>
          {failed.map(({ kind, id, image, reason }) => (
            <li key={`${kind} ${id} ${image}`}>
              {kind} {id}: {image.slice(0, 80)} ({reason})
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Cloud storage and external images, for admins. Reached only by its address. Product §2. */
export function StorageTab() {
  const query = useStaffQuery(adminQueries.storage());
  return (
    <Loaded query={query} loading="Loading storage status" failure="Failed to load storage status" height="10rem">
      {(status) => <Storage {...status} />}
    </Loaded>
  );
}

function Storage({ isConfigured, localImagesCount, projectId }: StorageStatus) {
  const { progress, run } = useMigration();
  const isRunning = progress?.isRunning ?? false;
  return (
    <>
      <div className={styles.bar}>
        <h2>Cloud Storage</h2>
        <Badge tone={isConfigured ? 'success' : 'warning'}>{isConfigured ? 'Configured' : 'Not Configured'}</Badge>
      </div>
      <p className={styles.info}>Project: {projectId ?? 'N/A'}</p>
      <dl className={styles.cards}>
        <FigureCard label="Local Images" value={localImagesCount} note="not yet in cloud storage" />
      </dl>
      <div>
        <Button
          isPending={isRunning}
          disabled={!isRunning && (!isConfigured || localImagesCount === 0)}
          onClick={() => void run()}
        >
          {isRunning ? 'Migrating...' : 'Migrate Images to Firebase Storage'}
        </Button>
      </div>
      {localImagesCount === 0 && !isRunning && <p className={styles.note}>All images are in cloud storage.</p>}
      {progress && <MigrationResult progress={progress} />}
    </>
  );
}
