import { vi } from 'vitest';

const PATIENCE_MS = 50_000;
const { waitFor } = vi;

/** `vi.waitFor` for 50 seconds unless told otherwise. Its own second is too short on a busy machine. For setup files, once per worker. */
export function waitPatiently(): void {
  if (vi.waitFor.name === patient.name) return;
  vi.waitFor = patient;
}

const patient: typeof waitFor = (check, options) =>
  waitFor(check, { timeout: PATIENCE_MS, ...(typeof options === 'number' ? { timeout: options } : options) });
