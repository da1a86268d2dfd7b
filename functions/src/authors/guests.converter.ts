import type { AuthorProfile, GuestAuthor } from '@inkwell/shared/authors';
import { personName } from '@inkwell/shared/format';
import { type DocumentData, type DocumentSnapshot, Timestamp } from 'firebase-admin/firestore';
import { type AuthorNames, decodeAuthor } from '../users/authors.ts';
import { findableUser } from '../users/users.converter.ts';

/** A guest author as stored. The document stays when they are joined or deleted, because drafts and revisions may have its id. */
export interface StoredGuest extends AuthorNames {
  readonly id: string;
  readonly isRemoved: boolean;
  readonly postCount: number;
  readonly createdAt: Date;
}

export const GUEST_VERSION = 1;

/** Null for the document of an account, which only has the number of its posts. */
export function decodeGuest(snapshot: DocumentSnapshot): StoredGuest | null {
  const data = snapshot.data();
  if (data?.isGuest !== true) return null;
  return {
    ...decodeAuthor(data),
    id: snapshot.id,
    joinedTo: data.joinedTo ?? null,
    isRemoved: data.isRemoved === true,
    postCount: Number(data.postCount ?? 0),
    createdAt: data.createdAt instanceof Timestamp ? data.createdAt.toDate() : new Date(0),
  };
}

/** The fields derived from a name. Write them whenever the name is written. */
export const namedGuest = (displayName: string): DocumentData => ({
  displayName,
  ...findableUser({ displayName, firstName: null, lastName: null, email: null }),
});

export const toProfile = (id: string, names: AuthorNames, postCount: number): AuthorProfile => ({
  id,
  name: personName({ displayName: names.displayName, firstName: names.firstName }),
  profileImageUrl: names.profileImageUrl,
  text: names.text,
  website: names.website,
  handles: names.handles,
  postCount,
});

export const toGuest = (guest: StoredGuest): GuestAuthor => ({
  ...toProfile(guest.id, guest, guest.postCount),
  createdAt: guest.createdAt.toISOString(),
});
