import * as z from 'zod/mini';

/**
 * The right to write, which admins give in addition to the role. Contributors write their own posts, and authors also publish them. Staff need none,
 * because their role allows more. Product §6.
 */
export const Writing = z.enum(['none', 'contributor', 'author']);
export type Writing = z.infer<typeof Writing>;
