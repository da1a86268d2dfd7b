import { REDIRECT_LIMITS, redirectApi } from '@inkwell/shared/redirects';
import { call, callPage } from '../../../lib/api.ts';
import { everyItem } from '../api/every-item.ts';
import { parseCsv, toCsv } from '../csv.ts';

/** A row of a file that was not added; lines count from 1. */
interface RefusedLine {
  readonly line: number;
  readonly from: string;
  readonly reason: string;
}

export interface ImportResult {
  readonly added: number;
  readonly refused: readonly RefusedLine[];
}

/** All redirects and patterns as CSV, which can be imported again. */
export async function exportRedirects(): Promise<string> {
  const patterns = await call(redirectApi.patterns, {});
  const redirects = [...patterns, ...(await everyItem((query) => callPage(redirectApi.list, { query })))];
  return toCsv([['from', 'to', 'status'], ...redirects.map(({ from, to, status }) => [from, to, String(status)])]);
}

/** Adds the rows of a CSV file with the columns from, to and status, in batches; a header row is skipped. */
export async function importRedirects(text: string, onProgress: (done: number, total: number) => void) {
  const lines = parseCsv(text).map(([from = '', to = '', status = ''], index) => ({
    line: index + 1,
    row: { from: from.trim(), to: to.trim(), status: status.trim() },
  }));
  const rows = lines.filter(({ line, row }) => row.from !== '' && !(line === 1 && !/^[/*]/.test(row.from)));
  const refused: RefusedLine[] = [];
  let added = 0;
  for (let start = 0; start < rows.length; start += REDIRECT_LIMITS.imported) {
    onProgress(start, rows.length);
    const batch = rows.slice(start, start + REDIRECT_LIMITS.imported);
    const answer = await call(redirectApi.importRows, { body: { rows: batch.map(({ row }) => row) } });
    added += answer.added;
    for (const { row, reason } of answer.refused) {
      const found = batch[row];
      if (found) refused.push({ line: found.line, from: found.row.from, reason });
    }
  }
  return { added, refused } satisfies ImportResult;
}
