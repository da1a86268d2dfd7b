import { createRequire } from 'node:module';
import { type GrpcObject, loadPackageDefinition, type ServiceDefinition } from '@grpc/grpc-js';
import { fromJSON } from '@grpc/proto-loader';

type Descriptors = Parameters<typeof fromJSON>[0];

/**
 * Adds the operation `verify` to Write, which client SDKs send for documents that a transaction has only read. The
 * server SDK's descriptors lack it (field 5 in firebase-js-sdk's write.proto).
 */
function withVerify(descriptors: Descriptors): Descriptors {
  const copy = structuredClone(descriptors) as unknown as {
    nested: { google: { nested: { firestore: { nested: { v1: { nested: { Write: WriteDescriptor } } } } } } };
  };
  const { fields, oneofs } = copy.nested.google.nested.firestore.nested.v1.nested.Write;
  fields.verify = { type: 'string', id: 5 };
  oneofs.operation.oneof.push('verify');
  return copy as unknown as Descriptors;
}

interface WriteDescriptor {
  fields: Record<string, { type: string; id: number }>;
  oneofs: { operation: { oneof: string[] } };
}

/**
 * The service definition of google.firestore.v1 from the server SDK's compiled descriptors. Messages are plain objects:
 * 64-bit integers are decimal strings, enums are names, lists and maps are always present, other fields only when set.
 */
export function firestoreService(): ServiceDefinition {
  const require = createRequire(import.meta.url);
  const descriptors: Descriptors = require('@google-cloud/firestore/build/protos/v1.json');
  const definition = fromJSON(withVerify(descriptors), { longs: String, enums: String, defaults: false, oneofs: true });
  const object: GrpcObject | undefined = ['google', 'firestore', 'v1'].reduce<GrpcObject | undefined>(
    (inner, name) => inner?.[name] as GrpcObject | undefined,
    loadPackageDefinition(definition),
  );
  const firestore = object?.Firestore as { service?: ServiceDefinition } | undefined;
  if (!firestore?.service)
    throw new Error('The descriptors of google.firestore.v1 do not contain the Firestore service.');
  return firestore.service;
}
