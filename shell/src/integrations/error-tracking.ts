import { sendQuietly } from './send-quietly.ts';

const APPLICATION_INSIGHTS = 'https://dc.services.visualstudio.com/v2/track';
/** A page that fails in a loop is reported only this many times. */
const MOST_REPORTS = 20;
const LONGEST_TEXT = 4_000;

/** Reports uncaught errors and pages that failed to render to Application Insights, through its HTTP API. */
export function startErrorTracking(instrumentationKey: string, isExcluded: () => boolean): void {
  let reports = 0;
  function report(thrown: unknown): void {
    if (isExcluded() || reports >= MOST_REPORTS) return;
    reports += 1;
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    sendQuietly(APPLICATION_INSIGHTS, [
      {
        name: 'Microsoft.ApplicationInsights.Exception',
        time: new Date().toISOString(),
        iKey: instrumentationKey,
        tags: { 'ai.operation.name': location.pathname },
        data: {
          baseType: 'ExceptionData',
          baseData: {
            ver: 2,
            exceptions: [
              {
                typeName: error.name,
                message: error.message.slice(0, LONGEST_TEXT),
                hasFullStack: error.stack !== undefined,
                stack: (error.stack ?? '').slice(0, LONGEST_TEXT),
              },
            ],
          },
        },
      },
    ]);
  }
  addEventListener('error', (event) => report(event.error ?? event.message));
  addEventListener('unhandledrejection', (event) => report(event.reason));
  addEventListener('portage:failure', (event) => report((event as CustomEvent<unknown>).detail));
}
