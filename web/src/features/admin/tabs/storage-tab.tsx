import { counted, wholeNumber } from '@inkwell/shared/format';
import type { StorageStatus } from '@inkwell/shared/storage';
import { Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import styles from '../admin.module.css';
import { type MigrationProgress, useMigration } from '../api/migrate.ts';
import { adminQueries } from '../api/queries.ts';
import { useLoginWhenUnauthorized } from '../api/unauthorized.ts';
import { FigureCard } from '../components/figure-card.tsx';

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
  const query = useQuery(adminQueries.storage());
  useLoginWhenUnauthorized(query.error);
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
