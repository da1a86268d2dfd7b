import * as z from 'zod/mini';

/** Product §6. Visitors have no role. */
export const Role = z.enum(['user', 'moderator', 'admin']);
export type Role = z.infer<typeof Role>;
