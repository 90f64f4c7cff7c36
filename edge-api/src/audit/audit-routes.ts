import { auditCalls } from '@portage/contracts/calls';
import { type AuditFilter, type AuditRecord, listAuditEntries } from '@portage/database';
import { implement } from '../http/implement.ts';
import { auditCsv } from './audit-csv.ts';

const MAX_EXPORTED = 10_000;

export const auditRoutes = implement(auditCalls, {
  'GET /api/audit': async ({ query: { pageIndex, pageSize, ...filter } }, { db }) => {
    const { auditEntries, totalCount } = await listAuditEntries(db, { ...toAuditFilter(filter), pageIndex, pageSize });
    return { auditEntries: auditEntries.map(presentEntry), totalCount };
  },
  'GET /api/audit/export': async ({ query }, { db }) => {
    const { auditEntries, totalCount } = await listAuditEntries(db, { ...toAuditFilter(query), pageIndex: 0, pageSize: MAX_EXPORTED });
    return { csv: auditCsv(auditEntries), rowCount: auditEntries.length, totalCount };
  },
});

type FilterQuery = Omit<AuditFilter, 'from' | 'to'> & { from?: string | undefined; to?: string | undefined };

function toAuditFilter({ from, to, ...filter }: FilterQuery): AuditFilter {
  return { ...filter, from: from === undefined ? undefined : new Date(from), to: to === undefined ? undefined : new Date(to) };
}

function presentEntry(record: AuditRecord) {
  const person = (id: string | null, email: string | null) => (id === null ? null : { id, email });
  const { id, at, action, ipAddress, requestId, details } = record;
  return {
    id,
    at: at.toISOString(),
    action,
    actor: person(record.actorUserId, record.actorEmail),
    impersonator: person(record.impersonatorUserId, record.impersonatorEmail),
    subject: person(record.subjectUserId, record.subjectEmail),
    ipAddress,
    requestId,
    details,
  };
}
