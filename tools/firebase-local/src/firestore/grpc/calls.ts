import type { Metadata, StatusObject } from '@grpc/grpc-js';
import { FirestoreError, toFirestoreError } from '../errors.ts';

export function authorizationOf(metadata: Metadata): string | undefined {
  const [value] = metadata.get('authorization');
  return typeof value === 'string' ? value : undefined;
}

export function toStatus(error: unknown): Partial<StatusObject> & { code: number; details: string } {
  const { code, message } = toFirestoreError(error);
  if (!(error instanceof FirestoreError)) console.error(error);
  return { code, details: message };
}
