export interface Caret {
  readonly name: string;
  readonly start: number | null;
  readonly end: number | null;
}

interface TypedForm<Name extends string> {
  readonly values: readonly (readonly [Name, string])[];
  /** Null where the focus was elsewhere. */
  readonly caret: Caret | null;
}

/** The fields of the served page that no form of the app has taken over yet (functions/src/pages/markup). */
let inputs: readonly HTMLInputElement[] = [];
let focused: HTMLInputElement | null = null;

/** Follows what is typed into the served page. Call this before the app replaces it. @returns whether it has a sign-in form */
export function keepServedForms(): boolean {
  inputs = [...document.querySelectorAll<HTMLInputElement>('.served-page input')];
  const look = () => {
    focused = inputs.find((input) => input === document.activeElement) ?? null;
  };
  look();
  for (const input of inputs) {
    input.addEventListener('focus', look);
    // The app's first commit removes the fields without the reader leaving them, so check after it.
    input.addEventListener('blur', () => setTimeout(look));
  }
  return inputs.some(({ name }) => name === 'password');
}

/** Whether the reader is in a served field: the app then renders the whole page at once, so that the focus is not lost. */
export const isInServedForm = (): boolean => focused !== null;

/**
 * What was typed into the served fields `served-<name>`, and the caret. Returns it only once, to the form that takes it over. Fields have
 * ids of their own because their names are those of the query: both searches of the landing page use `q`.
 */
export function takeServedForm<Name extends string>(names: readonly Name[]): TypedForm<Name> | null {
  const nameOf = ({ id }: HTMLInputElement) => names.find((name) => id === `served-${name}`);
  const values: [Name, string][] = [];
  let caret: Caret | null = null;
  for (const input of inputs) {
    const name = nameOf(input);
    if (!name) continue;
    values.push([name, input.value]);
    if (input === focused) caret = { name, start: input.selectionStart, end: input.selectionEnd };
  }
  inputs = inputs.filter((input) => !nameOf(input));
  return caret || values.some(([, value]) => value) ? { values, caret } : null;
}

/** Restores the caret in a field of `form`. Browsers refuse to set it in an e-mail field, which is a text field meanwhile. */
export function putCaret(form: HTMLFormElement, { name, start, end }: Caret): void {
  const input = form.elements.namedItem(name);
  if (!(input instanceof HTMLInputElement)) return;
  const { type } = input;
  input.focus({ preventScroll: true });
  if (type === 'email') input.type = 'text';
  input.setSelectionRange(start, end);
  input.type = type;
}
