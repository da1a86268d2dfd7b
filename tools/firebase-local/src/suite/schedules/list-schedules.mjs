/**
 * Prints the scheduled functions of a package as one line of JSON: `node list-schedules.mjs FOLDER`. As in a
 * deployment, this is a separate process, because loading functions may take memory and leave things running.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = resolve(process.argv[2]);
const { main = 'index.js' } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const functions = await import(pathToFileURL(join(folder, main)).href);

/** Options may be parameters, whose values are known only at run time. */
const read = (option) => (typeof option?.value === 'function' ? option.value() : option);

const schedules = Object.entries({ ...functions.default, ...functions }).flatMap(
  ([name, { __endpoint: endpoint } = {}]) => {
    const trigger = endpoint?.scheduleTrigger;
    if (!trigger) return [];
    const timeZone = read(trigger.timeZone);
    const timeoutSeconds = read(endpoint.timeoutSeconds);
    return [
      {
        name,
        schedule: String(read(trigger.schedule)),
        // The settings that Cloud Scheduler gets for functions of each generation (firebase-tools
        // lib/gcp/cloudscheduler.js).
        timeZone:
          typeof timeZone === 'string' && timeZone
            ? timeZone
            : endpoint.platform === 'gcfv1'
              ? 'America/Los_Angeles'
              : 'UTC',
        timeoutSeconds: typeof timeoutSeconds === 'number' ? timeoutSeconds : 60,
      },
    ];
  },
);
process.stdout.write(`\n${JSON.stringify({ schedules })}\n`, () => process.exit(0));
