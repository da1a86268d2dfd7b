import { type Fields, fieldsOf, type Value } from './value.ts';

/** The size of a string: its UTF-8 bytes plus 1 ("Storage size calculations"). */
const stringSize = (text: string): number => Buffer.byteLength(text) + 1;

/** The size of a document or collection path: each id as a string, plus 16. */
function nameSize(path: string): number {
  let size = 16;
  for (const segment of path.split('/')) size += stringSize(segment);
  return size;
}

function fieldsSize(fields: Fields): number {
  let size = 0;
  for (const name of Object.keys(fields)) size += stringSize(name) + valueSize(fields[name] as Value);
  return size;
}

/** The size of one value ("Storage size calculations", field value size). */
export function valueSize(value: Value): number {
  switch (value.valueType) {
    case 'nullValue':
    case 'booleanValue':
      return 1;
    case 'integerValue':
    case 'doubleValue':
    case 'timestampValue':
      return 8;
    case 'geoPointValue':
      return 16;
    case 'stringValue':
      return stringSize(value.stringValue);
    case 'bytesValue':
      return value.bytesValue.length;
    case 'referenceValue':
      return nameSize(value.referenceValue.split('/documents/')[1] ?? value.referenceValue);
    case 'arrayValue':
      return (value.arrayValue.values ?? []).reduce((size, element) => size + valueSize(element), 0);
    case 'mapValue':
      return fieldsSize(fieldsOf(value) ?? {});
  }
}

/** The size of a stored document: its name and fields, plus 32 ("Storage size calculations", document size). */
export const documentSize = (path: string, fields: Fields): number => nameSize(path) + fieldsSize(fields) + 32;
