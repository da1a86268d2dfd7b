import { IMAGE_FOLDER, originalName } from '@inkwell/shared/images';
import type { CommentsOfDeleted } from '@inkwell/shared/personal-data';
import type { Auth } from 'firebase-admin/auth';
import * as z from 'zod/mini';
import type { AuthorMove } from '../authors/author-move.job.ts';
import type { Clock } from '../common/clock.ts';
import { newId } from '../common/ids.ts';
import { saltedIds } from '../common/salted.ts';
import { defineKind, type FixedJob, type PageDone, type StepById, type Worker } from '../jobs/job.ts';
import { type SuppressionRepository, saltedAddressIds } from '../mail/suppressions.repository.ts';
import type { BucketProvider } from '../storage/bucket.ts';
import type { BlockedAddresses } from '../users/blocked-addresses.repository.ts';
import type { StoredUser } from '../users/users.converter.ts';
import type { ErasureRepository } from './erasure.repository.ts';
import { personOf, type Successor } from './person.ts';
import { PERSONAL_ROWS, type PersonalPage, type PersonalRow } from './personal-documents.repository.ts';

/** Where the work continues: at the account, at a row of the table (by its key), or in Storage. */
const Position = z.object({ at: z.string(), after: z.nullable(z.string()) });
type Position = z.infer<typeof Position>;

interface Dependencies {
  readonly erasure: ErasureRepository;
  readonly spellingsOf: (email: string) => Promise<string[]>;
  /** Replaces a suppressed address with a salted id. Safe to repeat. */
  readonly forgetAddress: SuppressionRepository['forgetAddress'];
  readonly blockedAddresses: Pick<BlockedAddresses, 'add' | 'remove'>;
  readonly moveAuthored: StepById<AuthorMove>;
  readonly auth: Pick<Auth, 'getUser' | 'deleteUser'>;
  readonly bucket: BucketProvider;
  /** Deletes the objects and the entry of a picture. Safe to repeat. */
  readonly removePicture: (name: string) => Promise<void>;
  /** Makes search rebuild the word list that it stores apart from the posts, because it includes names. Safe to repeat. */
  readonly forgetWords: () => Promise<void>;
  /** Deletes the export of the publication, which contains the account; a new one can be made. Safe to repeat. */
  readonly endExport: () => Promise<void>;
  readonly siteName: () => Promise<string>;
  readonly secret: string;
  readonly clock: Clock;
}

/** The account's document is deleted last, because the job finds the account by it. */
const ROWS = PERSONAL_ROWS.filter(({ path }) => path !== 'users');
const STORAGE = 'storage';
const OBJECTS_AT_ONCE = 200;

export const ERASURE_KIND = 'accounts.erase';

/** @param comments stored here, because a restored backup has no other source for it */
export const erasureJob = (key: string, leavesAt: Date, comments: CommentsOfDeleted): FixedJob => ({
  id: `erasure-${key}`,
  kind: ERASURE_KIND,
  params: { key, comments },
  notBefore: leavesAt,
  // Neither field names the account, because jobs are stored longer.
  about: 'deleting an account',
  createdBy: 'system',
});

/**
 * Deletes a leaving account that was not kept, with all its data: first the sign-in account, then the data in each row of the table of
 * collections, then Storage. A page may run twice. The job does nothing if the account is gone or was kept.
 */
