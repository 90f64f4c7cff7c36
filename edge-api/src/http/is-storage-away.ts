/** How SQLite, PostgreSQL, the system and the Workers runtime report a disk that is full, read-only or failing. */
const DISK =
  /\bSQLITE_(?:FULL|READONLY|IOERR|CANTOPEN|NOMEM|BUSY|LOCKED|PROTOCOL)|\b(?:database or disk is full|disk I\/O error|(?:readonly|read-only) (?:database|file ?system)|unable to open database file|no space left on device|disk quota exceeded|input\/output error|(?:ENOSPC|EROFS|EDQUOT|EIO)\b)|^internal error; reference = /i;

/**
 * Whether a call failed because nothing could be written or read at the moment, in an object, the file store or the database. Such a call
 * changed nothing and may work later.
 */
export function isStorageAway(error: unknown): boolean {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; current = current.cause, depth += 1) {
    if (DISK.test(current.message)) return true;
  }
  return false;
}
