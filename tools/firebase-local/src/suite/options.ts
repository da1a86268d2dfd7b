import { parseArgs } from 'node:util';
import { StartError } from './start-error.ts';

export interface LaunchOptions {
  /** Whether to follow source changes of web and functions. */
  dev: boolean;
  /** Whether to move existing data to another folder and load the seed again. */
  fresh: boolean;
  /** Which Firestore emulator and Storage rules runtime to use. If undefined, Google's are used if they are installed. */
  emulators: 'official' | 'stand-in' | undefined;
  help: boolean;
}

/** The command as the person typed it, for messages: its name, or the npm command with the `--` that npm requires before options. */
function commandLine(): string {
  const script = process.env.npm_lifecycle_event;
  if (!script || script === 'npx') return 'firebase-local start';
  return script === 'start' ? 'npm start --' : `npm run ${script} --`;
}

/** The text of `--help`. */
export function help(command = commandLine()): string {
  const lines = [
    ['', 'start the local stack and keep its data'],
    [' --fresh', 'move existing data to another folder and load the seed'],
    [' --official', "use Google's own Firestore emulator and Storage rules runtime (needs Java 21)"],
    [' --stand-ins', "use the stand-ins, even where Google's emulators are installed"],
    [' --dev', 'update web and functions after source changes'],
  ] as const;
  const width = command.length + 14;
  const table = lines.map(
    ([option, what]) => `${(option ? command + option : command.replace(/ --$/, '')).padEnd(width)}${what}`,
  );
  return `${table.join('\n')}

Ports and folders are changed by variables: see README.md of the package firebase-local.`;
}

/**
 * Reads the command line.
 * @throws StartError for an unknown option
 */
export function parseOptions(args: readonly string[]): LaunchOptions {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        dev: { type: 'boolean', default: false },
        fresh: { type: 'boolean', default: false },
        official: { type: 'boolean', default: false },
        'stand-ins': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false, short: 'h' },
      },
    });
    if (values.official && values['stand-ins']) throw new StartError('--official and --stand-ins exclude each other.');
    return {
      dev: values.dev,
      fresh: values.fresh,
      emulators: values.official ? 'official' : values['stand-ins'] ? 'stand-in' : undefined,
      help: values.help,
    };
  } catch (error) {
    if (error instanceof StartError) throw error;
    const [sentence = ''] = (error as Error).message.split('. ');
    throw new StartError(`${sentence}: \`${commandLine()} --help\` lists the options.`);
  }
}