export function erasureKind(dependencies: Dependencies): Worker {
  const { erasure, spellingsOf, forgetAddress, blockedAddresses, moveAuthored, auth, bucket } = dependencies;
  const { removePicture, forgetWords, endExport, siteName, secret, clock } = dependencies;

  /** From now on, nobody can act as the account, and nothing shows it. */
  async function endAccount(user: StoredUser): Promise<void> {
    const record = await auth.getUser(user.id).catch(ifUnknown);
    await erasure.blank(user.id, record?.emailVerified ?? false);
    if (user.email !== null) {
      if (user.leaving?.wasBlocked) await blockedAddresses.add(user.email, clock.now());
      else await blockedAddresses.remove(user.email);
    }
    if (record) await auth.deleteUser(user.id).catch(ifUnknown);
  }

  async function eraseRow(row: PersonalRow, user: StoredUser, after: string | null): Promise<PageDone<string>> {
    const at = clock.now();
    const comments = user.leaving?.comments ?? 'keep';
    const addresses = user.email !== null && user.isEmailVerified ? await spellingsOf(user.email) : [];
    const person = personOf(user.id, addresses);
    const successor: Successor = {
      id: successorOf(secret, user.id),
      addressId: person.addressId === null ? null : saltedAddressIds(secret, person.addressId)[0],
    };
    // Created only for people who wrote something.
    const author = async () => erasure.publicationAuthor(await siteName(), at);
    const done = ({ found, next }: PersonalPage) => ({ count: found.length, next });
    switch (row.erased === 'step' ? row.path : '') {
      case 'posts':
        if (!(await erasure.isAuthor(user.id))) return { count: 0, next: null };
        return moveAuthored({ from: user.id, into: await author(), isOnlyAlone: true }, after);
      case 'posts/likes':
        return done(await erasure.eraseLikes(row, person, at, after));
      case 'comments': {
        const { found } = await erasure.eraseComments(row, person, { successor, comments, at });
        // Erased comments are not found again.
        return { count: found.length, next: found.length > 0 ? '' : null };
      }
      case 'pictures': {
        const { unused, count } = await erasure.releasePictures(row, person, at);
        for (const name of unused) await removePicture(name);
        return { count, next: count > 0 ? '' : null };
      }
      case 'suppressions':
        for (const address of person.addresses.slice(0, 1)) await forgetAddress(address);
        return { count: person.addresses.length > 0 ? 1 : 0, next: null };
      case 'newsletterIssues':
        return done(await erasure.forgetPositions(row, person));
      case 'searchIndex':
        // The entries change with the posts. Here, the words of all entries are collected again.
        await forgetWords();
        return { count: 0, next: null };
      default:
        return done(await erasure.eraseRow(row, person, { ...successor, author }, after));
    }
  }

  /** Deletes the person's remaining objects in Storage. Pictures that posts show are kept without an owner. */
  async function eraseObjects(userId: string, after: string | null): Promise<PageDone<string>> {
    const opened = await bucket();
    const [files, , answer] = await opened.getFiles({
      autoPaginate: false,
      maxResults: OBJECTS_AT_ONCE,
      ...(after !== null && { pageToken: after }),
    });
    for (const file of files) {
      const isTheirs = file.metadata.metadata?.owner === userId;
      if (!isTheirs && !file.name.split('/').includes(userId)) continue;
      const isPicture = file.name.startsWith(`${IMAGE_FOLDER}/`);
      if (isPicture && (await erasure.hasPicture(originalName(file.name.slice(IMAGE_FOLDER.length + 1))))) {
        await file.setMetadata({ metadata: { owner: null } });
      } else {
        await file.delete({ ignoreNotFound: true });
      }
    }
    const { nextPageToken }: { nextPageToken?: string } = answer ?? {};
    return { count: files.length, next: nextPageToken ?? null };
  }

  return defineKind({
    name: ERASURE_KIND,
    params: z.object({ key: z.string() }),
    cursor: Position,
    async step({ key }, position): Promise<PageDone<Position>> {
      const user = await erasure.findLeaving(key);
      if (!user?.leaving || user.leaving.at > clock.now()) return { count: 0, next: null };
      const first = ROWS[0]?.key ?? STORAGE;
      if (position === null) {
        await endAccount(user);
        return { count: 1, next: { at: first, after: null } };
      }
      const goOn = ({ count, next }: PageDone<string>, following: Position | null): PageDone<Position> => ({
        count,
        next: next === null ? following : { at: position.at, after: next || null },
      });
      if (position.at === STORAGE) {
        if (position.after === null) await endExport();
        const done = await eraseObjects(user.id, position.after);
        if (done.next === null) await erasure.forget(user.id);
        return goOn(done, null);
      }
      const index = ROWS.findIndex((row) => row.key === position.at);
      const row = ROWS[index];
      // Another version had this row. Start again at the first row.
      if (!row) return { count: 0, next: { at: first, after: null } };
      return goOn(await eraseRow(row, user, position.after), { at: ROWS[index + 1]?.key ?? STORAGE, after: null });
    },
  });
}

/** The salted id that replaces a deleted account's id. */
export const successorOf = (secret: string, userId: string): string => successorsOf(secret, userId)[0];

/** The same for the current key of the secret and all earlier ones. */
export const successorsOf = (secret: string, userId: string): readonly [string, ...string[]] => {
  const [first, ...others] = saltedIds(secret, 'account', userId).map((id) => `deleted-${id.slice(0, 24)}`);
  return [first ?? '', ...others];
};

/**
 * The key of a leaving account: its salted id, which lets a restored backup find accounts that left after it was made, and a part that differs each
 * time, because a person may stay and leave again.
 */
export const leavingKey = (secret: string, userId: string): string =>
  `${successorOf(secret, userId)}-${newId('leaving', userId, null)}`;

/** The salted id in a key; null in older keys without one. */
export const successorIn = (key: string): string | null => /^deleted-[0-9a-f]{24}(?=-)/.exec(key)?.[0] ?? null;

function ifUnknown(error: unknown): null {
  if (error instanceof Object && 'code' in error && error.code === 'auth/user-not-found') return null;
  throw error;
}
