import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildAsStep } from './builds.ts';
import { type DataFolder, type EmulatorKind, openDataFolder, RUN_FOLDER } from './data-folder.ts';
import { startDevelopment } from './development.ts';
import { checkExport } from './export-folder.ts';
import { localHosting } from './firebase-config.ts';
import {
  firestoreVariables,
  hasPublished,
  publishApp,
  readFirebaseJson,
  requireApp,
  STAND_INS,
  startFirebaseSuite,
} from './firebase-suite.ts';
import { FirestoreRevival } from './firestore-revival.ts';
import { FunctionProcess } from './function-process.ts';
import { startGateway } from './gateway/gateway.ts';
import { findOfficialEmulators } from './java.ts';
import { prepareKeptData } from './kept-data.ts';
import type { LaunchOptions } from './options.ts';
import { freeEmulatorPorts, LOOPBACK } from './ports.ts';
import { elapsed, type Progress } from './progress.ts';
import { checkRules } from './rules-check.ts';
import { functionEnv, type Run, siteUrl } from './run.ts';
import { createSchedules, type Schedules } from './schedules/local-schedules.ts';
import { runSeed } from './seeding.ts';
import type { Shutdown } from './shutdown.ts';
import { SnapshotKeeper } from './snapshots.ts';
import { type BuildConfig, dataDirVariable, loadStackConfig, type Stack } from './stack-config.ts';
import { readPorts, requireFreePorts, type StackPorts } from './stack-ports.ts';
import { StartError } from './start-error.ts';

export interface LaunchContext {
  /** The folder of stack.config.mjs and firebase.json. */
  root: string;
  options: LaunchOptions;
  progress: Progress;
  /** Every part that is started is registered here. Parts are stopped in reverse order. */
  shutdown: Shutdown;
}

/** How long to wait for the ports of a killed start. Its children end within four seconds on an idle machine. */
const AFTER_KILL_MS = 30_000;
/** How long the first requests may take: on a busy machine, functions take minutes to load. */
const WARM_UP_MS = 240_000;

/**
 * Starts everything: builds run while the emulators start, followed by the functions, the seed and the gateway. Resolves when the app answers.
 * @throws StartError for faults that the person can correct; `shutdown` stops all started parts
 */
export async function launch({ root, options, progress, shutdown }: LaunchContext): Promise<void> {
  const config = await loadStackConfig(root);
  const ports = readPorts(config, process.env);
  if (!readFirebaseJson(root).hosting) throw new StartError('firebase.json has no "hosting", which serves the app.');
  checkRules(root);
  const workDir = join(root, config.workDir);
  mkdirSync(workDir, { recursive: true });

  const variable = dataDirVariable(config);
  const data = openDataFolder(resolve(root, process.env[variable] || join(workDir, 'data')), {
    fresh: options.fresh,
    variable,
    dataFormat: config.dataFormat,
  });
  shutdown.add('data folder', () => data.release());
  const freePorts = progress.begin('Waiting for the ports of the start that was killed');
  await requireFreePorts(config, ports, data.wasKilled ? AFTER_KILL_MS : 0).finally(freePorts.end);
  if (data.movedTo) progress.note(`The existing data was moved to ${data.movedTo}.`);

  const kind = await chooseEmulators({ options, data, progress, variable });
  const run: Run = { root, config, ports, workDir, data, kind, options, progress, shutdown };
  const isPublished = !(options.dev && config.web);
  // All run concurrently, each waiting only for its dependencies. The first failure is reported; `shutdown` stops the others.
  const emulators = startEmulators(run);
  const built = runBuilds(run);
  const [functions] = await Promise.all([
    Promise.all([built, emulators]).then(() => startFunctions(run)),
    emulators.then(() => seedOnce(run)),
    built.then(() => isPublished && requireApp(root)),
  ]);
  if (isPublished) publishApp(root, join(data.path, RUN_FOLDER));
  const schedules = config.functions.targets.length > 0 ? await createSchedules(run) : undefined;
  await openGateway(run, functions, schedules);
  await warmUp(run);
  announce(run);
  // The schedules start last, because their process loads all functions.
  schedules?.scheduler.start();
}

