/** The result of one check. `unknown` means that the check was impossible; it is never reported as passed. */
export interface Finding {
  readonly what: string;
  readonly state: 'ok' | 'failed' | 'unknown';
  /** The problem and how to fix it; empty if the check passed. */
  readonly detail: string;
}

export const ok = (what: string): Finding => ({ what, state: 'ok', detail: '' });
export const failed = (what: string, detail: string): Finding => ({ what, state: 'failed', detail });
export const unknown = (what: string, detail: string): Finding => ({ what, state: 'unknown', detail });

const MARKS = { ok: 'ok     ', failed: 'FAILED ', unknown: 'unknown' } as const;

/** One line for each finding, and a summary. */
export function report(findings: readonly Finding[]): string {
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length;
  const lines = findings.map(
    ({ what, state, detail }) => `${MARKS[state]}  ${what}${detail && `\n         ${detail}`}`,
  );
  return [...lines, `${count('ok')} ok, ${count('failed')} failed, ${count('unknown')} could not be checked`].join(
    '\n',
  );
}

export const hasFailed = (findings: readonly Finding[]): boolean => findings.some(({ state }) => state === 'failed');

/** Prints the findings, and makes the program fail if a check failed. */
export function conclude(findings: readonly Finding[]): void {
  console.log(report(findings));
  if (hasFailed(findings)) process.exitCode = 1;
}
