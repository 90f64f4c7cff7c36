import { expect, test } from 'vitest';
import { isStorageAway } from './is-storage-away.ts';

test.each([
  'database or disk is full: SQLITE_FULL',
  'disk I/O error: SQLITE_IOERR_WRITE',
  'attempt to write a readonly database: SQLITE_READONLY',
  'unable to open database file: SQLITE_CANTOPEN',
  'internal error; reference = 0123456789abcdef',
  'could not extend file "base/5/1259": No space left on device',
  'could not open file "pg_wal/1": Read-only file system',
  'ENOSPC: no space left on device, write',
  "EROFS: read-only file system, open '/data/a'",
])('storage is down: %s', (message) => {
  expect(isStorageAway(new Error(message))).toBe(true);
  expect(isStorageAway(new Error('Failed query', { cause: new Error(message) }))).toBe(true);
});

test.each(['UNIQUE constraint failed: runs.id: SQLITE_CONSTRAINT', 'x is not a function', 'The folder “read-only” is unknown.'])(
  'an internal error isn’t blamed on the storage: %s',
  (message) => {
    expect(isStorageAway(new Error(message))).toBe(false);
    expect(isStorageAway(message)).toBe(false);
  },
);
