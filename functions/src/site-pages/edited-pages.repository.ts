import { AppError } from '@inkwell/shared/errors';
import { SITE_PAGE_TEXTS } from '@inkwell/shared/site-pages';
import type { Firestore } from 'firebase-admin/firestore';
import { readAddress, takeAddress } from '../addresses/addresses.repository.ts';
import { runTransaction } from '../firestore/transaction.ts';
import { decodePost, isStored, type StoredPost } from '../posts/posts.converter.ts';
import type { EditedCollection } from '../posts/saving/edited-collection.repository.ts';

/** The path of a page, decoded. */
export const addressOfPage = (slug: string): string => `/${slug}`;

/** The number of a page's addresses deleted at once. */
const PER_DELETE = 200;

/**
 * The site's pages. From its creation on, even unpublished or in the trash, a page has the address of its slug. Earlier addresses lead to it until
 * another page takes them.
 */
export function editedPages(db: Firestore): EditedCollection {
  const pages = db.collection('pages');

  const hasNewAddress = (before: StoredPost | null, after: StoredPost | null): after is StoredPost =>
    after !== null && before?.slug !== after.slug;

  return {
    name: 'pages',
    area: 'page',

    async follow(transaction, { before, after }) {
      if (!hasNewAddress(before, after)) return { write: () => undefined };
      const path = addressOfPage(after.slug ?? '');
      const target = await readAddress(db, transaction, path);
      if (target && target.kind !== 'redirect' && target.id !== after.id) {
        const holder = target.kind === 'page' ? decodePost(await transaction.get(pages.doc(target.id))) : null;
        const isTaken = target.kind !== 'page' || (isStored(holder) && holder.slug === after.slug);
        if (isTaken) throw new AppError('conflict', SITE_PAGE_TEXTS.taken);
      }
      return { write: () => takeAddress(db, transaction, path, { kind: 'page', id: after.id }) };
    },

    async remove(id) {
      const own = db.collection('addresses').where('kind', '==', 'page').where('id', '==', id);
      const next = () =>
        // In a transaction, because another page may take an address meanwhile.
        runTransaction(db, async (transaction) => {
          const { docs } = await transaction.get(own.limit(PER_DELETE));
          for (const { ref } of docs) transaction.delete(ref);
          return docs.length;
        });
      while ((await next()) === PER_DELETE);
    },
  };
}
