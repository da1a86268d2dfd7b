import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { api } from '@inkwell/functions/src/testing/api.ts';
import { baseUrl } from '@inkwell/functions/src/testing/server.ts';
import type { TestUser } from '@inkwell/functions/src/testing/users.ts';
import { TokenScope } from '@inkwell/shared/token-scopes';
import { run } from '../command.ts';
import type { Entry } from '../session.ts';

/** A checkout of a repository. */
export interface Checkout {
  readonly root: string;
  write(files: Readonly<Record<string, string | Uint8Array>>): void;
  read(path: string): string;
  git(...args: string[]): void;
  /** Another checkout with the same files. */
  copy(): Checkout;
}

export function checkoutIn(root = mkdtempSync(join(tmpdir(), 'inkwell-cli-'))): Checkout {
  const git = (...args: string[]) => void execFileSync('git', args, { cwd: root, stdio: 'ignore' });
  return {
    root,
    git,
    write(files) {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(root, path)), { recursive: true });
        writeFileSync(join(root, path), text);
      }
    },
    read: (path) => readFileSync(join(root, path), 'utf8'),
    copy() {
      const to = mkdtempSync(join(tmpdir(), 'inkwell-cli-'));
      cpSync(root, to, { recursive: true });
      return checkoutIn(to);
    },
  };
}

export function newCheckout(files: Readonly<Record<string, string | Uint8Array>>): Checkout {
  const checkout = checkoutIn();
  checkout.git('init', '--quiet');
  checkout.git('remote', 'add', 'origin', 'git@github.com:Ada/Notes.git');
  checkout.write(files);
  return checkout;
}

export const remove = ({ root }: Checkout, path: string): void => rmSync(join(root, path));

export async function environmentOf(owner: TestUser, scopes: readonly TokenScope[] = TokenScope.options) {
  const { body } = await api.post('/api/tokens', { name: 'CI', scopes }, owner);
  return { INKWELL_URL: await baseUrl(), INKWELL_TOKEN: String(body.token) };
}

export interface Outcome {
  readonly code: number;
  readonly output: string;
  readonly entries: readonly Entry[];
  /** The results by path. */
  readonly results: Readonly<Record<string, string>>;
}

/** Runs a command in a checkout and reads its JSON. */
export async function inkwell(
  { root }: Checkout,
  env: Readonly<Record<string, string>>,
  ...args: string[]
): Promise<Outcome> {
  const lines: string[] = [];
  const say = (line: string) => void lines.push(line);
  const code = await run([...args, '--json'], { cwd: root, env, out: say, error: say });
  const output = lines.join('\n');
  const entries: Entry[] = output.startsWith('{') ? JSON.parse(output).entries : [];
  return { code, output, entries, results: Object.fromEntries(entries.map(({ path, result }) => [path, result])) };
}
