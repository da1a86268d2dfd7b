import * as z from 'zod/mini';

/** The permissions of a token, within those of its owner. A call without a scope is closed to tokens. */
export const TokenScope = z.enum([
  'posts:read',
  'posts:write',
  'posts:publish',
  'pages:read',
  'pages:write',
  'pictures:read',
  'pictures:write',
  'comments:read',
  'comments:moderate',
  'subscribers:read',
  'analytics:read',
]);
export type TokenScope = z.infer<typeof TokenScope>;

export const missingScope = (scope: TokenScope): string => `This token lacks the scope ${scope}`;

/** The descriptions of scopes, for people who choose. */
export const SCOPE_WORDS = {
  'posts:read': 'Read posts, drafts included, with their lists and revisions',
  'posts:write': 'Create and edit drafts, send them for review, and use the trash',
  'posts:publish': 'Publish, schedule and unpublish posts, and edit published posts',
  'pages:read': 'Read pages of the site, unpublished ones included',
  'pages:write': 'Create, edit, publish and delete pages of the site',
  'pictures:read': 'List uploaded pictures',
  'pictures:write': 'Upload, describe and delete pictures',
  'comments:read': 'Read comments, held and hidden ones included',
  'comments:moderate': 'Show, hide and hold comments',
  'subscribers:read': 'Read the list of subscribers with their addresses',
  'analytics:read': 'Read views and other figures',
} as const satisfies Record<TokenScope, string>;
