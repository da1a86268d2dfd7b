import { createRequire } from 'node:module';
import { type GrpcObject, loadPackageDefinition, type ServiceDefinition } from '@grpc/grpc-js';
import { fromJSON } from '@grpc/proto-loader';

/**
 * The service definition of google.firestore.v1, from the compiled descriptors that the server SDK carries. Messages come as plain
 * objects: 64-bit integers as decimal strings, enums by name, lists and maps always present, other fields only when set.
 */
export function firestoreService(): ServiceDefinition {
  const require = createRequire(import.meta.url);
  const descriptors: Parameters<typeof fromJSON>[0] = require('@google-cloud/firestore/build/protos/v1.json');
  const definition = fromJSON(descriptors, { longs: String, enums: String, defaults: false, oneofs: true });
  const object: GrpcObject | undefined = ['google', 'firestore', 'v1'].reduce<GrpcObject | undefined>(
    (inner, name) => inner?.[name] as GrpcObject | undefined,
    loadPackageDefinition(definition),
  );
  const firestore = object?.Firestore as { service?: ServiceDefinition } | undefined;
  if (!firestore?.service) throw new Error('The descriptors of google.firestore.v1 do not hold the Firestore service.');
  return firestore.service;
}
