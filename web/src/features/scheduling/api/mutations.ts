import { useMutation, useQueryClient } from '@tanstack/react-query';
import { actionFailure } from '../../../lib/action-failure.ts';
import { call, isApiError } from '../../../lib/api.ts';
import { showAnswer } from '../../../lib/show-answer.ts';
import { toastError, toastSuccess } from '../../../lib/toast.ts';
import { statusAgain, undoButton } from '../../posts/api/undo.ts';
import { ownZone, spelledTime } from '../zoned-time.ts';
import { PLANNED_KINDS, type PlannedRef } from './planned-kinds.ts';
import { schedulingQueries } from './queries.ts';

/** Sets, changes or cancels (null) the time of a post or page; pending until the lists show it. */
export function useSchedule({ kind, id }: PlannedRef, publishAtBefore: string | null) {
  const client = useQueryClient();
  const { noun, name, keyOf, change } = PLANNED_KINDS[kind];
  const queryKey = keyOf(id);
  const refresh = () =>
    Promise.all([client.invalidateQueries({ queryKey: ['admin'] }), client.invalidateQueries({ queryKey })]);
  return useMutation({
    mutationFn: (publishAt: string | null) => change(id, { publishAt }),
    onSuccess: async (saved) => {
      showAnswer(client, queryKey, saved);
      const takeBack = async () => {
        const body = { publishAt: publishAtBefore, basePublishAt: saved.publishAt, undo: true } as const;
        return statusAgain(noun, (await change(id, body)).status);
      };
      const action = undoButton(client, takeBack, noun);
      if (saved.publishAt === null) toastSuccess('Schedule Cancelled', `The ${noun} stays a draft.`, { action });
      else
        toastSuccess(`${name} Scheduled`, `It will be published on ${spelledTime(saved.publishAt, ownZone())}.`, {
          action,
        });
      await refresh();
    },
    onError: async (error, publishAt) => {
      if (isApiError(error, 409)) {
        toastError(
          'Already Published',
          `The ${noun} was published before your change arrived. To schedule it again, unpublish it.`,
        );
        await refresh();
      } else toastError('Error', ...actionFailure(publishAt === null ? 'cancel schedule' : `schedule ${noun}`, error));
    },
  });
}

/** Creates a preview link, which replaces an earlier one. */
export function useCreatePreview(shown: PlannedRef) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(PLANNED_KINDS[shown.kind].previews.create, { params: { id: shown.id } }),
    onSuccess: ({ expiresAt }) => showAnswer(client, schedulingQueries.preview(shown).queryKey, { expiresAt }),
    onError: (error) => toastError('Error', ...actionFailure('create preview link', error)),
  });
}

export function useEndPreview(shown: PlannedRef) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(PLANNED_KINDS[shown.kind].previews.remove, { params: { id: shown.id } }),
    onSuccess: () => {
      showAnswer(client, schedulingQueries.preview(shown).queryKey, { expiresAt: null });
      toastSuccess('Link Ended', 'It no longer works.');
    },
    onError: (error) => toastError('Error', ...actionFailure('end preview link', error)),
  });
}
