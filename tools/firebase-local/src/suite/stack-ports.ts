import { findFreePorts, isPortFree, whenFree } from './ports.ts';
import type { FunctionConfig, Stack, StandardPart } from './stack-config.ts';
import { StartError } from './start-error.ts';

const STACK_PARTS = ['app', 'hosting', 'firestore', 'auth', 'storage'] as const;

/** A part with a port: its variable, its default, and its name in messages. */
export interface Part {
  readonly variable: string;
  readonly fallback: number;
  readonly what: string;
}

/** The ports of a whole stack. Ports of functions are by name. */
export interface StackPorts extends Readonly<Record<(typeof STACK_PARTS)[number], number>> {
  readonly functions: Readonly<Record<string, number>>;
}

/** The ports of Google's complete suite, with the Functions emulator instead of single functions. */
export type SuitePorts = Omit<StackPorts, 'app' | 'functions'> & { readonly functions: number };

type AnyPorts = StackPorts | SuitePorts;

/** The parts of a project's configuration that determine its ports. */
export type PortConfig = Pick<Stack, 'variablePrefix' | 'ports' | 'functions'>;

type Environment = Readonly<Record<string, string | undefined>>;

const STANDARD: Readonly<Record<StandardPart, { fallback: number; what: string }>> = {
  app: { fallback: 3000, what: 'the app' },
  hosting: { fallback: 5010, what: 'the Hosting emulator' },
  functions: { fallback: 5001, what: 'the Functions emulator' },
  firestore: { fallback: 8080, what: 'the Firestore emulator' },
  auth: { fallback: 9099, what: 'the Auth emulator' },
  storage: { fallback: 9199, what: 'the Storage emulator' },
};
const SUITE_PARTS = ['hosting', 'functions', 'firestore', 'auth', 'storage'] as const;

/** The variable for the app's port. It is also passed to functions and development servers, so that they know their own address. */
export function appVariable({ variablePrefix }: Pick<Stack, 'variablePrefix'>): string {
  return `${variablePrefix}_PORT`;
}

function standardPart(config: PortConfig, name: StandardPart): Part {
  const { fallback, what } = STANDARD[name];
  const variable = name === 'app' ? appVariable(config) : `${config.variablePrefix}_${name.toUpperCase()}_PORT`;
  return { variable, fallback: config.ports[name] ?? fallback, what };
}

function functionPart({ variablePrefix }: PortConfig, { name, port, variable }: FunctionConfig): Part {
  const usual = `${variablePrefix}_${name.toUpperCase().replace(/[^A-Z0-9]/g, '_')}_PORT`;
  return { variable: variable ?? usual, fallback: port, what: `the ${name} function` };
}

const suiteParts = (config: PortConfig): Part[] => SUITE_PARTS.map((name) => standardPart(config, name));

/** All parts with a port in a whole stack, in the order of assigning and checking ports. */
function stackParts(config: PortConfig): Part[] {
  return [
    ...STACK_PARTS.map((name) => standardPart(config, name)),
    ...config.functions.targets.map((target) => functionPart(config, target)),
  ];
}

/**
 * Reads the ports of a whole stack from the environment, with defaults.
 * @throws StartError if a variable is not a port number, or two ports are the same
 */
export function readPorts(config: PortConfig, env: Environment): StackPorts {
  return toStackPorts(config, readParts(stackParts(config), env));
}

/** Reads the ports of Google's complete suite. @throws StartError like {@link readPorts} */
export function readSuitePorts(config: PortConfig, env: Environment): SuitePorts {
  const numbers = readParts(suiteParts(config), env);
  return Object.fromEntries(SUITE_PARTS.map((name, index) => [name, numbers[index]])) as SuitePorts;
}

function toStackPorts({ functions }: PortConfig, numbers: readonly (number | undefined)[]): StackPorts {
  const standard = Object.fromEntries(STACK_PARTS.map((name, index) => [name, numbers[index]]));
  const ofFunctions = functions.targets.map(({ name }, index) => [name, numbers[STACK_PARTS.length + index]]);
  return { ...standard, functions: Object.fromEntries(ofFunctions) } as StackPorts;
}

function readParts(parts: readonly Part[], env: Environment): number[] {
  const ports: number[] = [];
  for (const { variable, fallback } of parts) {
    const text = env[variable]?.trim();
    const port = text ? Number(text) : fallback;
    if (!Number.isInteger(port) || port < 1 || port > 65_535) {
      throw new StartError(`${variable} is "${text ?? port}", which is not a port number from 1 to 65535.`);
    }
    const twin = parts[ports.indexOf(port)];
    if (twin) {
      throw new StartError(`${twin.variable} and ${variable} are both ${port}: each part needs its own port.`);
    }
    ports.push(port);
  }
  return ports;
}

const partsWith = (config: PortConfig, ports: AnyPorts) => ('app' in ports ? stackParts(config) : suiteParts(config));

/** The ports of all parts, in the order of {@link stackParts}. */
export function portNumbers({ functions }: PortConfig, ports: AnyPorts): number[] {
  if (!('app' in ports)) return SUITE_PARTS.map((name) => ports[name]);
  return [
    ...STACK_PARTS.map((name) => ports[name]),
    ...functions.targets.map(({ name }) => ports.functions[name] ?? 0),
  ];
}

/** The ports as variables for {@link readPorts} or {@link readSuitePorts}. */
export function portVariables(config: PortConfig, ports: AnyPorts): Record<string, string> {
  const numbers = portNumbers(config, ports);
  return Object.fromEntries(partsWith(config, ports).map(({ variable }, index) => [variable, String(numbers[index])]));
}

/** Finds free ports for a whole stack. */
export async function freeStackPorts(config: PortConfig): Promise<StackPorts> {
  return toStackPorts(config, await findFreePorts(stackParts(config).length));
}

/**
 * Checks that all ports are free. Waits up to `patienceMs` for ports of a stack that is stopping.
 * @throws StartError with the first taken port and its variable
 */
export async function requireFreePorts(config: PortConfig, ports: AnyPorts, patienceMs = 0): Promise<void> {
  const deadline = Date.now() + patienceMs;
  const numbers = portNumbers(config, ports);
  for (const [index, { variable, what }] of partsWith(config, ports).entries()) {
    const port = numbers[index] ?? 0;
    await whenFree([port], deadline - Date.now());
    if (!(await isPortFree(port))) {
      throw new StartError(
        `Port ${port}, meant for ${what}, is taken by another program: stop it, or choose another port with ${variable}.`,
      );
    }
  }
}
