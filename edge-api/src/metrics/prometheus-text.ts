import { RUN_DURATION_BUCKETS, type RunMetrics } from '@portage/database';

const ENDED: readonly string[] = ['Succeeded', 'Failed', 'Cancelled'];

/** Counts of runs in the text format that Prometheus reads (version 0.0.4). */
export function prometheusText(metrics: readonly RunMetrics[]): string {
  const labels = ({ status, isTest }: RunMetrics) => `status="${status}",test="${isTest}"`;
  const ended = metrics.filter(({ status }) => ENDED.includes(status));
  const open = metrics.filter(({ status }) => !ENDED.includes(status));
  const started = [false, true].map((isTest) => {
    const runs = metrics.filter((metric) => metric.isTest === isTest).reduce((sum, metric) => sum + metric.runs, 0);
    return `portage_runs_started_total{test="${isTest}"} ${runs}`;
  });
  return [
    ...family('portage_runs_started_total', 'counter', 'Runs that were started.', started),
    ...family(
      'portage_runs_finished_total',
      'counter',
      'Runs that have ended, by how.',
      ended.map((metric) => `portage_runs_finished_total{${labels(metric)}} ${metric.runs}`),
    ),
    ...family(
      'portage_runs_open',
      'gauge',
      'Runs that have not ended.',
      open.map((metric) => `portage_runs_open{${labels(metric)}} ${metric.runs}`),
    ),
    ...family(
      'portage_run_steps_total',
      'counter',
      'Steps of the runs that have ended.',
      ended.map((metric) => `portage_run_steps_total{${labels(metric)}} ${metric.steps}`),
    ),
    ...family(
      'portage_run_duration_seconds',
      'histogram',
      'From the start of a run to its end, delays included.',
      ended.flatMap((metric) => [
        ...RUN_DURATION_BUCKETS.map(
          (bound, at) => `portage_run_duration_seconds_bucket{${labels(metric)},le="${bound}"} ${metric.buckets[at] ?? 0}`,
        ),
        `portage_run_duration_seconds_bucket{${labels(metric)},le="+Inf"} ${metric.timedRuns}`,
        `portage_run_duration_seconds_sum{${labels(metric)}} ${metric.seconds}`,
        `portage_run_duration_seconds_count{${labels(metric)}} ${metric.timedRuns}`,
      ]),
    ),
    '',
  ].join('\n');
}

function family(name: string, type: 'counter' | 'gauge' | 'histogram', help: string, lines: readonly string[]): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines];
}
