import { AppError } from '@inkwell/shared/errors';
import type { ErrorRequestHandler, Request, Response } from 'express';
import { describeError, type Log } from '../common/log.ts';
import { requestOf } from './request.ts';

const PROBLEM = 'application/problem+json';

/**
 * gRPC codes after which a retry may succeed: CANCELLED, DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, ABORTED, UNAVAILABLE; and DATA_LOSS, which the
 * stand-in returns for commits when the disk is full.
 */
const PASSING_GRPC_CODES = new Set<unknown>([1, 4, 8, 10, 14, 15]);

/** Converts any error to a refusal: unknown errors become `internal`, or `unavailable` if a retry may help. */
function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const fields: { status?: unknown; code?: unknown; expose?: unknown } = error instanceof Object ? error : {};
  // Express and its router refuse invalid percent-encoding with errors that have a status.
  if (typeof fields.status === 'number' && fields.status >= 400 && fields.status < 500) {
    return new AppError(fields.status === 413 ? 'too-large' : 'bad-request', undefined, { cause: error });
  }
  return new AppError(PASSING_GRPC_CODES.has(fields.code) ? 'unavailable' : 'internal', undefined, { cause: error });
}

/**
 * Answers with the text of a refusal, because clients show `status: body`, or with RFC 9457 JSON if the request accepts it. Errors with a body, e.g.
 * the stored post of an edit conflict, are answered with that body as JSON. Never cached.
 */
function answerError(req: Request, res: Response, error: AppError, text: string): void {
  const { body, retryAfterSeconds } = error.options;

  res.status(error.status);
  res.setHeader('Cache-Control', 'no-store');
  if (retryAfterSeconds !== undefined) res.setHeader('Retry-After', String(retryAfterSeconds));
  if (error.code === 'unauthorized') res.setHeader('WWW-Authenticate', 'Bearer');

  if (req.headers.accept?.includes(PROBLEM)) {
    const problem = {
      type: 'about:blank',
      title: error.code,
      status: error.status,
      detail: text,
      instance: `urn:request:${requestOf(req).id}`,
    };
    res.setHeader('Content-Type', PROBLEM);
    res.end(JSON.stringify(body === undefined ? problem : { ...problem, current: body }));
  } else if (body === undefined) {
    res.setHeader('Content-Type', 'text/plain; charset=utf-8');
    res.end(text);
  } else {
    res.setHeader('Content-Type', 'application/json; charset=utf-8');
    res.end(JSON.stringify(body));
  }
}

/**
 * The refusal for any error, and its text for the caller. Unexpected errors are logged with their cause; callers get only the request id.
 */
export function refusalOf(
  error: unknown,
  req: Request,
  log: Log,
): { readonly refusal: AppError; readonly text: string } {
  const refusal = toAppError(error);
  const { id, trace } = requestOf(req);
  if (refusal.status < 500) return { refusal, text: refusal.message };
  log('ERROR', 'call failed', { requestId: id, error: describeError(refusal.options.cause ?? refusal), ...trace });
  return { refusal, text: `${refusal.message} (request ${id})` };
}

/** Answers all errors. */
export function createErrorHandler(log: Log): ErrorRequestHandler {
  return (error: unknown, req, res, _next) => {
    const { refusal, text } = refusalOf(error, req, log);
    if (res.headersSent) res.destroy();
    else answerError(req, res, refusal, text);
  };
}