interface EmulatorChoice {
  options: LaunchOptions;
  data: DataFolder;
  progress: Progress;
  /** The variable that names the data folder. */
  variable: string;
}

async function chooseEmulators({ options, data, progress, variable }: EmulatorChoice): Promise<EmulatorKind> {
  const kept = data.manifest?.kind;
  if (options.emulators && kept && kept !== options.emulators) {
    throw new StartError(
      `The data in ${data.path} was written by the ${kept} Firestore emulator: add --fresh, or name another folder with ${variable}.`,
    );
  }
  if (options.emulators === 'stand-in' || kept === 'stand-in') return 'stand-in';
  const { available, missing } = await findOfficialEmulators();
  if (available) {
    progress.note("Google's own Firestore emulator and Storage rules runtime are installed, and are used.");
    return 'official';
  }
  if (options.emulators === 'official' || kept === 'official') {
    throw new StartError(`Google's own emulators cannot run here: ${missing.join('; ')}.`);
  }
  return 'stand-in';
}

/** Runs all builds: functions may read the output of the app's build. A development server builds the app on demand. */
async function runBuilds(run: Run) {
  const { config, options } = run;
  const isOnDemand = ({ name }: BuildConfig) => options.dev && name === config.web?.build;
  await Promise.all(config.builds.filter((build) => !isOnDemand(build)).map((build) => buildAsStep(build, run)));
}

async function startEmulators(run: Run): Promise<void> {
  const { root, config, ports, data, kind, progress, shutdown } = run;
  const step = progress.begin('Starting the emulators');
  checkExport(data.path);
  const keep = prepareKeptData(data.path);
  const runDir = join(data.path, RUN_FOLDER);
  const { functions: _functions, ...emulatorPorts } = ports;
  const firestoreData = join(data.path, 'firestore');
  const revival = new FirestoreRevival({
    port: ports.firestore,
    runDir,
    program: STAND_INS.firestore,
    env: firestoreVariables({ root, firestoreData }),
    onTrouble: progress.warn,
    onUnreadable: (message, logFile) => shutdown.fail(message, logFile),
  });
  const suite = await startFirebaseSuite({
    projectId: config.projectId,
    root,
    runDir,
    services: ['auth', 'firestore', 'storage', 'hosting'],
    ports: await freeEmulatorPorts(emulatorPorts),
    firestoreData,
    official: kind === 'official',
    onStart(child) {
      shutdown.addProcess(child);
      step.follow(child);
    },
    onMessage: progress.warn,
    onFirestoreEnd(signal) {
      if (shutdown.hasBegun) return;
      if (kind === 'stand-in') void revival.revive(signal);
      // Google's emulator stores its data in memory, so a restarted one would be empty.
      else shutdown.fail(`The Firestore emulator ended (${signal})`, join(runDir, 'firestore-debug.log'));
    },
    importDir: data.path,
    keep,
  }).finally(step.end);
  shutdown.add('emulators', suite.stop);
  shutdown.add('revived Firestore emulator', () => revival.stop());
  void suite.process.exited.then(() => shutdown.fail('The Firebase emulators ended', suite.process.logFile));
  const snapshots = new SnapshotKeeper({
    dataDir: data.path,
    projectId: config.projectId,
    ports,
    journal: keep.accounts,
    includeFirestore: kind === 'official',
    onError: (error) => progress.warn(`The snapshot of accounts could not be saved: ${error.message}`),
  });
  snapshots.start();
  shutdown.add('snapshots', () => snapshots.stop());
  step.done(`Auth, Firestore (${kind}), Storage and Hosting emulators`);
}

async function startFunctions(run: Run): Promise<Map<string, FunctionProcess>> {
  const { root, config, ports, data, progress, shutdown, options } = run;
  const functions = new Map<string, FunctionProcess>();
  if (config.functions.targets.length === 0) return functions;
  const step = progress.begin('Starting the functions');
  await Promise.all(
    config.functions.targets.map(async (target) => {
      const logFile = join(data.path, RUN_FOLDER, `${target.name}.log`);
      const started = new FunctionProcess({
        name: target.name,
        port: ports.functions[target.name] ?? target.port,
        source: join(root, config.functions.source),
        env: functionEnv(run),
        logFile,
        onTrouble: progress.warn,
        ...(options.dev && { onLine: tellTrouble(target.name, progress) }),
      });
      shutdown.add(`function ${target.name}`, () => started.stop());
      if (!(await started.start())) {
        const reason = started.lastLines().find((line) => /error|not defined|cannot/i.test(line));
        throw new StartError(
          `The ${target.name} function does not start: ${(reason ?? 'it has no output').trim()} (output: ${logFile})`,
        );
      }
      functions.set(target.name, started);
    }),
  ).finally(step.end);
  step.done(`Functions: ${[...functions.keys()].join(', ')}`);
  return functions;
}

