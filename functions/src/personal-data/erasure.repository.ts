import type { CommentsOfDeleted } from '@inkwell/shared/personal-data';
import { FieldValue, type Firestore } from 'firebase-admin/firestore';
import { appendAudit } from '../audit/audit.repository.ts';
import { GUEST_VERSION, namedGuest } from '../authors/guests.converter.ts';
import { decodeComment } from '../comments/comments.converter.ts';
import type { CommentRepository } from '../comments/comments.repository.ts';
import { runTransaction } from '../firestore/transaction.ts';
import type { LikeRepository } from '../likes/likes.repository.ts';
import { documentsShowing, REFERENCE_NAMES } from '../pictures/documents-showing.repository.ts';
import { countersUpdate } from '../posts/counters/post-counters.converter.ts';
import type { PostRepository } from '../posts/posts.repository.ts';
import { GUEST_PREFIX } from '../users/authors.ts';
import { decodeUser, type StoredUser } from '../users/users.converter.ts';
import { names, type Person, type Successor, withSuccessor } from './person.ts';
import { type PersonalPage, type PersonalRow, personalPage } from './personal-documents.repository.ts';

/** Deletes an account's data from the documents, page by page. Each method is safe to repeat and to interrupt. */
export interface ErasureRepository {
  /** The leaving account with this key. Reads 1 document. */
  findLeaving(key: string): Promise<StoredUser | null>;
  /** Reduces the account's document to the fields that the next pages need, so that nothing shows it any more. Reads and writes 1 document. */
  blank(id: string, isEmailVerified: boolean): Promise<void>;
  /** The guest author for the publication, created on first use. Reads 1 document, writes 0 or 2. */
  publicationAuthor(name: string, at: Date): Promise<string>;
  /** Erases the person's next documents as the row says. */
  eraseRow(
    row: PersonalRow,
    person: Person,
    by: Omit<Successor, 'author'> & { readonly author: () => Promise<string> },
    after: string | null,
  ): Promise<PersonalPage>;
  /** Whether the person is an author of a post. Reads 1 document. */
  isAuthor(id: string): Promise<boolean>;
  /** Removes the next likes, and updates the counters. */
  eraseLikes(row: PersonalRow, person: Person, at: Date, after: string | null): Promise<PersonalPage>;
  /** Removes the author from the next comments, or deletes them as their author could. */
  eraseComments(
    row: PersonalRow,
    person: Person,
    { successor, comments, at }: { successor: Successor; comments: CommentsOfDeleted; at: Date },
  ): Promise<PersonalPage>;
  /** Returns the unused ones among the person's next pictures, which must be deleted. The others lose their owner. */
  releasePictures(
    row: PersonalRow,
    person: Person,
    at: Date,
  ): Promise<{ readonly unused: string[]; readonly count: number }>;
  /** Removes the person from stored positions of finished audiences. While an audience is being frozen, its next page overwrites the position. */
  forgetPositions(row: PersonalRow, person: Person): Promise<PersonalPage>;
  /** Whether the picture must stay in Storage. Reads 1 document. */
  hasPicture(name: string): Promise<boolean>;
  /** Deletes the account's document. */
  forget(id: string): Promise<void>;
}

const AT_ONCE = 50;

interface Dependencies {
  readonly likes: Pick<LikeRepository, 'change'>;
  readonly comments: Pick<CommentRepository, 'change'>;
  readonly posts: Pick<PostRepository, 'findCardsAndTrash'>;
}

