import type { Activity, ActivityPerson } from '@inkwell/shared/activity';
import { AppError } from '@inkwell/shared/errors';
import { personName } from '@inkwell/shared/format';
import { isAdmin, type Viewer } from '@inkwell/shared/permissions';
import type { Page, PageRequest } from '../common/paging.ts';
import { type AuthorCache, toAuthor } from '../users/authors.ts';
import type { ActivityFilter, ActivityRepository, StoredEntry } from './activity.repository.ts';

/** Actors without an account. */
const WITHOUT_ACCOUNT = ['set-role', 'scheduler', 'system'];

export interface ActivityService {
  /** Everybody who acted. @throws AppError `forbidden` unless an admin asks */
  people(viewer: Viewer): Promise<ActivityPerson[]>;
  /** Actions of staff, newest first. @throws AppError `forbidden` unless an admin asks */
  list(viewer: Viewer, filter: ActivityFilter, page: PageRequest): Promise<Page<Activity>>;
}

export function createActivityService({
  entries,
  authors,
}: {
  entries: ActivityRepository;
  authors: AuthorCache;
}): ActivityService {
  const isPerson = (id: string) => !WITHOUT_ACCOUNT.includes(id);

  return {
    async people(viewer) {
      if (!isAdmin(viewer)) throw new AppError('forbidden');
      const ids = await entries.actors();
      const names = await authors.getAll(ids.filter(isPerson));
      return ids.map((actorId) => ({
        actorId,
        actor: isPerson(actorId) ? toAuthor(actorId, names.get(actorId), viewer) : null,
      }));
    },

    async list(viewer, filter, page) {
      if (!isAdmin(viewer)) throw new AppError('forbidden');
      const { items: stored, ...found } = await entries.list(filter, page);
      const targets = stored.map(targetOf);
      const people = [
        ...stored.flatMap(({ actorId, onBehalfOf }) => [actorId, onBehalfOf ?? []].flat()).filter(isPerson),
        ...targets.filter(({ kind }) => kind === 'users').map(({ id }) => id),
      ];
      const names = await authors.getAll(people);
      const items = stored.map(
        ({ id, at, actorId, onBehalfOf, action, name, before, after, runId, count }, index): Activity => {
          const { kind, id: targetId } = targets[index] ?? { kind: '', id: '' };
          const person = kind === 'users' ? names.get(targetId) : null;
          return {
            // A bulk action has one id on all pages.
            id: count > 1 && runId !== null ? runId : id,
            at: at.toISOString(),
            actor: isPerson(actorId) ? toAuthor(actorId, names.get(actorId), viewer) : null,
            actorId,
            onBehalfOf: onBehalfOf === null ? null : toAuthor(onBehalfOf, names.get(onBehalfOf), viewer),
            action,
            target: { kind, id: targetId, name: person ? personName(toAuthor(targetId, person, viewer)) : name },
            before,
            after,
            run: count > 1 && runId !== null ? { id: runId, count } : null,
          };
        },
      );
      return { ...found, items };
    },
  };
}

function targetOf({ target }: StoredEntry): { kind: string; id: string } {
  const at = target.indexOf('/');
  return { kind: target.slice(0, at), id: target.slice(at + 1) };
}
