import { type BulkRun, type BulkRunInput, bulkActionApi } from '@inkwell/shared/bulk-actions';
import { counted, wholeNumber } from '@inkwell/shared/format';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { actionFailure } from '../../../lib/action-failure.ts';
import { call, isApiError } from '../../../lib/api.ts';
import { createStore } from '../../../lib/store.ts';
import { type ToastInput, toast, toastError, toastStore } from '../../../lib/toast.ts';
import { refreshPosts } from './post-actions.ts';
import { showActionError } from './unauthorized.ts';

/** How often the progress of a run is requested; separate, so that tests need not wait. */
export const RUN_POLL = { ms: 2_000 };

const CHANGING = ['Changing', 'changed'] as const;

/** The words of toasts, during an action and after it. */
const WORDS: Readonly<Record<BulkRun['action'], readonly [doing: string, done: string]>> = {
  publish: ['Publishing', 'published'],
  unpublish: ['Unpublishing', 'unpublished'],
  category: ['Moving', 'moved'],
  tags: CHANGING,
  authors: CHANGING,
  series: CHANGING,
  featured: CHANGING,
  delete: ['Deleting', 'deleted'],
  undelete: ['Restoring', 'restored as drafts'],
};

const leftAlone = (left: number): string =>
  left === 0 ? '' : ` ${counted(left, 'post was', 'posts were')} changed since and left alone.`;

/** Numbers of posts that were restored, and of posts that somebody has changed since. */
function changedBack(action: BulkRun['action'], restored: number, left: number): string {
  const posts = counted(restored, 'post is', 'posts are');
  if (action === 'delete') return `${posts} restored as ${restored === 1 ? 'a draft' : 'drafts'}.${leftAlone(left)}`;
  return `${posts} ${action === 'undelete' ? 'in the trash again' : 'as before'}.${leftAlone(left)}`;
}

const pause = () => new Promise((resolve) => setTimeout(resolve, RUN_POLL.ms));

/** The toast of one run. It is shown again if another toast replaced it, but not if it was closed. */
function progressToast() {
  let id: number | null = null;
  let isClosed = false;
  const forget = toastStore.subscribe(() => {
    const current = toastStore.snapshot();
    if (current?.id === id && !current?.isOpen) isClosed = true;
  });
  return {
    /** Shows the toast unless it is already shown. */
    keep(input: ToastInput): void {
      if (!isClosed && !(id !== null && toastStore.snapshot()?.isOpen)) id = toast(input);
    },
    /** Shows it also after its button closed it. */
    showAgain(input: ToastInput): void {
      isClosed = false;
      id = toast(input);
    },
    forget,
  };
}

/** The finished run, with its progress in a toast until then; null if the viewer may no longer ask. */
async function whenEnded(begun: BulkRun): Promise<BulkRun | null> {
  const shown = progressToast();
  const progress = createStore(begun);
  const posts = counted(begun.total, 'post', 'posts');
  const stop = () => {
    current = { title: 'Stopping', progress };
    shown.showAgain(current);
    const body = { wanted: 'stopped' } as const;
    call(bulkActionApi.changeRun, { params: { id: begun.id }, body }).catch((error: unknown) => {
      current = running;
      toastError('Error', ...actionFailure('stop this', error));
    });
  };
  const title = begun.isUndo ? `Changing ${posts} back` : `${WORDS[begun.action][0]} ${posts}`;
  const running: ToastInput = { title, progress, action: { label: 'Stop', run: stop } };
  let current = running;
  try {
    for (let run = begun; ; ) {
      if (run.status !== 'running') return run;
      progress.set(run);
      shown.keep(current);
      await pause();
      try {
        run = await call(bulkActionApi.run, { params: { id: begun.id } });
      } catch (error) {
        // The run continues on the server without a connection.
        if (isApiError(error) && [401, 403, 404].includes(error.status)) return null;
      }
    }
  } finally {
    shown.forget();
  }
}

const FAILED = { title: 'Error', tone: 'error' } as const;

/** Says how a run ended, with an undo button. */
function announce(client: QueryClient, run: BulkRun): void {
  const { action, isUndo, status, total, done, changed, failed, failures } = run;
  const again = { action: { label: 'Undo', run: () => void takeBack(client, run) } };
  const undo = changed > 0 && again;
  if (isUndo && status === 'done') {
    if (changed === 0) toastError('Not Undone', 'The posts have been changed since, so nothing was undone.');
    else toast({ title: 'Undone', tone: 'success', message: changedBack(action, changed, failed) });
    return;
  }
  const ended = status === 'stopped' ? ({ title: 'Stopped', tone: 'info' } as const) : FAILED;
  if (isUndo) {
    toast({ ...ended, message: `${changedBack(action, changed, failed)} The others are still changed.`, ...again });
    return;
  }
  const made = `${counted(done - failed, 'post', 'posts')} ${WORDS[action][1]}`;
  const reason = failures[0]?.message;
  if (status === 'done' && failed === 0) {
    toast({ title: 'Success', tone: 'success', message: `${made} successfully!`, ...undo });
  } else if (status === 'done') {
    const message = `${made}, ${counted(failed, 'post', 'posts')} failed.`;
    toast({ ...FAILED, message, ...(reason !== undefined && { reason }), ...undo });
  } else {
    const of = `${made} of ${wholeNumber(total)}.`;
    toast({ ...ended, message: status === 'stopped' ? of : `The change failed. ${of}`, ...undo });
  }
}

/** Shows the progress of a run until its end, also on other pages. @returns the result */
async function follow(client: QueryClient, begun: BulkRun): Promise<BulkRun | null> {
  const run = await whenEnded(begun);
  if (run) announce(client, run);
  await refreshPosts(client);
  await client.invalidateQueries({ queryKey: ['revisions'] });
  return run;
}

/** Safe to repeat: the button of its failure does so. */
async function takeBack(client: QueryClient, run: BulkRun): Promise<void> {
  try {
    const body = { wanted: 'undone' } as const;
    await follow(client, await call(bulkActionApi.changeRun, { params: { id: run.id }, body }));
  } catch (error) {
    const [message, reason] = actionFailure('undo this', error);
    toast({ ...FAILED, message, reason, action: { label: 'Undo', run: () => void takeBack(client, run) } });
  }
}

/**
 * A bulk action on posts. Posts that were already deleted count as deleted. Pending until the server has begun; a toast shows the rest. Repeating it
 * after a lost answer continues the same run.
 * @param onBegun gets the reasons of failures by id if the run ended with the first answer
 */
export function useBulkRun(onBegun: (failures: ReadonlyMap<string, string>) => void) {
  const client = useQueryClient();
  const attempt = useRef({ text: '', key: '' });
  return useMutation({
    mutationFn: (body: BulkRunInput) => {
      const text = JSON.stringify(body);
      if (attempt.current.text !== text) attempt.current = { text, key: crypto.randomUUID() };
      return call(bulkActionApi.begin, { body }, { headers: { 'Idempotency-Key': attempt.current.key } });
    },
    onSuccess: (run) => {
      attempt.current = { text: '', key: '' };
      onBegun(new Map(run.failures.map(({ id, message }) => [id, message])));
      void follow(client, run);
    },
    onError: async (error, { ids }) => {
      showActionError(ids ? 'change the selected posts' : 'change the posts that match', error);
      // The number of matches differs from the list's.
      if (isApiError(error, 409)) await refreshPosts(client);
    },
  });
}
