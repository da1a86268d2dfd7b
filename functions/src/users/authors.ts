import { canSeeEmail, type Viewer } from '@inkwell/shared/permissions';
import type { Author } from '@inkwell/shared/users';
import type { DocumentCache } from '../common/document-cache.ts';

/** What is shown of a person beside what they wrote. */
export interface AuthorNames {
  readonly firstName: string | null;
  readonly displayName: string | null;
  readonly email: string | null;
  readonly profileImageUrl: string | null;
}

/** Authors as of at most 30 s ago. */
export type AuthorCache = DocumentCache<AuthorNames>;

export function decodeAuthor(data: Readonly<Record<string, unknown>>): AuthorNames {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
  return {
    firstName: text(data.firstName),
    displayName: text(data.displayName),
    email: text(data.email),
    profileImageUrl: text(data.profileImageUrl),
  };
}

/**
 * An author as `viewer` may see them: the address only for admins and themselves. The first name falls back to the first word
 * of the display name.
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
