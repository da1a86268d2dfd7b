import { expect } from '@playwright/test';
import type { Target } from './in-page.ts';
import type { Session } from './session.ts';

/** Keys without a character (WebDriver §15.4.2). */
const KEYS = {
  Tab: '\uE004',
  Enter: '\uE007',
  Control: '\uE009',
  Escape: '\uE00C',
  ArrowDown: '\uE015',
};

/** The actions of a journey in any engine. Actions with a target wait for it. */
export interface EnginePage {
  /** Opens an address of the product, and waits until the app has hydrated the page. */
  open(path: string): Promise<void>;
  reload(): Promise<void>;
  /** Runs a function in the page. The arguments must be JSON values or regular expressions. */
  run<Args extends readonly unknown[], Result>(act: (...args: Args) => Result, ...args: Args): Promise<Awaited<Result>>;
  see(target: Target): Promise<void>;
  /** Waits until nothing matches. */
  lose(target: Target): Promise<void>;
  click(target: Target): Promise<void>;
  /** Clicks a field until it has the focus, because a part that loads late may move it away from the pointer. */
  enter(target: Target): Promise<void>;
  valueOf(target: Target): Promise<string>;
  /** Presses keys one after the other. */
  type(text: string): Promise<void>;
  /** Presses keys together. */
  press(...keys: (keyof typeof KEYS | (string & {}))[]): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** Errors of all documents since the browser started. */
  troubles(): Promise<readonly string[]>;
}

export function createPage(session: Session, origin: string): EnginePage {
  const past: string[] = [];

  async function run<Args extends readonly unknown[], Result>(act: (...args: Args) => Result, ...args: Args) {
    const value = `(${act})(${args.map(literal).join(',')})`;
    return JSON.parse(await session.evaluate(`(async () => JSON.stringify((await ${value}) ?? null))()`));
  }
  const troublesHere = (): Promise<string[]> => run(() => window.engineJourney?.troubles ?? []);

  async function load(begin: () => Promise<void>): Promise<void> {
    past.push(...(await troublesHere()));
    await begin();
    await expect.poll(() => run(() => document.querySelector('[data-build]') === null)).toBe(true);
  }

  /** Retries until it succeeds, because the page may be changing or being replaced. */
  const eventually = (act: () => Promise<unknown>) => expect(act).toPass({ timeout: 30_000, intervals: [50] });
  const see = (target: Target) => eventually(() => run((wanted) => void window.engineJourney.one(wanted), target));

  async function click(target: Target): Promise<void> {
    let place = { x: 0, y: 0 };
    await eventually(async () => {
      place = await run((wanted) => window.engineJourney.middle(wanted), target);
    });
    const actions = [
      { type: 'pointerMove', ...place },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ] as const;
    await session.perform({ type: 'pointer', id: 'mouse', actions });
  }

  return {
    run,
    see,
    open: (path) => load(() => session.goTo(new URL(path, origin).href)),
    reload: () => load(() => session.reload()),
    lose: (target) => expect.poll(() => run((gone) => window.engineJourney.all(gone).length, target)).toBe(0),
    click,
    enter: (target) =>
      eventually(async () => {
        await click(target);
        const isFocused = await run(
          (field) => window.engineJourney.one(field).contains(document.activeElement),
          target,
        );
        if (!isFocused) throw new Error(`${JSON.stringify(target)} has no focus`);
      }),
    async valueOf(target) {
      await see(target);
      return run((wanted) => (window.engineJourney.one(wanted) as HTMLInputElement).value ?? '', target);
    },
    async type(text) {
      const actions = Array.from(text.replaceAll('\n', KEYS.Enter)).flatMap((value) => [
        { type: 'keyDown', value } as const,
        { type: 'keyUp', value } as const,
      ]);
      await session.perform({ type: 'key', id: 'keyboard', actions });
    },
    async press(...keys) {
      const values = keys.map((key) => KEYS[key as keyof typeof KEYS] ?? key);
      const actions = [
        ...values.map((value) => ({ type: 'keyDown', value }) as const),
        ...values.reverse().map((value) => ({ type: 'keyUp', value }) as const),
      ];
      await session.perform({ type: 'key', id: 'keyboard', actions });
    },
    resize: (width, height) => session.resize(width, height),
    troubles: async () => [...past, ...(await troublesHere())],
  };
}

/** A value as JavaScript source, because JSON does not support regular expressions. */
function literal(value: unknown): string {
  if (value instanceof RegExp) return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  if (Array.isArray(value)) return `[${value.map(literal).join(',')}]`;
  return `{${Object.entries(value).map(([key, part]) => `${JSON.stringify(key)}:${literal(part)}`)}}`;
}
