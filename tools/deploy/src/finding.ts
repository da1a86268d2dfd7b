/** What one check found out. `unknown` is for what could not be looked at: never the same as fine. */
export interface Finding {
  readonly what: string;
  readonly state: 'ok' | 'failed' | 'unknown';
  /** What is wrong and what helps; empty where all is well. */
  readonly detail: string;
}

export const ok = (what: string): Finding => ({ what, state: 'ok', detail: '' });
export const failed = (what: string, detail: string): Finding => ({ what, state: 'failed', detail });
export const unknown = (what: string, detail: string): Finding => ({ what, state: 'unknown', detail });

const MARKS = { ok: 'ok     ', failed: 'FAILED ', unknown: 'unknown' } as const;

/** One line for each finding, and one that sums up. */
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
