/**
 * Replaces `java` for the firebase CLI, which starts two of its emulators as `java ... -jar FILE args` (firebase-tools
 * lib/emulator/downloadableEmulators.js). FILE is a stand-in (FIRESTORE_EMULATOR_BINARY_PATH,
 * STORAGE_EMULATOR_BINARY_PATH) and runs in this process, so that signals and pipes reach it directly.
 */
import { pathToFileURL } from 'node:url';
import { register } from 'tsx/esm/api';

const args = process.argv.slice(2);
const jar = args.indexOf('-jar');

if (args.includes('-version') || args.includes('--version')) {
  // The CLI reads the major version from here and refuses versions below 21.
  process.stderr.write('openjdk version "21.0.0" (stand-ins for the Firestore and Storage emulators)\n');
} else if (jar === -1 || args[jar + 1] === undefined) {
  process.stderr.write('This java only runs the stand-ins of the local stack: java -jar FILE [arguments]\n');
  process.exitCode = 1;
} else {
  const file = args[jar + 1];
  process.argv = [process.argv[0], file, ...args.slice(jar + 2)];
  register();
  await import(pathToFileURL(file).href);
}
