import { readFileSync } from 'node:fs';
import { argv, exit } from 'node:process';
import { parseArgs } from 'node:util';
import { connectTo, hintFor, nameOf, newsletterSecretOf, targetOf } from './connect.ts';

/*
 * The parts of `npm run backup` and `npm run restore` that depend on the product's data:
 *
 *   npm run recovery -w functions -- deletions [--project PROJECT]
 *     prints which accounts were deleted in the last 30 days, as salted ids
 *   npm run recovery -w functions -- settle [--deletions FILE] [--project PROJECT]
 *     makes restored data safe to run: old emails are not sent, and accounts deleted since are deleted again
 */

const USAGE = 'Usage: npm run recovery -w functions -- deletions|settle [--deletions FILE] [--project PROJECT]';

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    args: argv.slice(2),
    options: { project: { type: 'string' }, deletions: { type: 'string' } },
    allowPositionals: true,
  });
  const [command, ...rest] = positionals;
  if ((command !== 'deletions' && command !== 'settle') || rest.length > 0) throw new Error(USAGE);
  const target = targetOf(values.project);
  const { createRecovery } = await import('../src/compose/recovery.ts');
  const { Deletion } = await import('../src/personal-data/repeated-deletions.ts');
  const { systemClock } = await import('../src/common/clock.ts');
  const z = await import('zod/mini');
  const given = values.deletions === undefined ? '[]' : readFileSync(values.deletions, 'utf8');
  const deletions = z.parse(z.array(Deletion), JSON.parse(given));
  const { db, close } = await connectTo(target);
  const recovery = createRecovery({
    db,
    clock: systemClock,
    log: (severity, message, fields) => console.error(severity, message, fields ?? ''),
    config: { newsletterSecret: await newsletterSecretOf(target) },
  });
  try {
    if (command === 'deletions') {
      console.log(JSON.stringify(await recovery.deletions.list()));
      return;
    }
    const held = await recovery.holdMail();
    const repeated = await recovery.deletions.repeat(deletions);
    const counts = Object.entries(held).map(([what, count]) => `${count} ${what}`);
    console.log(`Held back in ${nameOf(target)}: ${counts.join(', ')}. Accounts deleted again: ${repeated}.`);
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n${hintFor(target)}`, { cause: error });
  } finally {
    await close();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  exit(1);
});
