import { inject } from 'vitest';
import { connectHttp, type HttpDatabase } from '../src/connect.ts';
import { insertUser } from '../src/repositories/people/users.ts';
import type { NewUserRow, UserRow } from '../src/schema/users.ts';

export function database(): HttpDatabase {
  return connectHttp(inject('database'));
}

export function makeUser(fields: Partial<NewUserRow> = {}): Promise<UserRow> {
  const id = crypto.randomUUID();
  return insertUser(database(), { id, email: `${id}@example.test`, passwordHash: 'none', createdAt: new Date(), ...fields });
}
