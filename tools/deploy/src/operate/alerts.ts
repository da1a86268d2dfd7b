import { entryOf, FUNCTION_NAMES, MAIL_TROUBLE } from '@inkwell/functions/src/inventory.ts';

/** An alert policy in the format of the Cloud Monitoring API. */
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

/** The common parts of all policies. */
const policy = (displayName: string, content: string, condition: object) => ({
  displayName,
  combiner: 'OR' as const,
  documentation: { content: `${content} ${SEE}`, mimeType: 'text/markdown' as const },
  conditions: [{ displayName, ...condition }],
});

/** Alerts on each matching log line, at most once in the given time. */
function ofLines(displayName: string, filter: string, content: string): AlertPolicy {
  return {
    ...policy(displayName, content, { conditionMatchedLog: { filter } }),
    alertStrategy: { notificationRateLimit: { period: '3600s' }, autoClose: '86400s' },
  };
}

interface Threshold {
  readonly filter: string;
  readonly above: number;
  readonly aligner: 'ALIGN_RATE' | 'ALIGN_MAX' | 'ALIGN_DELTA' | 'ALIGN_PERCENTILE_95' | 'ALIGN_NEXT_OLDER';
  /** A sum by default. */
  readonly reducer?: 'REDUCE_MAX' | 'REDUCE_COUNT_FALSE';
  readonly forSeconds: number;
  /** The time over which values are aligned; a minute by default. */
  readonly perSeconds?: number;
}

function ofMetric(displayName: string, threshold: Threshold, content: string): AlertPolicy {
  const { filter, above, aligner, reducer = 'REDUCE_SUM', forSeconds, perSeconds = 60 } = threshold;
  return policy(displayName, content, {
    conditionThreshold: {
      filter,
      comparison: 'COMPARISON_GT',
      thresholdValue: above,
      duration: `${forSeconds}s`,
      aggregations: [{ alignmentPeriod: `${perSeconds}s`, perSeriesAligner: aligner, crossSeriesReducer: reducer }],
    },
  });
}

/** Addresses that are requested every five minutes from several continents. */
export const UPTIME_CHECKS = [
  { displayName: 'Inkwell: the landing page', path: '/' },
  { displayName: 'Inkwell: the newest post', path: '/api/posts?limit=1' },
] as const;

/** About $3 per hour. */
const MANY_BYTES = 25e9;

/** Events that need immediate attention. */
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
    ofLines(
      'Inkwell: mail waits or fails',
      `resource.type="cloud_run_revision" AND resource.labels.service_name=(${lines}) AND jsonPayload.message=(${MAIL_TROUBLE.map((text) => `"${text}"`).join(' OR ')})`,
      'Mails wait for more than an hour, the server takes none, or one was given up. See docs/operations.md, "Mail".',
    ),
    ofMetric(
      'Inkwell: answers of 5xx',
      {
        filter: `${service(FUNCTION_NAMES.filter((name) => entryOf(name).alertsOn5xx))} AND metric.type="run.googleapis.com/request_count" AND metric.labels.response_code_class="5xx"`,
        above: 5,
        aligner: 'ALIGN_DELTA',
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
        forSeconds: 600,
      },
      'All instances that LIVE_MAX_INSTANCES (2) allows are in use: further readers poll.',
    ),
    ofMetric(
      'Inkwell: the site does not answer',
      {
        filter: `resource.type="uptime_url" AND resource.labels.project_id="${project}" AND metric.type="monitoring.googleapis.com/uptime_check/check_passed"`,
        above: 1,
        aligner: 'ALIGN_NEXT_OLDER',
        reducer: 'REDUCE_COUNT_FALSE',
        forSeconds: 60,
        perSeconds: 600,
      },
      'The landing page or the list of posts failed from at least two places.',
    ),
    ofMetric(
      'Inkwell: slow answers',
      {
        filter: `${service(['api', 'page'])} AND metric.type="run.googleapis.com/request_latencies"`,
        above: 2_000,
        aligner: 'ALIGN_PERCENTILE_95',
        reducer: 'REDUCE_MAX',
        forSeconds: 600,
      },
      'One answer in twenty took more than 2 s, for ten minutes.',
    ),
    ofLines(
      'Inkwell: all instances are full',
      `resource.type="cloud_run_revision" AND textPayload:"no available instance"`,
      'Requests were refused because API_MAX_INSTANCES or LIVE_MAX_INSTANCES allows no further instance.',
    ),
    ofLines(
      'Inkwell: an instance ended',
      `logName="projects/${project}/logs/run.googleapis.com%2Fvarlog%2Fsystem" AND textPayload=~"Memory limit|exited|terminated|failed the configured startup probe"`,
      'An instance ran out of memory, ended by itself, or did not start.',
    ),
    ...[
      ['pictures', 'resource.type="gcs_bucket" AND metric.type="storage.googleapis.com/network/sent_bytes_count"'],
      [
        'Hosting',
        'resource.type="firebase_domain" AND metric.type="firebasehosting.googleapis.com/network/sent_bytes_count"',
      ],
    ].map(([name, filter]) =>
      ofMetric(
        `Inkwell: ${name} sent much`,
        {
          filter: String(filter),
          above: MANY_BYTES,
          aligner: 'ALIGN_DELTA',
          forSeconds: 0,
          perSeconds: 3_600,
        },
        'More than 25 GB in an hour, about $3: see "Pulling the plug" in docs/operations.md.',
      ),
    ),
  ];
}
