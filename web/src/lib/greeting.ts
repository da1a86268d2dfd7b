import { toastSuccess } from './toast.ts';

let isAdmitted = false;
let greeting: readonly [title: string, message: string] | null = null;

function tell(): void {
  if (!isAdmitted || !greeting) return;
  toastSuccess(...greeting);
  greeting = null;
}

/** Greets somebody who signed in, once the server has admitted the account. A blocked one is refused instead. */
export function greet(title: string, message: string): void {
  greeting = [title, message];
  tell();
}

/** Called by the session whenever it changes. */
export function followSession(status: 'loading' | 'visitor' | 'signed-in' | 'failed'): void {
  isAdmitted = status === 'signed-in';
  if (status === 'visitor') greeting = null;
  tell();
}
