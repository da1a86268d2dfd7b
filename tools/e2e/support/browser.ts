import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { chromium } from '@playwright/test';

/** A browser, as Playwright's launch options. */
export interface BrowserChoice {
  /** Where the browser comes from, for messages. */
  source: string;
  executablePath: string;
  args: string[];
  /** Environment variables in addition to those of this process. */
  env: Record<string, string>;
}

/** Emulating a GPU takes an eighth of a journey's time. */
const COMMON_ARGS = ['--disable-gpu'];

/**
 * Finds a Chromium: the one in INKWELL_CHROMIUM, an installed Chrome or Chromium, Playwright's own, or the one in the npm package
 * `@sparticuz/chromium` (Linux x64).
 * @throws Error with instructions if there is none
 */
export async function findBrowser(env: NodeJS.ProcessEnv = process.env): Promise<BrowserChoice> {
  const named = env.INKWELL_CHROMIUM;
  if (named) {
    if (!existsSync(named)) throw new Error(`INKWELL_CHROMIUM names ${named}, which does not exist.`);
    return choice('INKWELL_CHROMIUM', named);
  }
  const installed = installedBrowsers(env).find(existsSync);
  if (installed) return choice('installed browser', installed);
  if (existsSync(chromium.executablePath())) return choice('Playwright', chromium.executablePath());
  if (process.platform === 'linux' && process.arch === 'x64') return unpackedBrowser();
  throw new Error(
    'No Chromium was found: install Chrome, run `npx playwright install chromium`, or name one with INKWELL_CHROMIUM.',
  );
}

function choice(source: string, executablePath: string): BrowserChoice {
  // As root, Chromium refuses to start with its sandbox. Most containers run as root.
  const args = process.getuid?.() === 0 ? [...COMMON_ARGS, '--no-sandbox', '--disable-dev-shm-usage'] : COMMON_ARGS;
  return { source, executablePath, args, env: {} };
}

function installedBrowsers(env: NodeJS.ProcessEnv): string[] {
  if (process.platform === 'darwin') {
    return [
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ];
  }
  if (process.platform === 'win32') {
    return [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA]
      .filter((folder) => folder !== undefined)
      .map((folder) => join(folder, 'Google/Chrome/Application/chrome.exe'));
  }
  const names = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser'];
  const folders = ['/usr/bin', '/usr/local/bin', '/opt/google/chrome', '/snap/bin'];
  return folders.flatMap((folder) => names.map((name) => join(folder, name)));
}

/**
 * Unpacks the browser of `@sparticuz/chromium` into the temporary folder, once for each version: the package itself would reuse an older one. The
 * folder is moved into place when it is complete.
 */
async function unpackedBrowser(): Promise<BrowserChoice> {
  const folder = join(tmpdir(), `inkwell-chromium-${packageVersion()}`);
  if (!existsSync(join(folder, 'chromium'))) {
    const unpacking = mkdtempSync(`${folder}-`);
    try {
      await unpackInto(unpacking);
      renameSync(unpacking, folder);
    } catch (error) {
      // Another run may have unpacked the browser first.
      if (!existsSync(join(folder, 'chromium'))) throw error;
    } finally {
      rmSync(unpacking, { recursive: true, force: true });
    }
  }
  writeFileSync(join(folder, 'fonts', 'fonts.conf'), fontConfig(folder));
  return {
    source: '@sparticuz/chromium',
    executablePath: join(folder, 'chromium'),
    // The package's own arguments disable web security and run everything in one process.
    args: [...COMMON_ARGS, '--no-sandbox', '--disable-dev-shm-usage'],
    env: { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_PATH: join(folder, 'fonts') },
  };
}

/** The package's own configuration always uses /tmp/fonts, whatever TMPDIR is, and a Chromium without fonts crashes on its first page. */
const fontConfig = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(folder, 'fonts')}</dir>
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`;

/** Unpacks into `folder`. The package reads TMPDIR, and with the other variable it adds the libraries that it needs. */
async function unpackInto(folder: string): Promise<void> {
  const before = { ...process.env };
  Object.assign(process.env, { TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' });
  try {
    const { default: packaged } = await import('@sparticuz/chromium');
    await packaged.executablePath();
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  }
}

function packageVersion(): string {
  const main = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  let folder = dirname(main);
  while (!existsSync(join(folder, 'bin'))) folder = dirname(folder);
  return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;
}