/** Shows a function's output to a developer, except for the records of calls. */
function tellTrouble(name: string, progress: Progress): (line: string) => void {
  return (line) => {
    if (!/"severity":"(INFO|DEBUG)"/.test(line)) progress.note(`${name}: ${line}`);
  };
}

async function seedOnce(run: Run): Promise<void> {
  const { data, kind, progress } = run;
  if (data.manifest) return;
  const step = progress.begin('Loading the seed');
  await runSeed(run, step).finally(step.end);
  data.markSeeded(kind);
  if (run.config.seed) step.done('Loaded the seed');
}

async function openGateway(
  run: Run,
  functions: Map<string, FunctionProcess>,
  schedules: Schedules | undefined,
): Promise<void> {
  const { root, config, ports, options, shutdown } = run;
  const { targets, schedulePath } = config.functions;
  const onRebuilt = async () => schedules?.restart();
  const devServer = options.dev ? await startDevelopment(run, functions, onRebuilt) : undefined;
  const hosting = readFirebaseJson(root).hosting ?? {};
  const gateway = await startGateway({
    port: ports.app,
    // The gateway itself serves rewrites to functions, with headers that let the browser reach the emulators.
    hosting: localHosting(hosting, ports),
    app: devServer ?? { name: 'The Hosting emulator', port: ports.hosting },
    hasFile: (path) => hasPublished(join(run.data.path, RUN_FOLDER), path),
    isDevelopment: devServer !== undefined,
    functionNamed: async (name) => functions.get(name)?.backend(),
    upgrades: new Map(targets.flatMap((target) => (target.upgrades ? [[target.upgrades, target.name]] : []))),
    initJson: initJson(config, ports),
    ...(schedules &&
      schedulePath && { schedules: { path: schedulePath, run: (name) => schedules.scheduler.runNow(name) } }),
  });
  shutdown.add('gateway', () => gateway.close());
}

async function warmUp({ config, ports, progress }: Run): Promise<void> {
  const step = progress.begin('Loading the first pages');
  await Promise.all(
    config.warmUp.map(async (path) => {
      const answer = await fetch(`http://${LOOPBACK}:${ports.app}${path}`, {
        headers: { accept: 'text/html, */*' },
        signal: AbortSignal.timeout(WARM_UP_MS),
      });
      await answer.arrayBuffer();
      if (!answer.ok) progress.warn(`${path} answers ${answer.status}.`);
    }),
  )
    .catch((error: Error) => progress.warn(`The app does not answer yet: ${error.message}.`))
    .finally(step.end);
}

/** The answer at /__/firebase/init.json, with the addresses of the local emulators. */
function initJson({ projectId, bucket }: Stack, ports: StackPorts) {
  return {
    projectId,
    apiKey: 'local',
    authDomain: `${projectId}.firebaseapp.com`,
    storageBucket: bucket,
    appId: `1:1:web:${projectId}`,
    emulators: {
      auth: { url: `http://${LOOPBACK}:${ports.auth}` },
      storage: { host: LOOPBACK, port: ports.storage },
    },
  };
}

function announce({ config, ports, data, options }: Run): void {
  const following = config.web
    ? 'the app and the functions follow source changes'
    : 'the functions follow source changes';
  const notes = [...config.notes, { label: 'Data', text: data.path }];
  if (options.dev) notes.push({ label: 'Development', text: following });
  const width = Math.max(...notes.map(({ label }) => label.length)) + 2;
  process.stdout.write(`
  ${config.name} is ready after ${elapsed()}:  ${siteUrl(ports)}

${notes.map(({ label, text }) => `  ${label.padEnd(width)}${text}`).join('\n')}

  Ctrl-C stops everything.
`);
}
