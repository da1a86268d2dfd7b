import { argv, exit } from 'node:process';
import { Role } from '@inkwell/shared/roles';
import { connectTo, hintFor, nameOf, targetOf } from './connect.ts';

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
  const { email, role, target } = parse(argv.slice(2));
  const { setRole, UnreadableAccounts } = await import('../src/users/set-role.ts');
  const { createPictureTable } = await import('../src/pictures/pictures.repository.ts');
  const { createUserRepository } = await import('../src/users/users.repository.ts');
  const { db, auth, close } = await connectTo(target);

  const users = createUserRepository(db, createPictureTable(db));
  const change = await setRole({ auth, users, email, role, at: new Date() }).catch((error: unknown) => {
    throw error instanceof UnreadableAccounts
      ? new Error(`${error.message}\n${hintFor(target)}`, { cause: error })
      : error;
  });
  const where = nameOf(target);
  console.log(
    change.before === role
      ? `${email} already has the role ${role} in ${where}.`
      : `${email} is now ${role} in ${where} (was ${change.before ?? 'without a record'}).`,
  );
  await close();
}

function parse(args: string[]) {
  const projectAt = args.indexOf('--project');
  const project = projectAt < 0 ? undefined : args.splice(projectAt, 2)[1];
  const [email, roleName, ...rest] = args;
  const role = Role.safeParse(roleName);
  if (!email?.includes('@') || !role.success || rest.length > 0) throw new Error(USAGE);
  return { email, role: role.data, target: targetOf(project) };
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  exit(1);
});
