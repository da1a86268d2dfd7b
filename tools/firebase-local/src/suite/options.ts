import { parseArgs } from 'node:util';
import { StartError } from './start-error.ts';

export interface LaunchOptions {
  /** Whether web and functions follow changes of their sources. */
  dev: boolean;
  /** Whether older data is moved to another folder and the seed loaded again. */
  fresh: boolean;
  /** Which Firestore emulator and Storage rules runtime to use; undefined: Google's if they are installed. */
  emulators: 'official' | 'stand-in' | undefined;
  help: boolean;
}

/** The command as the person typed it, for messages: through npm, with the `--` that npm needs before options, or by its name. */
function commandLine(): string {
  const script = process.env.npm_lifecycle_event;
  if (!script || script === 'npx') return 'firebase-local start';
  return script === 'start' ? 'npm start --' : `npm run ${script} --`;
}

/** The text of `--help`. */
export function help(command = commandLine()): string {
  const lines = [
    ['', 'start the local stack and keep its data'],
    [' --fresh', 'put older data aside and begin from the seed'],
    [' --official', "use Google's own Firestore emulator and Storage rules runtime (needs Java 21)"],
    [' --stand-ins', "use the stand-ins, even where Google's emulators are installed"],
    [' --dev', 'follow changes of web and functions'],
  ] as const;
  const width = command.length + 14;
  const table = lines.map(
    ([option, what]) => `${(option ? command + option : command.replace(/ --$/, '')).padEnd(width)}${what}`,
  );
  return `${table.join('\n')}

Ports and folders are changed by variables: see README.md of the package firebase-local.`;
}

/** Reads the command line. @throws StartError for an option that is not known */
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
    throw new StartError(`${sentence}: \`${commandLine()} --help\` lists what there is.`);
  }
}
