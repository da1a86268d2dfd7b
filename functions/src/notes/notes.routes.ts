import { noteApi } from '@inkwell/shared/notes';
import { newId } from '../common/ids.ts';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { NoteService } from './notes.service.ts';

export function mountNoteRoutes(router: ApiRouter, notes: NoteService): void {
  mount(router, noteApi.list, ({ actor, params }) => notes.list(actor, params.id));
  mount(router, noteApi.create, ({ actor, params, body, idempotencyKey }) => {
    const id = newId(`note on ${params.id}`, actor.id, idempotencyKey);
    return notes.create(actor, { postId: params.id, id }, body);
  });
  mount(router, noteApi.change, ({ actor, params, body }) =>
    notes.change(actor, { postId: params.id, id: params.noteId }, body),
  );
  mount(router, noteApi.remove, ({ actor, params }) => notes.remove(actor, { postId: params.id, id: params.noteId }));
}
