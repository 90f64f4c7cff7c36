import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';

const LONGEST_WAIT_MS = 200_000;

interface Alert {
  id: string;
  kind: string;
  endedAt?: string | null;
}

export interface AlertReport {
  /** Alerts in the owner's list. */
  alerts: number;
  /** Failures that no alert counts, or that are counted twice, and the missing alert about refused records: must be 0. */
  alertsWrong: number;
  /** Alerts that the webhook never received: must be 0. */
  alertsUnheard: number;
  /** Alerts that arrived in messages with different ids, so that a receiver can't deduplicate them: must be 0. */
  alertsHeardTwice: number;
}

/** Receives the messages about alerts; it outlives every kill. */
export interface AlertReceiver {
  url: string;
  judge(api: Client<Calls>, failures: number): Promise<AlertReport>;
  close(): Promise<void>;
}

export async function startAlertReceiver(): Promise<AlertReceiver> {
  /** The message ids that each alert arrived under. */
  const heard = new Map<string, Set<string>>();
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: { alerts: Alert[] } };
    for (const { id, endedAt } of data.alerts) {
      // The end of an alert is announced once more.
      const what = endedAt ? `${id} is over` : id;
      heard.set(what, (heard.get(what) ?? new Set()).add(String(request.headers['webhook-id'])));
    }
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const count = async (api: Client<Calls>, failures: number): Promise<AlertReport> => {
    const { alerts } = await api('GET /api/alerts', { query: { pageSize: 100 } });
    const failed = alerts.filter(({ kind }) => kind === 'RunFailed').reduce((sum, alert) => sum + alert.count, 0);
    const refused = alerts.some(({ kind }) => kind === 'SyncErrors');
    return {
      alerts: alerts.length,
      alertsWrong: Math.abs(failed - failures) + (refused ? 0 : 1),
      alertsUnheard: alerts.filter(({ id }) => !heard.has(id)).length,
      alertsHeardTwice: [...heard.values()].filter((messages) => messages.size > 1).length,
    };
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async judge(api, failures) {
      const endMs = Date.now() + LONGEST_WAIT_MS;
      for (;;) {
        const report = await count(api, failures);
        if (report.alertsWrong + report.alertsUnheard === 0 || Date.now() > endMs) return report;
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
