import { FirestoreError, invalidArgument } from '../errors.ts';
import type { Firestore } from '../firestore.ts';
import { exportDatabase } from '../persistence/export.ts';
import type { RulesStore } from '../rules/rules-store.ts';
import type { Json } from '../values/json.ts';

export interface EmulatorContext {
  firestore: Firestore;
  rules: RulesStore;
}

const clearPath = /^\/emulator\/v1\/(projects\/[^/]+\/databases\/[^/]+)\/documents$/;
const projectPath = /^\/emulator\/v1\/projects\/([^/:]+):([\w.]+)$/;

const member = (json: Json | undefined, name: string): Json | undefined =>
  typeof json === 'object' && json !== null && !Array.isArray(json) ? json[name] : undefined;

/** `{ rules: { files: [{ name?, content }] } }`, as firebase-tools and rules-unit-testing send it. */
function rulesOf(body: Json): { name: string; content: string } {
  const files = member(member(body, 'rules'), 'files');
  const file = Array.isArray(files) ? files[0] : undefined;
  const content = member(file, 'content');
  if (typeof content !== 'string') throw invalidArgument('rules.files[0].content is missing.');
  const name = member(file, 'name');
  return { name: typeof name === 'string' ? name : 'firestore.rules', content };
}

/**
 * Calls that only emulators have: load rules, clear a database, export.
 * @throws FirestoreError NOT_FOUND for any other
 */
export async function handleEmulatorCall(
  context: EmulatorContext,
  method: string,
  path: string,
  body: Json,
): Promise<unknown> {
  const cleared = clearPath.exec(path);
  if (cleared && method === 'DELETE') {
    context.firestore.clear(cleared[1] as string);
    return {};
  }
  const [, project = '', verb = ''] = projectPath.exec(path) ?? [];
  if (verb === 'securityRules' && method === 'PUT') {
    const { name, content } = rulesOf(body);
    const issues = context.rules.load(project, content, name);
    const fault = issues.find(({ severity }) => severity === 'ERROR');
    if (!fault || member(body, 'ignore_errors') === true) return issues.length === 0 ? {} : { issues };
    throw invalidArgument(`${name}:${fault.sourcePosition.line}:${fault.sourcePosition.column}: ${fault.description}`);
  }
  if (verb === 'export' && method === 'POST') {
    const [database, directory, name] = ['database', 'export_directory', 'export_name'].map((key) => member(body, key));
    if (typeof database !== 'string' || typeof directory !== 'string' || typeof name !== 'string') {
      throw invalidArgument('database, export_directory and export_name are needed.');
    }
    await exportDatabase(context.firestore, { database, directory, name });
    return {};
  }
  throw new FirestoreError('NOT_FOUND', `${method} ${path} is not served by this emulator.`);
}
