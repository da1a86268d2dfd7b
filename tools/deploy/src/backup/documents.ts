import { type Access, call } from './access.ts';

/** A document in the format of Firestore's REST API, which preserves the types of values. */
export interface StoredDocument {
  /** Its path below the database. */
  readonly path: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

interface WireDocument {
  readonly name: string;
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** The limit of a read. One write call accepts 10 MiB, and a document has at most 1 MiB; most are small. */
const PER_PAGE = 100;
const WRITE_BYTES = 4 * 1024 * 1024;

const database = ({ project }: Pick<Access, 'project'>) => `projects/${project}/databases/(default)`;
const rootOf = (access: Pick<Access, 'project'>) => `${database(access)}/documents`;
const urlOf = (access: Access, verb: string) => `${access.firestore}/v1/${rootOf(access)}:${verb}`;

/** All documents of all collections, by name, page by page. */
export async function* readDocuments(access: Access, limit = PER_PAGE): AsyncGenerator<readonly StoredDocument[]> {
  const root = rootOf(access);
  for (let after: string | null = null; ; ) {
    const structuredQuery = {
      // Without a collection id, the query covers all collections at any depth.
      from: [{ allDescendants: true }],
      orderBy: [{ field: { fieldPath: '__name__' }, direction: 'ASCENDING' }],
      ...(after !== null && { startAt: { values: [{ referenceValue: after }], before: false } }),
      limit,
    };
    const rows: readonly { readonly document?: WireDocument }[] = await call(access, urlOf(access, 'runQuery'), {
      structuredQuery,
    });
    const found = rows.map(({ document }) => document).filter((document) => document !== undefined);
    if (found.length > 0) yield found.map(({ name, fields = {} }) => ({ path: name.slice(root.length + 1), fields }));
    if (found.length < limit) return;
    after = found.at(-1)?.name ?? null;
  }
}

export async function hasDocuments(access: Access): Promise<boolean> {
  for await (const page of readDocuments(access, 1)) return page.length > 0;
  return false;
}

/** Writes whole documents, replacing existing ones. Safe to repeat. */
export async function writeDocuments(access: Access, documents: readonly StoredDocument[]): Promise<void> {
  let writes: object[] = [];
  let bytes = 0;
  const commit = async () => {
    if (writes.length > 0) await call(access, urlOf(access, 'commit'), { writes });
    [writes, bytes] = [[], 0];
  };
  for (const { path, fields } of documents) {
    writes.push({ update: { name: `${rootOf(access)}/${path}`, fields } });
    bytes += JSON.stringify(fields).length;
    if (bytes >= WRITE_BYTES) await commit();
  }
  await commit();
}

/** A project and its bucket, which values in documents refer to. */
export interface Move {
  readonly project: string;
  readonly bucket: string;
}

/**
 * Updates a value for another project: references to documents, and addresses of files in the bucket.
 * @returns the same object if nothing changes
 */
export function moved<T>(value: T, from: Move, to: Move): T {
  if (from.project === to.project && from.bucket === to.bucket) return value;
  const files = new RegExp(`/b/${from.bucket.replaceAll('.', '\\.')}/o/`, 'g');
  const [before, after] = [`${rootOf(from)}/`, `${rootOf(to)}/`];
  const walk = (given: unknown, key: string): unknown => {
    if (typeof given === 'string') {
      if (key === 'referenceValue') return given.startsWith(before) ? `${after}${given.slice(before.length)}` : given;
      return key === 'stringValue' ? given.replace(files, `/b/${to.bucket}/o/`) : given;
    }
    if (Array.isArray(given)) {
      const list = given.map((one) => walk(one, ''));
      return list.some((one, n) => one !== given[n]) ? list : given;
    }
    if (!(given instanceof Object)) return given;
    const entries = Object.entries(given).map(([name, one]) => [name, one, walk(one, name)] as const);
    if (entries.every(([, was, is]) => was === is)) return given;
    return Object.fromEntries(entries.map(([name, , is]) => [name, is]));
  };
  return walk(value, '') as T;
}

/** Updates imported documents to refer to this project and its bucket. Safe to repeat. @returns the number of changed documents */
export async function moveDocuments(access: Access, from: Move): Promise<number> {
  let count = 0;
  if (from.project === access.project && from.bucket === access.bucket) return count;
  for await (const page of readDocuments(access)) {
    const changed = page
      .map((document) => ({ document, fields: moved(document.fields, from, access) }))
      .filter(({ document, fields }) => fields !== document.fields)
      .map(({ document: { path }, fields }) => ({ path, fields }));
    await writeDocuments(access, changed);
    count += changed.length;
  }
  return count;
}

interface Operation {
  readonly name: string;
  readonly done?: boolean;
  readonly error?: { readonly message?: string };
  readonly response?: { readonly outputUriPrefix?: string };
  readonly metadata?: { readonly progressDocuments?: { readonly completedWork?: string } };
}

interface Managed {
  readonly onProgress: (documents: number) => void;
  readonly pauseMs?: number;
}

async function finished(
  access: Access,
  begun: Operation,
  { onProgress, pauseMs = 5_000 }: Managed,
): Promise<Operation> {
  let operation = begun;
  while (!operation.done) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    operation = await call<Operation>(access, `${access.firestore}/v1/${operation.name}`);
    onProgress(countOf(operation));
  }
  if (operation.error) throw new Error(`Firestore: ${operation.error.message ?? 'the operation failed'}`);
  return operation;
}

const countOf = ({ metadata }: Operation): number => Number(metadata?.progressDocuments?.completedWork ?? 0);

/**
 * Runs Firestore's managed export, of the documents at one point in time. @param to `gs://BUCKET/PREFIX`
 * @returns the number of documents
 */
export async function exportManaged(
  access: Access,
  { to, at, ...managed }: Managed & { readonly to: string; readonly at: Date },
): Promise<number> {
  const snapshotTime = new Date(Math.floor(at.getTime() / 60_000) * 60_000).toISOString();
  const url = `${access.firestore}/v1/${database(access)}:exportDocuments`;
  return countOf(await finished(access, await call(access, url, { outputUriPrefix: to, snapshotTime }), managed));
}

/** Imports a managed export. Safe to repeat: documents with the same name are replaced. */
export async function importManaged(access: Access, { from, ...managed }: Managed & { readonly from: string }) {
  const url = `${access.firestore}/v1/${database(access)}:importDocuments`;
  return countOf(await finished(access, await call(access, url, { inputUriPrefix: from }), managed));
}
