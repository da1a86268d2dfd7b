import type { ExpressionReport, RuleCoverage } from '../../rules/coverage.ts';
import { escapeHtml, Html } from './html.ts';

/** The JSON of `:ruleCoverage`: the rules file, and a report of each of its expressions ("Test your Security Rules"). */
export function coverageReport(coverage: RuleCoverage): unknown {
  const report = coverage.report();
  return {
    rules: { files: [{ name: coverage.ruleset.fileName, content: coverage.source }] },
    ...(report.length > 0 && { report }),
  };
}

const STYLE = `body { font: 15px/1.6 ui-monospace, monospace; margin: 2rem; color: #1f2328; background: #fff }
p { font-family: system-ui, sans-serif } pre { white-space: pre-wrap }
span { border-bottom: 2px solid } span.met { border-color: #2da44e } span.failed { border-color: #d1242f }
span.unmet { border-color: #bf8700; background: #fff8c5 } span:hover { background: #ddf4ff }`;

/** The source with every expression underlined; pointing at one tells what it gave and how often. */
export function coveragePage(coverage: RuleCoverage): Html {
  const characters = Array.from(coverage.source);
  const report = coverage.report();
  const source = markUp(characters, { from: 0, to: characters.length }, report);
  const all = flatten(report);
  const met = all.filter(({ values }) => values !== undefined).length;
  return new Html(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Rule coverage</title><style>${STYLE}</style></head>
<body><p>${met} of ${all.length} expressions were evaluated since the rules were loaded. Point at one for its values.</p>
<pre>${source}</pre></body></html>
`);
}

function markUp(
  characters: readonly string[],
  { from, to }: { from: number; to: number },
  reports: readonly ExpressionReport[],
): string {
  let html = '';
  let at = from;
  for (const { sourcePosition, values, children = [] } of reports) {
    const { currentOffset, endOffset } = sourcePosition;
    html += escapeHtml(characters.slice(at, currentOffset).join(''));
    const inner = markUp(characters, { from: currentOffset, to: endOffset }, children);
    html += `<span class="${classOf(values)}" title="${escapeHtml(titleOf(values))}">${inner}</span>`;
    at = endOffset;
  }
  return html + escapeHtml(characters.slice(at, to).join(''));
}

function classOf(values: ExpressionReport['values']): string {
  if (!values) return 'unmet';
  return values.some(({ value }) => 'undefined' in value) ? 'failed' : 'met';
}

function titleOf(values: ExpressionReport['values']): string {
  if (!values) return 'Expression never evaluated';
  return values.map(({ value, count }) => `${JSON.stringify(value)}: ${count} times`).join('\n');
}

function flatten(reports: readonly ExpressionReport[]): ExpressionReport[] {
  return reports.flatMap((report) => [report, ...flatten(report.children ?? [])]);
}
