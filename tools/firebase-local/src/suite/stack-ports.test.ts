import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { findFreePorts, isPortFree } from './ports.ts';
import { completeConfig } from './stack-config.ts';
import { portVariables, readPorts, readSuitePorts, requireFreePorts } from './stack-ports.ts';

const CONFIG = completeConfig({
  name: 'Fixture',
  variablePrefix: 'FIXTURE',
  projectId: 'demo-fixture',
  ports: { hosting: 5055 },
  functions: {
    targets: [
      { name: 'sendMail', port: 5110 },
      { name: 'notes', port: 5001, variable: 'FIXTURE_FUNCTIONS_PORT' },
    ],
  },
});

describe('readPorts', () => {
  it("uses the default ports, the project's ports in their place, and one port for each function", () => {
    expect(readPorts(CONFIG, {})).toEqual({
      app: 3000,
      hosting: 5055,
      firestore: 8080,
      auth: 9099,
      storage: 9199,
      functions: { sendMail: 5110, notes: 5001 },
    });
  });

  it('reads each port from its variable: the prefix and the name, or the variable that the project names', () => {
    const env = { FIXTURE_PORT: '4000', FIXTURE_SENDMAIL_PORT: '4001', FIXTURE_FUNCTIONS_PORT: '4002', PORT: '4003' };

    expect(readPorts(CONFIG, env)).toMatchObject({ app: 4000, functions: { sendMail: 4001, notes: 4002 } });
  });

  it('reads back the variables that it writes', () => {
    const ports = { ...readPorts(CONFIG, {}), app: 4000, functions: { sendMail: 4001, notes: 4002 } };

    expect(readPorts(CONFIG, portVariables(CONFIG, ports))).toEqual(ports);
  });

  it.each(['abc', '0', '65536', '30.5'])('refuses "%s" and names the variable', (text) => {
    expect(() => readPorts(CONFIG, { FIXTURE_PORT: text })).toThrow(`FIXTURE_PORT is "${text}"`);
  });

  it('refuses the same port for two parts', () => {
    expect(() => readPorts(CONFIG, { FIXTURE_AUTH_PORT: '3000' })).toThrow(
      'FIXTURE_PORT and FIXTURE_AUTH_PORT are both 3000',
    );
  });
});

describe('readSuitePorts', () => {
  it("has one port for Google's Functions emulator, however many functions there are", () => {
    expect(readSuitePorts(CONFIG, { FIXTURE_FUNCTIONS_PORT: '4000' })).toEqual({
      hosting: 5055,
      functions: 4000,
      firestore: 8080,
      auth: 9099,
      storage: 9199,
    });
  });
});

describe('requireFreePorts', () => {
  it.each([
    ['an emulator', { auth: 0 }, 'the Auth emulator', 'FIXTURE_AUTH_PORT'],
    ['a function', { functions: { sendMail: 0, notes: 5001 } }, 'the sendMail function', 'FIXTURE_SENDMAIL_PORT'],
  ])('names the taken port of %s, its part and its variable', async (_what, change, what, variable) => {
    const { port, close } = await occupy();
    const ports = await freePorts();
    const taken =
      'auth' in change ? { ...ports, auth: port } : { ...ports, functions: { ...ports.functions, sendMail: port } };

    await expect(requireFreePorts(CONFIG, taken)).rejects.toThrow(
      `Port ${port}, meant for ${what}, is taken by another program: stop it, or choose another port with ${variable}.`,
    );
    close();
  });

  it('waits for a port that is about to be released', async () => {
    const { port, close } = await occupy();
    setTimeout(close, 200);

    await requireFreePorts(CONFIG, { ...(await freePorts()), auth: port }, 5000);

    expect(await isPortFree(port)).toBe(true);
  });
});

async function freePorts() {
  const [app = 0, hosting = 0, firestore = 0, auth = 0, storage = 0, sendMail = 0, notes = 0] = await findFreePorts(7);
  return { app, hosting, firestore, auth, storage, functions: { sendMail, notes } };
}

async function occupy() {
  const [port = 0] = await findFreePorts(1);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { port, close: () => void server.close() };
}
