import { expect, test } from 'vitest';
import { api, signIn } from '../../test/api.ts';

const signUp = (password: string, email = `grace-${crypto.randomUUID()}@example.test`) =>
  api('POST /api/users/signup', { body: { firstName: 'Grace', lastName: 'Hopper', email, password } });

test.each(['password', '123456', 'QWERTY123', 'Passw0rd', 'iloveyou'])('HOSTILE 28: %s is refused at its field', async (password) => {
  const answer = await signUp(password);
  expect([answer.status, answer.message, answer.body.errors[0].field]).toEqual([
    400,
    'This is one of the most common passwords. Please choose another.',
    'password',
  ]);
});

test('a longer password that contains a common one is accepted', async () => {
  const email = `grace-${crypto.randomUUID()}@example.test`;
  expect((await signUp('password of mine', email)).status).toBe(200);
  expect((await signIn(email, 'password of mine')).status).toBe(200);
});
