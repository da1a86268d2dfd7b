import { readFileSync } from 'node:fs';
import { argv, env, exit } from 'node:process';
import { Role } from '@inkwell/shared/roles';

/*
 * Gives an account a role from the command line, for example to create the first admin:
 *
 *   npm run set-role -- you@example.com admin [--project my-project]
 *
 * The default project is that of .firebaserc. Projects whose name begins with `demo-` are on the emulators; for others, it uses
 * application default credentials (`gcloud auth application-default login`).
 */

const USAGE = `Usage: npm run set-role -- EMAIL ${Role.options.join('|')} [--project PROJECT]`;

async function main(): Promise<void> {
  const { email, role, projectId } = parse(argv.slice(2));
  const isLocal = projectId.startsWith('demo-') || env.FIRESTORE_EMULATOR_HOST !== undefined;
  if (isLocal) {
    env.FIRESTORE_EMULATOR_HOST ??= `127.0.0.1:${env.INKWELL_FIRESTORE_PORT ?? 8080}`;
    env.FIREBASE_AUTH_EMULATOR_HOST ??= `127.0.0.1:${env.INKWELL_AUTH_PORT ?? 9099}`;
  }
  // Loaded here, because loading takes long and mistyped commands fail before.
  const { applicationDefault, deleteApp, initializeApp } = await import('firebase-admin/app');
  const { getAuth } = await import('firebase-admin/auth');
  const { getFirestore } = await import('firebase-admin/firestore');
  const { setRole, UnreadableAccounts } = await import('../src/users/set-role.ts');
  const { createPictureTable } = await import('../src/pictures/pictures.repository.ts');
  const { createUserRepository } = await import('../src/users/users.repository.ts');

  const app = initializeApp({ projectId, ...(!isLocal && { credential: applicationDefault() }) });

  const hint = isLocal
    ? `Is the local suite running (npm start)? Expected at ${env.FIREBASE_AUTH_EMULATOR_HOST}.`
    : `Sign in with \`gcloud auth application-default login\`, as somebody who may administer ${projectId}.`;
  const db = getFirestore(app);
  const users = createUserRepository(db, createPictureTable(db));
  const change = await setRole({ auth: getAuth(app), users, email, role, at: new Date() }).catch((error: unknown) => {
    throw error instanceof UnreadableAccounts ? new Error(`${error.message}\n${hint}`, { cause: error }) : error;
  });
  const where = isLocal ? `${projectId} (emulators)` : projectId;
  console.log(
    change.before === role
      ? `${email} already has the role ${role} in ${where}.`
      : `${email} is now ${role} in ${where} (was ${change.before ?? 'without a record'}).`,
  );
  await deleteApp(app);
}

function parse(args: string[]) {
  const projectAt = args.indexOf('--project');
  const project = projectAt < 0 ? undefined : args.splice(projectAt, 2)[1];
  const [email, roleName, ...rest] = args;
  const role = Role.safeParse(roleName);
  if (!email?.includes('@') || !role.success || rest.length > 0) throw new Error(USAGE);

  const projectId = project ?? env.GOOGLE_CLOUD_PROJECT ?? env.GCLOUD_PROJECT ?? defaultProject();
  return { email, role: role.data, projectId };
}

function defaultProject(): string {
  const { projects } = JSON.parse(readFileSync(new URL('../../.firebaserc', import.meta.url), 'utf8'));
  return String(projects.default);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  exit(1);
});
