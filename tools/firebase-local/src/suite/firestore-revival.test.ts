import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sharedFolder } from '../testing/temporary-folder.ts';
import { STAND_INS } from './firebase-suite.ts';
import { FirestoreRevival } from './firestore-revival.ts';
import { freeEmulatorPorts } from './ports.ts';

const runDir = sharedFolder();

it('stops restarting a Firestore emulator that cannot read its data', async () => {
  const data = join(runDir, 'firestore');
  writeFileSync(data, 'no data\n');
  writeFileSync(join(runDir, 'firestore.rules'), "rules_version = '2';\nservice cloud.firestore {}\n");
  const troubles: string[] = [];
  let revival: FirestoreRevival | undefined;

  const unreadable = await new Promise<string>((resolve) => {
    freeEmulatorPorts().then(({ firestore: port }) => {
      revival = new FirestoreRevival({
        port,
        runDir,
        program: STAND_INS.firestore,
        env: { FIREBASE_LOCAL_FIRESTORE_DATA: data },
        onTrouble: (message) => troubles.push(message),
        onUnreadable: resolve,
      });
      void revival.revive('SIGKILL');
    });
  });

  await revival?.stop();
  expect(unreadable).toBe(`The Firestore data file ${data} cannot be read: it is not a data file of this emulator`);
  expect(troubles.filter((message) => message.includes('is started again'))).toHaveLength(1);
});
