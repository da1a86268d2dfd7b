import { formatFieldPath, parseFieldPath } from '../values/field-path.ts';

export type IndexMode = 'ASCENDING' | 'DESCENDING' | 'CONTAINS';
export type QueryScope = 'COLLECTION' | 'COLLECTION_GROUP';

export interface IndexField {
  field: string;
  mode: IndexMode;
}

/** A composite index; `__name__` is always its last field. */
export interface CompositeIndex {
  collection: string;
  scope: QueryScope;
  fields: readonly IndexField[];
}

/** The content of firestore.indexes.json. */
export interface IndexConfig {
  composites: readonly CompositeIndex[];
  /** Whether single fields have an index of this kind. */
  hasSingleField(collection: string, scope: QueryScope, field: string, mode: IndexMode): boolean;
}

interface FieldJson {
  fieldPath?: string;
  order?: string;
  arrayConfig?: string;
  vectorConfig?: unknown;
}

interface IndexFile {
  indexes?: { collectionGroup?: string; collectionId?: string; queryScope?: string; fields?: FieldJson[] }[];
  fieldOverrides?: {
    collectionGroup?: string;
    fieldPath?: string;
    indexes?: { order?: string; arrayConfig?: string; queryScope?: string }[];
  }[];
}

/** An indexes file that cannot be used. The message is one sentence. */
export class IndexFileError extends Error {
  override readonly name = 'IndexFileError';
}

const modeOf = ({ order, arrayConfig }: { order?: string; arrayConfig?: string }): IndexMode =>
  arrayConfig ? 'CONTAINS' : order === 'DESCENDING' ? 'DESCENDING' : 'ASCENDING';

const scopeOf = (scope: string | undefined): QueryScope =>
  scope === 'COLLECTION_GROUP' ? 'COLLECTION_GROUP' : 'COLLECTION';

/** An index without `__name__` ends with it, in the direction of its last field. */
function withName(fields: readonly IndexField[]): IndexField[] {
  const last = fields.at(-1);
  if (last?.field === '__name__') return [...fields];
  return [...fields, { field: '__name__', mode: last?.mode === 'DESCENDING' ? 'DESCENDING' : 'ASCENDING' }];
}

const automatic: ReadonlySet<string> = new Set([
  'COLLECTION ASCENDING',
  'COLLECTION DESCENDING',
  'COLLECTION CONTAINS',
]);

/** The settings of a field, of the nearest map around it, or the collection's default (`*`). */
function settingsFor(
  overrides: ReadonlyMap<string, ReadonlySet<string>>,
  collection: string,
  field: string,
): ReadonlySet<string> {
  const path = parseFieldPath(field);
  for (let length = path.length; length > 0; length--) {
    const settings = overrides.get(`${collection}\n${formatFieldPath(path.slice(0, length))}`);
    if (settings) return settings;
  }
  return overrides.get(`${collection}\n*`) ?? overrides.get('__default__\n*') ?? automatic;
}

/**
 * Reads the text of firestore.indexes.json.
 * @throws IndexFileError
 */
export function parseIndexConfig(text: string, file: string): IndexConfig {
  let json: IndexFile;
  try {
    json = JSON.parse(text) as IndexFile;
    if (typeof json !== 'object' || json === null) throw new TypeError('it does not hold an object');
  } catch (error) {
    throw new IndexFileError(`The indexes file ${file} cannot be read: ${(error as Error).message}.`);
  }
  const composites = (json.indexes ?? [])
    .filter(({ fields }) => !fields?.some(({ vectorConfig }) => vectorConfig))
    .map(({ collectionGroup, collectionId, queryScope, fields = [] }): CompositeIndex => {
      const collection = collectionGroup ?? collectionId;
      if (!collection) throw new IndexFileError(`The indexes file ${file} has an index without "collectionGroup".`);
      const listed = fields.map((field) => {
        if (!field.fieldPath) throw new IndexFileError(`The indexes file ${file} has a field without "fieldPath".`);
        return { field: formatFieldPath(parseFieldPath(field.fieldPath)), mode: modeOf(field) };
      });
      return { collection, scope: scopeOf(queryScope), fields: withName(listed) };
    });
  const overrides = new Map<string, ReadonlySet<string>>();
  for (const { collectionGroup = '', fieldPath = '', indexes = [] } of json.fieldOverrides ?? []) {
    const field = fieldPath === '*' ? '*' : formatFieldPath(parseFieldPath(fieldPath));
    const settings = indexes.map((index) => `${scopeOf(index.queryScope)} ${modeOf(index)}`);
    overrides.set(`${collectionGroup}\n${field}`, new Set(settings));
  }
  return {
    composites,
    hasSingleField: (collection, scope, field, mode) =>
      settingsFor(overrides, collection, field).has(`${scope} ${mode}`),
  };
}
