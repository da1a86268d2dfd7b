import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadStackConfig } from './suite/stack-config.ts';
import { freeStackPorts, portVariables, type StackPorts } from './suite/stack-ports.ts';
import { startProgram } from './testing/program.ts';
import { sharedFolder } from './testing/temporary-folder.ts';

// Packs the package and installs it outside of this repository, with only its declared dependencies.

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const folder = sharedFolder();
let installed: string;
let project: string;

beforeAll(() => {
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: PACKAGE,
    encoding: 'utf8',
  });
  execFileSync('tar', ['-xzf', join(folder, packed.trim()), '-C', folder]);
  project = join(folder, 'project');
  cpSync(join(folder, 'package/example'), project, { recursive: true });
  installed = join(project, 'node_modules/firebase-local');
  mkdirSync(dirname(installed), { recursive: true });
  cpSync(join(folder, 'package'), installed, { recursive: true });
  // Inside the package, where the project and its functions cannot find them.
  link(manifestOf(installed).dependencies, join(installed, 'node_modules'));
  link(manifestOf(join(project, 'functions')).dependencies, join(project, 'functions/node_modules'));
});

describe('the package alone', () => {
  it('passes its own type check', () => {
    const alone = join(folder, 'package');
    const { dependencies, devDependencies } = manifestOf(alone);
    link({ ...dependencies, ...devDependencies }, join(alone, 'node_modules'));

    expect(() => execFileSync(process.execPath, [typeScript(alone), '-p', alone], { stdio: 'pipe' })).not.toThrow();
  });

  it('runs another project with its functions, rules and data', async () => {
    const ports = await freeStackPorts(await loadStackConfig(project));
    const stack = await start(ports);
    const written = await fetch(`${stack.url}/notes/open`, json('PUT', { text: 'kept', isOpen: true }));
    await fetch(`${stack.url}/notes/closed`, json('PUT', { text: 'secret', isOpen: false }));

    expect(written.status).toBe(204);
    expect(await (await fetch(stack.url)).text()).toContain('<h1>Notes</h1>');
    expect(await readByRules(ports, 'open')).toMatchObject({ fields: { text: { stringValue: 'kept' } } });
    expect(await readByRules(ports, 'closed')).toMatchObject({ error: { status: 'PERMISSION_DENIED' } });
    expect(await (await fetch(`${stack.url}/notes/open`)).json()).toEqual({ text: 'kept', isOpen: true });
    expect(await stack.stop()).toBe(0);
    expect(existsSync(join(project, '.firebase-local/data/manifest.json'))).toBe(true);
  });
});

/** Runs the example's `npm start`. */
async function start(ports: StackPorts): Promise<{ url: string; stop(): Promise<number | null> }> {
  // Removes the variable of the repository's own npm command, which may run these tests.
  const env = { ...portVariables(await loadStackConfig(project), ports), npm_lifecycle_event: undefined };
  const { child } = await startProgram(
    { name: 'example', args: ['start', '--stand-ins'], cwd: project, env, logFile: join(folder, 'start.log') },
    'Notes is ready after',
    join(installed, 'bin/firebase-local.mjs'),
  );
  return {
    url: `http://localhost:${ports.app}`,
    async stop() {
      await child.stop(60_000);
      return (await child.exited).code;
    },
  };
}

/** Reads a note as a client without an account. */
async function readByRules(ports: StackPorts, id: string): Promise<unknown> {
  const path = `projects/demo-notes/databases/(default)/documents/notes/${id}`;
  return (await fetch(`http://127.0.0.1:${ports.firestore}/v1/${path}`)).json();
}

function json(method: string, body: unknown): RequestInit {
  return { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

function manifestOf(path: string): Manifest {
  return JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Manifest;
}

function typeScript(path: string): string {
  return join(path, 'node_modules/typescript/bin/tsc');
}

/** Installs packages without the network, as links to the copies that this package uses. */
function link(packages: Readonly<Record<string, string>> = {}, target: string): void {
  for (const name of Object.keys(packages)) {
    mkdirSync(dirname(join(target, name)), { recursive: true });
    symlinkSync(findPackage(name), join(target, name), 'junction');
  }
}

function findPackage(name: string): string {
  for (let at = PACKAGE; ; at = dirname(at)) {
    const found = join(at, 'node_modules', name);
    if (existsSync(found)) return realpathSync(found);
    if (dirname(at) === at) throw new Error(`${name} is not installed`);
  }
}
