import type { Plugin } from 'vite';

const SUMMARY = /\bsummary:\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`[^`]*`)/g;

/** The source of a part of the contract with empty summaries of its calls. */
export const withoutSummaries = (source: string): string => source.replace(SUMMARY, "summary: ''");

/** Leaves out of the app what the contract says of its calls to the readers of the API reference: a kilobyte of the first page. */
export const withoutSummariesPlugin = (): Plugin => ({
  name: 'without-summaries',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/shared\/src\/[a-z-]+\.ts$/, code: /\bsummary:/ },
    handler: (source) => ({ code: withoutSummaries(source), map: null }),
  },
});
