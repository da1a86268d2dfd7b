import { invalidArgument } from '../errors.ts';
import { checkFieldPathSize } from '../values/field-path.ts';
import { type Fields, fieldsOf, type Value, vectorOf } from '../values/value.ts';

/** "Usage and limits", maximum size of a document: 1 MiB (1,048,576 bytes). */
export const maxDocumentBytes = 1_048_576;
/** "Usage and limits", maximum size of a field value: 1 MiB - 89 bytes. */
const maxValueBytes = maxDocumentBytes - 89;
/** "Usage and limits", maximum depth of fields in a map or array. */
const maxDepth = 20;
/** "Usage and limits", maximum number of transformations on one document in a commit. */
export const maxTransforms = 500;
/** "Usage and limits", maximum size of an API request: 10 MiB. */
export const maxRequestBytes = 10 * 1024 * 1024;

const reservedName = /^__.*__$/s;
const maxNameBytes = 1500;

/** @throws FirestoreError INVALID_ARGUMENT for names that are empty, reserved or too long */
export function checkFieldName(name: string): void {
  if (name === '') throw invalidArgument('Document fields cannot have an empty name.');
  if (name.length > 4 && reservedName.test(name)) {
    throw invalidArgument(`field name '${name}' is reserved.`);
  }
  if (name.length > maxNameBytes / 4 && Buffer.byteLength(name) > maxNameBytes) {
    throw invalidArgument(`The property.name is longer than ${maxNameBytes} bytes.`);
  }
}

function checkBytes(bytes: number, path: string): void {
  if (bytes > maxValueBytes) {
    throw invalidArgument(`The value of property "${path}" is longer than ${maxValueBytes} bytes.`);
  }
}

function checkValue(value: Value, path: string, depth: number, inArray: boolean): void {
  switch (value.valueType) {
    case undefined:
      throw invalidArgument(`The value of property "${path}" is not set.`);
    case 'stringValue':
      if (value.stringValue.length > maxValueBytes / 4) checkBytes(Buffer.byteLength(value.stringValue), path);
      return;
    case 'bytesValue':
      checkBytes(value.bytesValue.length, path);
      return;
    case 'geoPointValue': {
      const { latitude = 0, longitude = 0 } = value.geoPointValue;
      if (!(Math.abs(latitude) <= 90)) throw invalidArgument(`Latitude must be in the range of [-90, 90]: ${latitude}`);
      if (!(Math.abs(longitude) <= 180)) {
        throw invalidArgument(`Longitude must be in the range of [-180, 180]: ${longitude}`);
      }
      return;
    }
    case 'arrayValue':
      if (inArray) throw invalidArgument('Cannot convert an array value in an array value.');
      if (depth > maxDepth) throw tooDeep(path);
      for (const element of value.arrayValue.values ?? []) checkValue(element, path, depth + 1, true);
      return;
    case 'mapValue':
      if (depth > maxDepth) throw tooDeep(path);
      if (vectorOf(value)) return;
      for (const [name, inner] of Object.entries(fieldsOf(value) ?? {})) {
        checkFieldName(name);
        const innerPath = `${path}.${name}`;
        checkFieldPathSize(innerPath);
        checkValue(inner, innerPath, depth + 1, false);
      }
  }
}

const tooDeep = (path: string) =>
  invalidArgument(
    `Property ${path.split('.')[0]} contains an invalid nested entity: more than ${maxDepth} levels deep.`,
  );

/**
 * Checks the fields of a write: names, depth, arrays in arrays, sizes of values.
 * @throws FirestoreError INVALID_ARGUMENT
 */
export function checkFields(fields: Fields): void {
  for (const name of Object.keys(fields)) {
    checkFieldName(name);
    checkValue(fields[name] as Value, name, 1, false);
  }
}
