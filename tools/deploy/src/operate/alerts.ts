import { entryOf, FUNCTION_NAMES } from '@inkwell/functions/src/inventory.ts';

/** An alert policy of Cloud Monitoring, as its API takes it. */
export interface AlertPolicy {
  readonly displayName: string;
  readonly combiner: 'OR';
  readonly documentation: { readonly content: string; readonly mimeType: 'text/markdown' };
  readonly conditions: readonly object[];
  readonly alertStrategy?: object;
}

const failures = FUNCTION_NAMES.flatMap((name) => {
  const { whileItFails } = entryOf(name);
  return whileItFails ? [`while \`${name}\` fails, ${whileItFails}`] : [];
}).join('; ');
const SEE = 'docs/operations.md, "Watching".';

const service = (names: readonly string[]): string =>
  `resource.type="cloud_run_revision" AND resource.labels.service_name=one_of(${names.map((name) => `"${name}"`).join(',')})`;

/** Told of each matching line, at most once in the given time. */
function ofLines(displayName: string, filter: string, content: string): AlertPolicy {
  return {
    displayName,
    combiner: 'OR',
    documentation: { content: `${content} ${SEE}`, mimeType: 'text/markdown' },
    conditions: [{ displayName, conditionMatchedLog: { filter } }],
    alertStrategy: { notificationRateLimit: { period: '3600s' }, autoClose: '86400s' },
  };
}

interface Threshold {
  readonly filter: string;
  readonly above: number;
  readonly aligner: 'ALIGN_RATE' | 'ALIGN_MAX' | 'ALIGN_DELTA';
  readonly reducer: 'REDUCE_SUM' | 'REDUCE_MAX';
  readonly forSeconds: number;
}

function ofMetric(displayName: string, threshold: Threshold, content: string): AlertPolicy {
  const { filter, above, aligner, reducer, forSeconds } = threshold;
  return {
    displayName,
    combiner: 'OR',
    documentation: { content: `${content} ${SEE}`, mimeType: 'text/markdown' },
    conditions: [
      {
        displayName,
        conditionThreshold: {
          filter,
          comparison: 'COMPARISON_GT',
          thresholdValue: above,
          duration: `${forSeconds}s`,
          aggregations: [{ alignmentPeriod: '60s', perSeriesAligner: aligner, crossSeriesReducer: reducer }],
        },
      },
    ],
  };
}

/** What somebody should be told of at once. */
export function alertPolicies(project: string, region: string): AlertPolicy[] {
  const lines = FUNCTION_NAMES.map((name) => `"${name}"`).join(' OR ');
  return [
    ofLines(
      'Inkwell: something failed',
      `resource.type="cloud_run_revision" AND resource.labels.service_name=(${lines}) AND severity>=ERROR`,
      'A function wrote a line of severity ERROR: Error Reporting has its stack.',
    ),
    ofLines(
      'Inkwell: a scheduled function failed',
      `resource.type="cloud_scheduler_job" AND resource.labels.location="${region}" AND resource.labels.project_id="${project}" AND severity>=ERROR`,
      `${failures[0]?.toUpperCase()}${failures.slice(1)}.`,
    ),
    ofMetric(
      'Inkwell: answers of 5xx',
      {
        filter: `${service(FUNCTION_NAMES.filter((name) => entryOf(name).alertsOn5xx))} AND metric.type="run.googleapis.com/request_count" AND metric.labels.response_code_class="5xx"`,
        above: 5,
        aligner: 'ALIGN_DELTA',
        reducer: 'REDUCE_SUM',
        forSeconds: 120,
      },
      'More than five a minute, for two minutes.',
    ),
    ofMetric(
      'Inkwell: live is full',
      {
        filter: `${service(['live'])} AND metric.type="run.googleapis.com/container/instance_count"`,
        above: 1,
        aligner: 'ALIGN_MAX',
        reducer: 'REDUCE_SUM',
        forSeconds: 600,
      },
      'All instances that LIVE_MAX_INSTANCES (2) allows are in use: further readers poll.',
    ),
  ];
}
