import type { Client } from 'pg';
import { round } from '../load-client.ts';
import type { Portage } from '../portage.ts';

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Actual Total Time': number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: PlanNode[];
}

interface Explained {
  'Query Text': string;
  Plan: PlanNode;
}

const flattenPlan = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flattenPlan)];

interface WantedPlans {
  /** Matches the statements' text. */
  statement: RegExp;
  /** What the names of the tables, and of their indexes, start with. */
  tables: string;
}

/** The plans of the reading statements that a call really sends, as PostgreSQL executed and logged them. */
export async function collectPlans(
  portage: Portage,
  database: Client,
  call: () => Promise<unknown>,
  { statement, tables: prefix }: WantedPlans,
) {
  const before = (await portage.readPostgresLog()).length;
  await explainAll(database, true);
  try {
    await call();
  } finally {
    await explainAll(database, false);
  }
  const logged = (await portage.readPostgresLog()).slice(before);
  return explainedIn(logged)
    .filter(({ 'Query Text': text }) => statement.test(text) && !/^\s*(insert|update|delete)/i.test(text))
    .map(({ 'Query Text': text, Plan }) => {
      const nodes = flattenPlan(Plan);
      const tables = nodes.filter((node) => node['Relation Name']?.startsWith(prefix));
      // A bitmap scan names its index in one node and its table in another.
      const scans = nodes.filter((node) => node['Index Name']?.startsWith(prefix) || (tables.includes(node) && !node.Plans));
      return {
        text,
        plan: scans.map((node) => `${node['Node Type']} of ${node['Index Name'] ?? node['Relation Name']}`).join(', '),
        rowsRead: tables.reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0),
        blocks: Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'],
        executionMs: round(Plan['Actual Total Time'], 1),
      };
    });
}

async function explainAll(database: Client, isOn: boolean): Promise<void> {
  // An extension's settings are only known in a session that has loaded it.
  await database.query(`load 'auto_explain'`);
  await database.query(`alter system set auto_explain.log_format = 'json'`);
  await database.query(`alter system set auto_explain.log_analyze = ${isOn}`);
  await database.query(`alter system set auto_explain.log_buffers = ${isOn}`);
  await database.query(`alter system set auto_explain.log_min_duration = ${isOn ? 0 : -1}`);
  await database.query('select pg_reload_conf()');
}

/** Plans in a log: an object that starts at the end of a line and continues in lines that start with a tab. */
function explainedIn(log: string): Explained[] {
  return [...log.matchAll(/ plan:\n(\t\{\n(?:\t.*\n)*?\t\})\n/g)].map(
    ([, text]) => JSON.parse((text ?? '').replaceAll('\n\t', '\n')) as Explained,
  );
}
