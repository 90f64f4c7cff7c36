import { type Client, createClient } from '@portage/contracts';
import type { Calls, SignedInUser } from '@portage/contracts/calls';
import { confirmAddress } from './outbox.ts';

export const DEMO = { email: 'demo@portage.local', password: 'portage-demo' };
export const ADMIN = { email: 'admin@portage.local', password: 'portage-admin' };

/** The typed client of a signed-in person. */
export async function signIn(baseUrl: string, { email, password }: { email: string; password: string }): Promise<Client<Calls>> {
  const { user } = await createClient<Calls>({ baseUrl })('POST /api/users/signin', { body: { email, password } });
  return createClient<Calls>({ baseUrl, getAccessToken: () => user.accessToken.value });
}

/** What a browser stores of a session. */
export type SessionTokens = Pick<SignedInUser, 'accessToken' | 'refreshToken'>;

export interface NewPerson {
  api: Client<Calls>;
  email: string;
  password: string;
  /** The tokens of the session that the sign-up opened, and that `api` uses. */
  tokens: SessionTokens;
}

/** A new person without any data, whose e-mail address is confirmed. */
export async function signUp(baseUrl: string): Promise<NewPerson> {
  const person = await signUpUnconfirmed(baseUrl);
  await confirmAddress(baseUrl, person.api, person.email);
  return person;
}

/** Until the address is confirmed, an account can't reach other people: no approvals by e-mail, no alerts, no keys. */
async function signUpUnconfirmed(baseUrl: string): Promise<NewPerson> {
  const email = `e2e-${crypto.randomUUID()}@example.com`;
  const password = 'a-long-password';
  const { user } = await createClient<Calls>({ baseUrl })('POST /api/users/signup', {
    body: { firstName: 'Ada', lastName: 'Tester', email, password },
  });
  const { accessToken, refreshToken } = user;
  const api = createClient<Calls>({ baseUrl, getAccessToken: () => accessToken.value });
  return { api, email, password, tokens: { accessToken, refreshToken } };
}
