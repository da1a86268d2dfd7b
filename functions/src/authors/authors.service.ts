import {
  type AuthorChoice,
  type AuthorProfile,
  GUEST_CHOICES,
  GUEST_HAS_POSTS,
  GUEST_IS_JOINED,
  type GuestAuthor,
  type GuestInput,
  type GuestPatch,
  type NamedAuthor,
} from '@inkwell/shared/authors';
import { AppError } from '@inkwell/shared/errors';
import { personName } from '@inkwell/shared/format';
import { type Actor, canJoinGuests, canManageGuests } from '@inkwell/shared/permissions';
import type { Clock } from '../common/clock.ts';
import type { PageOfMany, PageRequest } from '../common/paging.ts';
import { parseWordSearch } from '../common/word-prefixes.ts';
import { type AuthorCache, type AuthorNames, holdsAddress, isGuestId } from '../users/authors.ts';
import type { Renaming } from '../users/users.service.ts';
import { authorMoveJob } from './author-move.job.ts';
import { toGuest, toProfile } from './guests.converter.ts';
import type { GuestRepository } from './guests.repository.ts';

export interface AuthorService {
  /** An author with published posts; null for anybody else. The id of a joined guest author returns the account. Reads at most 3 documents. */
  byId(id: string): Promise<AuthorProfile | null>;
  /** The data about authors for articles and feeds, at most 30 s old. */
  withPosts(limit: number): Promise<AuthorProfile[]>;
  /** Guest authors by name. @throws AppError `forbidden`; the same in the following methods */
  listGuests(actor: Actor, q: string | undefined, page: PageRequest): Promise<PageOfMany<GuestAuthor>>;
  /** Staff, people with a right to write, and guest authors, by name. */
  choices(actor: Actor, q: string | undefined): Promise<AuthorChoice[]>;
  named(actor: Actor, ids: readonly string[]): Promise<NamedAuthor[]>;
  /** @throws AppError `bad-request` for an email address as a name */
  create(actor: Actor, id: string, input: GuestInput): Promise<GuestAuthor>;
  /** @throws AppError `not-found`; `bad-request` as above */
  update(actor: Actor, id: string, patch: GuestPatch): Promise<GuestAuthor>;
  /** @throws AppError `not-found`; `conflict` while a post names them, and for joined guest authors */
  remove(actor: Actor, id: string): Promise<void>;
  /** @throws AppError `not-found`; `bad-request` for an unknown account; `conflict` if the guest author was joined to another account */
  join(actor: Actor, id: string, userId: string): Promise<void>;
}

interface Dependencies {
  readonly guests: GuestRepository;
  readonly authors: AuthorCache;
  readonly renaming: Renaming;
  readonly clock: Clock;
  readonly beginJob: (id: string) => Promise<void>;
}

export function createAuthorService({ guests, authors, renaming, clock, beginJob }: Dependencies): AuthorService {
  const act = ({ id }: Actor) => ({ actorId: id, at: clock.now() });

  function check(isAllowed: boolean): void {
    if (!isAllowed) throw new AppError('forbidden');
  }

  function checkName(name: string | undefined): void {
    if (holdsAddress(name)) throw new AppError('bad-request', 'A name cannot be an email address');
  }

  return {
    async byId(id) {
      // The guest author may just have been joined to an account.
      const names = isGuestId(id) ? await authors.current(id) : (await authors.getAll([id])).get(id);
      if (!names) return null;
      const target = names.joinedTo ?? id;
      const postCount = await guests.postCount(target);
      return postCount > 0 ? toProfile(target, names, postCount) : null;
    },

    async withPosts(limit) {
      const ids = await guests.withPosts(limit);
      const names = await authors.getAll(ids);
      return ids.flatMap((id) => {
        const found = names.get(id);
        return found && found.joinedTo === null ? [toProfile(id, found, 1)] : [];
      });
    },

    async listGuests(actor, q, page) {
      check(canManageGuests(actor));
      const found = await guests.list(q, page);
      return { ...found, items: found.items.map(toGuest) };
    },

    async choices(actor, q) {
      check(canManageGuests(actor));
      const [writers, { items }] = await Promise.all([
        guests.writers(),
        guests.list(q, { limit: GUEST_CHOICES, after: null }),
      ]);
      const search = parseWordSearch(q ?? '');
      const found = writers.filter((user) => !q?.trim() || search.matches(personName({ ...user, email: null })));
      return [
        ...found.map((user) => choiceOf(user.id, { ...user, email: null })),
        ...items.map((guest) => choiceOf(guest.id, guest)),
      ].sort((a, b) => a.name.localeCompare(b.name, 'en'));
    },

    async named(actor, ids) {
      check(canManageGuests(actor));
      const names = await authors.getAll(ids);
      return [...new Set(ids)].flatMap((askedId) => {
        const person = names.get(askedId);
        return person ? [{ ...choiceOf(person.joinedTo ?? askedId, { ...person, email: null }), askedId }] : [];
      });
    },

    async create(actor, id, input) {
      check(canManageGuests(actor));
      checkName(input.name);
      return toGuest(await guests.create(id, input, act(actor)));
    },

    async update(actor, id, patch) {
      check(canManageGuests(actor));
      checkName(patch.name);
      const isRenamed = patch.name !== undefined && isGuestId(id);
      const job = isRenamed ? await renaming.jobFor(id) : null;
      const guest = await guests.update(id, patch, job, act(actor));
      if (!guest) throw new AppError('not-found');
      authors.forget(id);
      if (job?.id) await renaming.begin(job.id);
      else if (isRenamed) await renaming.catchUp(id);
      return toGuest(guest);
    },

    async remove(actor, id) {
      check(canManageGuests(actor));
      const outcome = await guests.remove(id, act(actor));
      if (outcome === 'not-found') throw new AppError('not-found');
      if (outcome !== 'removed') {
        throw new AppError('conflict', outcome === 'joined' ? GUEST_IS_JOINED : GUEST_HAS_POSTS);
      }
      authors.forget(id);
    },

    async join(actor, id, userId) {
      check(canJoinGuests(actor));
      const job = authorMoveJob({ from: id, into: userId }, actor.id);
      const outcome = await guests.join(id, userId, job, act(actor));
      if (outcome === 'not-found') throw new AppError('not-found');
      if (outcome === 'unknown-account') throw new AppError('bad-request', 'Unknown account');
      if (outcome === 'joined-to-another') throw new AppError('conflict', GUEST_IS_JOINED);
      authors.forget(id);
      await beginJob(job.id);
    },
  };
}

type Named = Pick<AuthorNames, 'firstName' | 'displayName' | 'email' | 'profileImageUrl'>;

const choiceOf = (id: string, person: Named): AuthorChoice => ({
  id,
  name: personName(person),
  profileImageUrl: person.profileImageUrl,
  isGuest: isGuestId(id),
});
