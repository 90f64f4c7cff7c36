import type { Portage } from './portage.ts';

/** Lets PostgreSQL count the statements it is given; takes effect when it is started the next time. */
export async function countStatements(portage: Portage): Promise<void> {
  const database = await portage.connectDatabase();
  try {
    await database.query(`alter system set shared_preload_libraries = 'pg_stat_statements'`);
  } finally {
    await database.end();
  }
}
