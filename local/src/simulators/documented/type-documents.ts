import { createRequire } from 'node:module';
import { connectorTypes } from '@portage/database';
import { and, eq, isNotNull, not } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { TypeDocuments } from './documented-type.ts';

const { Pool } = createRequire(import.meta.url)('pg') as typeof pg;

interface Sources {
  databaseUrl: string;
  /** The text of a file in Portage's store; null: the file is gone. */
  readFile(key: string): Promise<string | null>;
}

/** Connector types and their documents, read from Portage's database and store. */
export function typeDocuments({ databaseUrl, readFile }: Sources): TypeDocuments & { stop(): Promise<void> } {
  const pool = new Pool({ connectionString: databaseUrl, max: 2, idleTimeoutMillis: 10_000 });
  // A restarting database ends idle connections; the next call opens another.
  pool.on('error', () => {});
  const db = drizzle(pool);
  return {
    async find(connectorTypeId) {
      const [row] = await db
        .select({
          id: connectorTypes.id,
          name: connectorTypes.name,
          settings: connectorTypes.settings,
          document: connectorTypes.openApiDocument,
        })
        .from(connectorTypes)
        .where(and(eq(connectorTypes.id, connectorTypeId), not(connectorTypes.isDeleted), isNotNull(connectorTypes.openApiDocument)));
      return row?.document ? { id: row.id, name: row.name, settings: row.settings, documentId: row.document.fileStorageId } : null;
    },
    async readText(documentId) {
      const text = await readFile(`uploads/${documentId}`);
      if (text === null) throw new Error('The file of the document is gone.');
      return text;
    },
    stop: () => pool.end(),
  };
}
