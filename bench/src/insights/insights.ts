import { type Client, createClient } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { round } from '../load-client.ts';
import type { Scenario } from '../scenario.ts';
import { fillIndex, RUNS } from './fill-index.ts';
import { collectPlans } from './read-plans.ts';

const CALLS = 15;
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
          for (const plan of await collectPlans(portage, database, call)) report({ scenario: this.name, whose, period, ...plan });
        }
      }
      const months = async () => (await api('GET /api/dashboards/stats', {})).stats.totalWorkflowInstancesCount;
      report({ scenario: this.name, whose: 'one person', period: '12 months', ...(await timed(months)) });
    } finally {
      await database.end();
    }
  },
};

async function timed(call: () => Promise<number>) {
  const times: number[] = [];
  let runs = 0;
  for (let count = 0; count < CALLS; count++) {
    const startMs = performance.now();
    runs = await call();
    times.push(performance.now() - startMs);
  }
  times.sort((one, other) => one - other);
  const at = (place: number) => round(times.at(place) ?? 0, 1);
  return { runs, leastMs: at(0), medianMs: at(Math.floor(CALLS / 2)), worstMs: at(-1) };
}
