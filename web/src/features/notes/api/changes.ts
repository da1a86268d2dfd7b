import { type Note, type NoteInput, type NotePatch, noteApi } from '@inkwell/shared/notes';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { actionFailure } from '../../../lib/action-failure.ts';
import { call } from '../../../lib/api.ts';
import type { Attempt } from '../../../lib/autosave/fields.ts';
import { tellIfLate } from '../../../lib/tell-if-late.ts';
import { toastError } from '../../../lib/toast.ts';
import { noteQueries } from './queries.ts';

function useCachedNotes(postId: string) {
  const client = useQueryClient();
  const { queryKey } = noteQueries.ofPost(postId);
  return {
    change: (work: (notes: readonly Note[]) => Note[]) =>
      client.setQueryData(queryKey, (notes) => (notes ? work(notes) : notes)),
    again: () => void client.invalidateQueries({ queryKey }),
  };
}

/** Writes a note or a reply. Repeating the same text repeats the same note, because a lost answer must not create two. */
export function useWriteNote(postId: string) {
  const cached = useCachedNotes(postId);
  return useMutation({
    mutationFn: ({ body, attempt }: { body: NoteInput; attempt: Attempt }) => {
      const headers = { 'Idempotency-Key': attempt.key(JSON.stringify(body)) };
      return tellIfLate(call(noteApi.create, { params: { id: postId }, body }, { headers }));
    },
    onSuccess(note, { attempt }) {
      attempt.sent();
      cached.change((notes) => [...notes.filter(({ id }) => id !== note.id), note]);
    },
    onError: (error) => toastError('Error', ...actionFailure('write the note', error)),
    onSettled(_note, _error, { attempt }) {
      attempt.release();
      cached.again();
    },
  });
}

/** Changes the text of an own note, resolves a note, or opens it again. */
export function useChangeNote(postId: string) {
  const cached = useCachedNotes(postId);
  return useMutation({
    mutationFn: ({ noteId, body }: { noteId: string; body: NotePatch }) =>
      tellIfLate(call(noteApi.change, { params: { id: postId, noteId }, body })),
    onSuccess: (note) => cached.change((notes) => notes.map((one) => (one.id === note.id ? note : one))),
    onError: (error) => toastError('Error', ...actionFailure('change the note', error)),
    onSettled: cached.again,
  });
}

export function useDeleteNote(postId: string) {
  const cached = useCachedNotes(postId);
  return useMutation({
    mutationFn: (noteId: string) => call(noteApi.remove, { params: { id: postId, noteId } }),
    onSuccess: (_nothing, noteId) =>
      cached.change((notes) => notes.filter(({ id, parentId }) => id !== noteId && parentId !== noteId)),
    onError: (error) => toastError('Error', ...actionFailure('delete the note', error)),
    onSettled: cached.again,
  });
}
