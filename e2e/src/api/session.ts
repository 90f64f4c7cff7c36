import { type Client, createClient } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';

export const DEMO = { email: 'demo@portage.local', password: 'portage-demo' };
export const ADMIN = { email: 'admin@portage.local', password: 'portage-admin' };

/** The typed client of a signed-in person. */
export async function signIn(baseUrl: string, { email, password }: { email: string; password: string }): Promise<Client<Calls>> {
  const { user } = await createClient<Calls>({ baseUrl })('POST /api/users/signin', { body: { email, password } });
  return createClient<Calls>({ baseUrl, getAccessToken: () => user.accessToken.value });
}

/** A new person without any data. */
export async function signUp(baseUrl: string): Promise<{ api: Client<Calls>; email: string; password: string }> {
  const email = `e2e-${crypto.randomUUID()}@example.com`;
  const password = 'a-long-password';
  const { user } = await createClient<Calls>({ baseUrl })('POST /api/users/signup', {
    body: { firstName: 'Ada', lastName: 'Tester', email, password },
  });
  return { api: createClient<Calls>({ baseUrl, getAccessToken: () => user.accessToken.value }), email, password };
}
