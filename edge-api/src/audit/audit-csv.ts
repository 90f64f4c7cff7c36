import type { AuditRecord } from '@portage/database';

const HEADER = ['When', 'Action', 'User', 'Impersonated by', 'About', 'IP address', 'Request', 'Details'];

/** Lines of the audit log as RFC 4180 CSV, with a header. */
export function auditCsv(records: readonly AuditRecord[]): string {
  const lines = records.map((record) => [
    record.at.toISOString(),
    record.action,
    record.actorEmail ?? record.actorUserId ?? '',
    record.impersonatorEmail ?? record.impersonatorUserId ?? '',
    record.subjectEmail ?? record.subjectUserId ?? '',
    record.ipAddress ?? '',
    record.requestId ?? '',
    JSON.stringify(record.details),
  ]);
  return [HEADER, ...lines].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}

/**
 * A cell that no spreadsheet treats as a formula: its names and addresses come from strangers. Such a text gets a leading
 * apostrophe, also after leading blanks, as spreadsheets skip those.
 */
export function csvCell(text: string): string {
  const safe = /^[\s\p{Cc}\uFEFF]*[=+\-@|%\uFF1D\uFF0B\uFF0D\uFF20]|^[\p{Cc}]/u.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
