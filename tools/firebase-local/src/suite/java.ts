import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** The oldest Java that firebase-tools 15 accepts. */
const MIN_JAVA = 21;

export interface OfficialEmulators {
  /** Whether Google's own Firestore emulator and Storage rules runtime can run here. */
  available: boolean;
  /** The missing requirements, each worded as the end of a sentence. */
  missing: string[];
}

/** Looks for Java and for the two files that firebase-tools would download. */
export async function findOfficialEmulators(): Promise<OfficialEmulators> {
  const missing: string[] = [];
  const version = await javaVersion();
  if (version === undefined) missing.push('there is no Java (21 or newer is needed)');
  else if (version < MIN_JAVA) missing.push(`Java is version ${version} (21 or newer is needed)`);
  const folder = process.env.FIREBASE_EMULATORS_PATH ?? join(homedir(), '.cache', 'firebase', 'emulators');
  for (const [name, file] of officialFiles()) {
    if (!existsSync(join(folder, file))) {
      missing.push(`${file} is not in ${folder} (\`npx firebase setup:emulators:${name}\` fetches it)`);
    }
  }
  return { available: missing.length === 0, missing };
}

/** The names of the files, from firebase-tools' own list. */
function officialFiles(): [string, string][] {
  const manifest = createRequire(import.meta.url).resolve('firebase-tools/package.json');
  const file = join(dirname(manifest), 'lib/emulator/downloadableEmulatorInfo.json');
  const info = JSON.parse(readFileSync(file, 'utf8')) as Record<string, { downloadPathRelativeToCacheDir: string }>;
  return (['firestore', 'storage'] as const).map((name) => [name, info[name]?.downloadPathRelativeToCacheDir ?? name]);
}

/** The major version of the `java` on PATH; undefined if there is none. */
function javaVersion(): Promise<number | undefined> {
  return new Promise((resolve) => {
    execFile('java', ['-version'], { timeout: 10_000 }, (error, stdout, stderr) => {
      const match = `${stdout}${stderr}`.match(/version "(?:1\.)?(\d+)/);
      resolve(error || !match ? undefined : Number(match[1]));
    });
  });
}
