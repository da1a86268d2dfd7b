import { status } from '@grpc/grpc-js';

/** The HTTP status of each gRPC status in use, as in Google's APIs (google/rpc/code.proto). */
export const httpStatus = {
  INVALID_ARGUMENT: 400,
  NOT_FOUND: 404,
  ALREADY_EXISTS: 409,
  PERMISSION_DENIED: 403,
  FAILED_PRECONDITION: 400,
  ABORTED: 409,
  INTERNAL: 500,
  DATA_LOSS: 500,
  UNAUTHENTICATED: 401,
} as const;

export type StatusName = keyof typeof httpStatus;

/** An error for the client: a status of the API and a message. */
export class FirestoreError extends Error {
  readonly status: StatusName;

  constructor(status: StatusName, message: string) {
    super(message);
    this.name = 'FirestoreError';
    this.status = status;
  }

  /** The numeric gRPC code. */
  get code(): number {
    return status[this.status];
  }
}

export const invalidArgument = (message: string): FirestoreError => new FirestoreError('INVALID_ARGUMENT', message);
export const failedPrecondition = (message: string): FirestoreError =>
  new FirestoreError('FAILED_PRECONDITION', message);

/** Converts any thrown value to a FirestoreError. Other errors become INTERNAL with their message. */
export function toFirestoreError(error: unknown): FirestoreError {
  if (error instanceof FirestoreError) return error;
  return new FirestoreError('INTERNAL', error instanceof Error ? error.message : String(error));
}
