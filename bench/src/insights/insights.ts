import { type Client, createClient } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { round } from '../load-client.ts';
import { collectPlans } from '../plans/read-plans.ts';
import { timed } from '../plans/timed.ts';
import type { Scenario } from '../scenario.ts';
import { fillIndex, RUNS } from './fill-index.ts';

const COUNTS_READ = { statement: /\bfrom run_(hours|days)\b/, tables: 'run_' };
const ADMIN = { email: 'admin@portage.local', password: 'portage-admin' };

/** The insights page with a million runs in the index, for one person and for everyone: its time, and each statement's plan. */
export const insights: Scenario = {
  name: 'insights',
  onlyByName: true,
  async run({ portage, api, report }) {
    const database = await portage.connectDatabase();
    try {
      const startMs = performance.now();
      const rowsOfCounts = await fillIndex(database);
      report({ scenario: this.name, runs: RUNS, rowsOfCounts, insertSeconds: round((performance.now() - startMs) / 1_000, 1) });

      const { user } = await createClient<Calls>({ baseUrl: portage.baseUrl })('POST /api/users/signin', { body: ADMIN });
      const admin = createClient<Calls>({ baseUrl: portage.baseUrl, getAccessToken: () => user.accessToken.value });
      for (const period of ['24h', '7d', '30d'] as const) {
        const insightsOf = (call: Client<Calls>, isAdmin?: true) => async () =>
          (await call('GET /api/dashboards/insights', { query: { period, ...(isAdmin ? { isAdmin } : {}) } })).figures.runs;
        for (const [whose, call] of [
          ['one person', insightsOf(api)],
          ['everyone', insightsOf(admin, true)],
        ] as const) {
          report({ scenario: this.name, whose, period, ...(await timed(call)) });
          for (const { text, ...plan } of await collectPlans(portage, database, call, COUNTS_READ)) {
            report({
              scenario: this.name,
              whose,
              period,
              statement: text.includes('summed') ? 'failing and slowest workflows' : 'totals',
              ...plan,
            });
          }
        }
      }
      const months = async () => (await api('GET /api/dashboards/stats', {})).stats.totalWorkflowInstancesCount;
      report({ scenario: this.name, whose: 'one person', period: '12 months', ...(await timed(months)) });
    } finally {
      await database.end();
    }
  },
};
