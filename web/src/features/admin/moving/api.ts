import { exportApi } from '@inkwell/shared/exports';
import { type ContentImport, type ImportReportLine, importApi } from '@inkwell/shared/imports';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { callQuery } from '../../../lib/call-query.ts';

/** How often running work is polled. */
const READING_MS = 2_000;
const MAKING_MS = 5_000;

/** Work that continues without a decision by its owner. */
export const isGoingOn = ({ state, problem }: ContentImport): boolean =>
  problem === null && (state === 'reading' || state === 'running');

/** Work that waits for its owner or is running. */
export const isOpen = ({ state }: ContentImport): boolean =>
  state === 'reading' || state === 'ready' || state === 'running' || state === 'paused';

export const movingQueries = {
  everyImport: ['imports'] as const,
  imports: () => callQuery(['imports', 'list'], importApi.list),
  oneImport: (id: string) =>
    queryOptions({
      ...callQuery(['imports', 'one', id], importApi.state, { params: { id } }),
      refetchInterval: ({ state }) => (state.data && isGoingOn(state.data) ? READING_MS : false),
    }),
  firstLines: (id: string, parts: number) =>
    callQuery(['imports', 'report', id, parts], importApi.report, { params: { id, part: '0' } }),
  lastExport: () =>
    queryOptions({
      ...callQuery(['exports', 'last'], exportApi.state),
      refetchInterval: ({ state }) =>
        state.data?.state === 'making' && state.data.problem === null ? MAKING_MS : false,
    }),
};

/** Every line of the report. */
export async function wholeReport({ id, reportParts }: ContentImport): Promise<ImportReportLine[]> {
  const lines: ImportReportLine[] = [];
  for (let part = 0; part < reportParts; part += 1)
    lines.push(...(await call(importApi.report, { params: { id, part: String(part) } })));
  return lines;
}
