import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { findFreePorts, isPortFree, portVariables, readPorts, requireFreePorts } from './ports.ts';

describe('readPorts', () => {
  it('has the documented defaults', () => {
    expect(readPorts({})).toEqual({
      app: 3000,
      hosting: 5010,
      functions: 5001,
      live: 5110,
      page: 5120,
      firestore: 8080,
      auth: 9099,
      storage: 9199,
    });
  });

  it('reads back what it names as variables', () => {
    const ports = { ...readPorts({}), app: 4000 };

    expect(readPorts(portVariables(ports))).toEqual(ports);
  });

  it.each(['abc', '0', '65536', '30.5'])('refuses "%s" and names the variable', (text) => {
    expect(() => readPorts({ INKWELL_PORT: text })).toThrow(`INKWELL_PORT is "${text}"`);
  });

  it('refuses one port for two parts', () => {
    expect(() => readPorts({ INKWELL_AUTH_PORT: '3000' })).toThrow('INKWELL_PORT and INKWELL_AUTH_PORT are both 3000');
  });
});

describe('requireFreePorts', () => {
  it('names the taken port, what it is for and the variable that changes it', async () => {
    const { port, close } = await occupy('127.0.0.1');

    await expect(requireFreePorts({ ...readPorts({}), auth: port }, ['auth'])).rejects.toThrow(
      `Port ${port}, meant for the Auth emulator, is taken by another program: stop it, or choose another port with INKWELL_AUTH_PORT.`,
    );
    close();
  });

  it('waits for a port that is about to come free', async () => {
    const { port, close } = await occupy('127.0.0.1');
    setTimeout(close, 200);

    await requireFreePorts({ ...readPorts({}), auth: port }, ['auth'], 5000);

    expect(await isPortFree(port)).toBe(true);
  });

  it('sees a server on all interfaces', async () => {
    const { port, close } = await occupy('0.0.0.0');

    expect(await isPortFree(port)).toBe(false);
    close();
  });
});

describe('findFreePorts', () => {
  it('finds as many different ones as asked for', async () => {
    const ports = await findFreePorts(8);

    expect(new Set(ports).size).toBe(8);
  });
});

async function occupy(host: string) {
  const [port = 0] = await findFreePorts(1);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  return { port, close: () => void server.close() };
}