export function createErasureRepository(db: Firestore, { likes, comments, posts }: Dependencies): ErasureRepository {
  const users = db.collection('users');

  /** Replaces the person with the successor in the current version of one document. */
  const replaceIn = (path: string, person: Person, successor: Successor): Promise<void> =>
    runTransaction(db, async (transaction) => {
      const ref = db.doc(path);
      const data = (await transaction.get(ref)).data();
      if (data && names(data, person)) transaction.set(ref, withSuccessor(data, person, successor));
    });

  return {
    async findLeaving(key) {
      const { docs } = await users.where('leaving.key', '==', key).limit(1).get();
      return docs[0] ? decodeUser(docs[0]) : null;
    },

    blank: (id, isEmailVerified) =>
      runTransaction(db, async (transaction) => {
        const user = decodeUser(await transaction.get(users.doc(id)));
        if (!user) return;
        const { email, role, isBlocked, blockedAt, leaving, createdAt } = user;
        const verified = user.isEmailVerified || isEmailVerified;
        transaction.set(users.doc(id), {
          email,
          isEmailVerified: verified,
          role,
          isBlocked,
          blockedAt,
          leaving,
          createdAt,
          writing: 'none',
          schemaVersion: 1,
        });
      }),

    publicationAuthor: (name, at) =>
      runTransaction(db, async (transaction) => {
        for (let number = 1; ; number += 1) {
          const id = `${GUEST_PREFIX}publication${number === 1 ? '' : `-${number}`}`;
          const guest = await transaction.get(db.collection('authors').doc(id));
          // A guest author that an admin deleted, or joined to an account, is not reused.
          if (guest.get('isRemoved') === true || guest.get('joinedTo')) continue;
          if (guest.exists) return id;
          transaction.create(guest.ref, {
            profileImageUrl: null,
            text: null,
            website: null,
            handles: {},
            ...namedGuest(name),
            postCount: 0,
            isGuest: true,
            isListed: true,
            isRemoved: false,
            joinedTo: null,
            pictures: [],
            createdAt: at,
            schemaVersion: GUEST_VERSION,
          });
          const entry = { actorId: 'system', action: 'author.create', target: `authors/${id}`, name } as const;
          appendAudit(db, transaction, { ...entry, before: null, after: { name } }, at);
          return id;
        }
      }),

    isAuthor: async (id) =>
      !(await db.collection('posts').where('authorIds', 'array-contains', id).limit(1).select().get()).empty,

    async eraseRow(row, person, { author, ...by }, after) {
      const page = await personalPage(db, row, person, { after, limit: AT_ONCE });
      const isPassed = row.erased === 'passed' && page.found.length > 0;
      const successor: Successor = { ...by, ...(isPassed && { author: await author() }) };
      if (row.erased === 'document') {
        const batch = db.batch();
        for (const { ref } of page.found) batch.delete(ref);
        await batch.commit();
      } else {
        // In a document whose id contains the person's id, a salted id would reveal whose it is.
        const isNamed = ({ id }: { readonly id: string }) => id.includes(person.id);
        await Promise.all(
          page.found.map(({ ref }) => (isNamed(ref) ? ref.delete() : replaceIn(ref.path, person, successor))),
        );
      }
      return page;
    },

    async eraseLikes(row, person, at, after) {
      const page = await personalPage(db, row, person, { after, limit: AT_ONCE });
      for (const { ref } of page.found) {
        const post = ref.parent.parent;
        if (!post) continue;
        const change = { userId: person.id, liked: false, mayLike: () => true, at };
        if (await likes.change(post.id, change)) continue;
        // The post is in the trash and may be restored.
        await runTransaction(db, async (transaction) => {
          const [like, stored] = await transaction.getAll(ref, post);
          if (!like?.exists) return;
          transaction.delete(ref);
          if (stored?.exists) transaction.update(post, countersUpdate({ likesCount: -1 }));
        });
      }
      return page;
    },

    async eraseComments(row, person, { successor, comments: choice, at }) {
      const page = await personalPage(db, row, person, { after: null, limit: AT_ONCE });
      const found = page.found.map(decodeComment).filter((comment) => comment !== null);
      const their =
        choice === 'keep' ? [] : await posts.findCardsAndTrash([...new Set(found.map(({ postId }) => postId))]);
      const postOf = new Map(their.map((post) => [post.id, post]));
      await Promise.all(
        found.map(async ({ id, postId, parentId }) => {
          const ref = db.collection('comments').doc(id);
          if (choice === 'keep') {
            await runTransaction(db, async (transaction) => {
              const comment = await transaction.get(ref);
              if (comment.get('authorId') !== person.id) return;
              // Earlier texts only help staff to judge the account.
              transaction.update(ref, { authorId: successor.id, earlier: FieldValue.delete() });
            });
            return;
          }
          const post = postOf.get(postId);
          const change = { kind: 'remove', id, parentId, authorId: person.id, at } as const;
          // Comments of a post that is being removed are deleted with it.
          if (!post || !(await comments.change(post, change))) await ref.delete();
        }),
      );
      return page;
    },

    async releasePictures(row, person, at) {
      const { found } = await personalPage(db, row, person, { after: null, limit: AT_ONCE });
      const unused: string[] = [];
      for (const { id, ref } of found) {
        const isUnused = await runTransaction(db, async (transaction) => {
          const picture = await transaction.get(ref);
          if (picture.get('ownerId') !== person.id) return false;
          const search = { names: [id], of: REFERENCE_NAMES, limit: 1, fieldsOf: () => [] };
          const isShown = (await documentsShowing(db, search, (query) => transaction.get(query))).length > 0;
          transaction.update(ref, isShown ? { ownerId: null } : { removalBegunAt: at, isInLibrary: false });
          return !isShown;
        });
        if (isUnused) unused.push(id);
      }
      return { unused, count: found.length };
    },

    async forgetPositions(row, person) {
      const { found } = await personalPage(db, row, person, { after: null, limit: AT_ONCE });
      for (const { ref } of found) {
        await runTransaction(db, async (transaction) => {
          const issue = await transaction.get(ref);
          if (issue.get('queuedTo') !== person.addressId || issue.get('status') === 'queueing') return;
          transaction.update(ref, { queuedTo: null });
        });
      }
      return { found, next: null };
    },

    hasPicture: async (name) => (await db.collection('pictures').doc(name).get()).exists,

    async forget(id) {
      await users.doc(id).delete();
    },
  };
}
