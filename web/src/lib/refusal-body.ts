import * as z from 'zod/mini';
import { type ApiError, isApiError } from './api.ts';

/** Whether a retry is useless. Other failures may be temporary: no network, no answer, a busy or broken server. */
export const isRefusal = (error: unknown): error is ApiError =>
  isApiError(error) && error.status < 500 && error.status !== 429 && error.status !== 408;

/** For `catch`: null for what does not exist. Other failures are thrown again. */
export function nullIfMissing(error: unknown): null {
  if (isApiError(error, 404)) return null;
  throw error;
}

/** The details of a refusal with this status, such as the stored version (409); null for all other failures. */
export function refusalBody<T>(error: unknown, status: 409 | 410, schema: z.ZodMiniType<T>): T | null {
  if (!isApiError(error, status)) return null;
  try {
    return z.parse(schema, JSON.parse(error.body));
  } catch {
    return null;
  }
}
