import type { Portage } from './portage.ts';

/** Makes PostgreSQL count its statements, and explain them if a scenario asks for it, from its next start on. */
export async function countStatements(portage: Portage): Promise<void> {
  const database = await portage.connectDatabase();
  try {
    await database.query(`alter system set shared_preload_libraries = 'pg_stat_statements', 'auto_explain'`);
  } finally {
    await database.end();
  }
}
