import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { folderOfTest } from '../../testing/temporary-folder.ts';
import { Scheduler } from './scheduler.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const START = Date.parse('2026-03-02T10:00:30Z');

let folder: string;
let clock: number;
let runs: string[];
let troubles: string[];
let schedule: string;
/** The work of a run, which tests replace. */
let work: () => Promise<string | undefined>;

beforeEach(() => {
  folder = folderOfTest();
  clock = START;
  runs = [];
  troubles = [];
  schedule = 'every day 03:00';
  work = async () => undefined;
});

/** Creates a scheduler as at a start of the stack. */
const createScheduler = () =>
  new Scheduler({
    stateFile: join(folder, 'schedules.json'),
    list: async () => [{ name: 'tidy', schedule, timeZone: 'UTC', timeoutSeconds: 60 }],
    run: async ({ name }) => {
      runs.push(`${name} begins`);
      const error = await work();
      runs.push(`${name} ends`);
      return { ms: 1, ...(error && { error }) };
    },
    now: () => clock,
    onDone: () => undefined,
    onTrouble: (message) => troubles.push(message),
  });

const once = ['tidy begins', 'tidy ends'];

describe('Scheduler', () => {
  it('runs a function only when it is due', async () => {
    const scheduler = createScheduler();
    await scheduler.tick();
    clock = Date.parse('2026-03-03T02:59:59Z');
    await scheduler.tick();
    expect(runs).toEqual([]);

    clock = Date.parse('2026-03-03T03:00:02Z');
    await scheduler.tick();
    clock += MINUTE;
    await scheduler.tick();

    expect(runs).toEqual(once);
  });

  it.each(['every day 03:00', 'every 1 minutes'])(
    'runs "%s" once after a week in which the stack was stopped',
    async (text) => {
      schedule = text;
      await createScheduler().tick();
      clock += 7 * DAY;

      await createScheduler().tick();
      await createScheduler().tick();

      expect(runs).toEqual(once);
    },
  );

  it('makes up for no runs at the first start', async () => {
    await createScheduler().tick();

    expect(runs).toEqual([]);
  });

  it('does not repeat a run that was killed with the stack', async () => {
    schedule = 'every 1 minutes';
    await createScheduler().tick();
    clock += MINUTE;
    work = () => new Promise(() => undefined);
    void createScheduler().tick();
    await new Promise((resolve) => setTimeout(resolve, 20));

    await createScheduler().tick();

    expect(runs).toEqual(['tidy begins']);
  });

  it('keeps running functions after the clock was set back', async () => {
    await createScheduler().tick();
    clock -= 30 * DAY;
    const scheduler = createScheduler();
    await scheduler.tick();
    clock += DAY;

    await scheduler.tick();

    expect(runs).toEqual(once);
  });

  it('runs two requested runs one after the other, and skips runs that are due meanwhile', async () => {
    schedule = 'every 1 minutes';
    work = () => new Promise((resolve) => setTimeout(resolve, 20, undefined));
    const scheduler = createScheduler();

    const both = Promise.all([scheduler.runNow('tidy'), scheduler.runNow('tidy')]);
    clock += MINUTE;
    await scheduler.tick();
    await both;

    expect(runs).toEqual([...once, ...once]);
  });

  it('runs functions even if their last runs cannot be stored', async () => {
    schedule = 'every 1 minutes';
    const scheduler = createScheduler();
    await scheduler.tick();
    rmSync(folder, { recursive: true });
    clock += MINUTE;

    await scheduler.tick();
    await scheduler.tick();

    expect(runs).toEqual(once);
    expect(troubles).toEqual([expect.stringMatching(/^When tidy ran is not remembered: ENOENT/)]);
  });

  it('reports why a run failed, and refuses unknown names', async () => {
    work = async () => 'no room';
    const scheduler = createScheduler();

    expect(await scheduler.runNow('tidy')).toEqual({ ms: 1, error: 'no room' });
    expect(await scheduler.runNow('other')).toBeUndefined();
    expect(troubles).toEqual(['The scheduled function tidy failed: no room.']);
  });

  it('does not report a run that ends with the stack', async () => {
    let end: (error: string) => void = () => undefined;
    work = () => new Promise((resolve) => (end = resolve));
    const scheduler = createScheduler();
    const run = scheduler.runNow('tidy');
    await vi.waitUntil(() => runs.includes('tidy begins'));

    scheduler.stop();
    end('its process ended');

    expect(await run).toEqual({ ms: 1, error: 'its process ended' });
    expect(troubles).toEqual([]);
  });

  it('runs a function whose schedule cannot be parsed by request only', async () => {
    schedule = 'now and then';
    const scheduler = createScheduler();
    await scheduler.tick();

    expect(troubles).toEqual(['tidy runs by request alone: "now and then" is not a supported schedule.']);
    expect(await scheduler.runNow('tidy')).toEqual({ ms: 1 });
  });
});
