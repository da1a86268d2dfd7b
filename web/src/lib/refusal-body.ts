import * as z from 'zod/mini';
import { isApiError } from './api.ts';

/** What a refusal with this status says beside it, such as what is stored instead (409); null for all other failures. */
export function refusalBody<T>(error: unknown, status: 409 | 410, schema: z.ZodMiniType<T>): T | null {
  if (!isApiError(error, status)) return null;
  try {
    return z.parse(schema, JSON.parse(error.body));
  } catch {
    return null;
  }
}
