/** The codes of all refusals and their HTTP status. */
export const ERROR_STATUS = {
  'bad-request': 400,
  unauthorized: 401,
  forbidden: 403,
  blocked: 403,
  leaving: 403,
  'not-found': 404,
  'method-not-allowed': 405,
  conflict: 409,
  gone: 410,
  'too-large': 413,
  'unsupported-type': 415,
  'too-many': 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** The default text of each refusal. */
export const ERROR_TEXT: Record<ErrorCode, string> = {
  'bad-request': 'Invalid input',
  unauthorized: 'Unauthorized',
  forbidden: 'Forbidden',
  blocked: 'Account blocked',
  leaving: 'This account is being deleted',
  'not-found': 'Not found',
  'method-not-allowed': 'Method not allowed',
  conflict: 'Conflict',
  gone: 'This was saved or discarded already',
  'too-large': 'Payload too large',
  'unsupported-type': 'Unsupported media type',
  'too-many': 'Too many requests. Please try again later.',
  internal: 'Something went wrong',
  unavailable: 'Service unavailable. Please try again.',
};

/** The text of `unavailable` for a change that is not finished in time: it continues, and a repeat would count twice. */
export const LATE_CHANGE_TEXT =
  'The server took too long to answer. The change may have been made: please check before you try again.';

/** A refusal the caller may read. `text` is shown to people; code branches on `code`. */
export class AppError extends Error {
  constructor(
    readonly code: ErrorCode,
    text: string = ERROR_TEXT[code],
    readonly options: { cause?: unknown; retryAfterSeconds?: number; body?: unknown } = {},
  ) {
    super(text, { cause: options.cause });
    this.name = 'AppError';
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}
