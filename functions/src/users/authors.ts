import type { Handles } from '@inkwell/shared/handles';
import { canSeeEmail, type Viewer } from '@inkwell/shared/permissions';
import type { Author } from '@inkwell/shared/users';
import { HandlesAnswer } from '@inkwell/shared/users';
import * as z from 'zod/mini';
import type { DocumentCache } from '../common/document-cache.ts';

/** The shown data of a text's author. */
export interface AuthorNames {
  readonly firstName: string | null;
  readonly displayName: string | null;
  readonly email: string | null;
  readonly profileImageUrl: string | null;
  /** Markdown for the author's page. */
  readonly text: string | null;
  readonly website: string | null;
  readonly handles: Handles;
  /** The account that a guest author was joined to; the other values are then the account's. */
  readonly joinedTo: string | null;
}

/** Guest authors have no account. Firebase's account ids have no hyphens. */
export const GUEST_PREFIX = 'guest-';
export const isGuestId = (id: string): boolean => id.startsWith(GUEST_PREFIX);

/** Everybody sees names, but not email addresses. */
export const holdsAddress = (name: string | null | undefined): boolean => /\S@\S/.test(name ?? '');

const HandlesField = z.catch(HandlesAnswer, {});

/** Authors, at most 30 s old. */
export type AuthorCache = DocumentCache<AuthorNames>;

/** The accounts of authors; a guest author has one only after being joined to it. */
export async function accountsOf(authors: AuthorCache, ids: readonly string[]): Promise<string[]> {
  const names = await authors.getAll(ids);
  return ids.map((id) => names.get(id)?.joinedTo ?? id).filter((id) => !isGuestId(id));
}

export function decodeAuthor(data: Readonly<Record<string, unknown>>): AuthorNames {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
  return {
    firstName: text(data.firstName),
    displayName: text(data.displayName),
    email: text(data.email),
    profileImageUrl: text(data.profileImageUrl),
    text: text(data.text),
    website: text(data.website),
    handles: z.parse(HandlesField, data.handles ?? {}),
    joinedTo: null,
  };
}

/**
 * An author as `viewer` may see them, with the email address only for admins and the author. The first name defaults to the first word of
 * the display name.
 */
export function toAuthor(id: string, names: AuthorNames | null | undefined, viewer: Viewer): Author {
  return {
    id,
    firstName: names?.firstName ?? names?.displayName?.split(/\s+/)[0] ?? null,
    displayName: names?.displayName ?? null,
    email: names && canSeeEmail(viewer, id) ? names.email : null,
    profileImageUrl: names?.profileImageUrl ?? null,
  };
}
