import { wholeNumber } from '@inkwell/shared/format';
import { type MigrationAnswer, storageApi } from '@inkwell/shared/storage';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { actionFailure } from '../../../lib/action-failure.ts';
import { call, isUnauthorized } from '../../../lib/api.ts';
import { toastError, toastSuccess } from '../../../lib/toast.ts';
import { postQueries } from '../../posts/api/queries.ts';
import { adminQueries } from './queries.ts';
import { goToLogin } from './unauthorized.ts';

export interface MigrationProgress {
  readonly isRunning: boolean;
  /** Images moved so far by this run. */
  readonly moved: number;
  /** Null before the first answer. */
  readonly remaining: number | null;
  readonly failed: MigrationAnswer['failed'];
}

const START: MigrationProgress = { isRunning: true, moved: 0, remaining: null, failed: [] };

/** Moves images call by call, while images remain and each call moves some. */
export function useMigration() {
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
        current = {
          isRunning: true,
          moved: current.moved + answer.success,
          remaining: answer.remaining,
          failed: answer.failed,
        };
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
