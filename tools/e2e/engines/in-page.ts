import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/* Code that runs in the tested pages. It finds elements and records errors. */

/** An element of a journey: a role with an accessible name and a part of the text, a part of the text alone, or a CSS selector. */
export interface Target {
  readonly role?: string;
  readonly name?: string | RegExp;
  readonly text?: string;
  readonly css?: string;
  /** Searches only inside the first match of another target. */
  readonly within?: Target;
}

export interface InPage {
  /** Errors since the page was loaded: of scripts, the console, and the Content-Security-Policy. */
  readonly troubles: string[];
  /** The elements of the page as rendered by the server. */
  served: readonly Element[];
  /** Visible matches, in document order. */
  all(target: Target): HTMLElement[];
  /** The only visible match. @throws Error if there is none or more than one */
  one(target: Target): HTMLElement;
  /** Scrolls to an element, and returns its center once it no longer moves. @throws Error if another element covers it */
  middle(target: Target): Promise<{ x: number; y: number }>;
}

declare global {
  interface Window {
    readonly TestingLibraryDom: typeof import('@testing-library/dom');
    engineJourney: InPage;
  }
}

function prepare(): void {
  const troubles: string[] = [];
  const { error } = console;
  console.error = (...values: unknown[]) => {
    troubles.push(`console: ${values.map(String).join(' ')}`);
    error.apply(console, values);
  };
  addEventListener('error', (event) => troubles.push(`error: ${event.message}`));
  addEventListener('unhandledrejection', ({ reason }) => troubles.push(`rejection: ${reason}`));
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    troubles.push(`policy: ${violatedDirective} ${blockedURI}`),
  );

  const all = ({ role, name, text, css, within }: Target): HTMLElement[] => {
    const root = within ? all(within)[0] : document.body;
    if (!root) return [];
    const { queryAllByRole, queryAllByText } = window.TestingLibraryDom;
    if (role) {
      const named = queryAllByRole(root, role, name === undefined ? {} : { name });
      return named.filter(({ textContent }) => textContent?.includes(text ?? ''));
    }
    const found = text ? queryAllByText(root, text, { exact: false }) : root.querySelectorAll<HTMLElement>(css ?? '*');
    return [...found].filter((element) => element.checkVisibility({ visibilityProperty: true }));
  };
  const one = (target: Target): HTMLElement => {
    const found = all(target);
    if (found.length !== 1 || !found[0]) throw new Error(`${found.length} of ${JSON.stringify(target)}`);
    return found[0];
  };
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const middle = async (target: Target) => {
    const element = one(target);
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    await frame();
    const before = element.getBoundingClientRect();
    await frame();
    const { left, top, width, height } = element.getBoundingClientRect();
    if (left !== before.left || top !== before.top) throw new Error(`${JSON.stringify(target)} moves`);
    const [x, y] = [Math.floor(left + width / 2), Math.floor(top + height / 2)];
    const hit = document.elementFromPoint(x, y);
    if (!hit || !(element.contains(hit) || hit.closest('label')?.contains(element))) {
      throw new Error(`${hit?.outerHTML.slice(0, 200)} covers ${JSON.stringify(target)}`);
    }
    if (element.matches(':disabled')) throw new Error(`${JSON.stringify(target)} is disabled`);
    return { x, y };
  };
  window.engineJourney = { troubles, served: [], all, one, middle };
  addEventListener('DOMContentLoaded', () => {
    window.engineJourney.served = [...document.querySelectorAll('main *')];
  });
}

const library = createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js');

/** The script that runs before the scripts of each page. */
export const PREPARATION = `${readFileSync(library, 'utf8')};(${prepare})();`;
