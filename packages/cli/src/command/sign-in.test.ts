import { expect, test } from 'vitest';
import { login } from './sign-in.ts';

const signIn = (secret: string | null, standardInput: () => Promise<string>, env = {}) =>
  login({
    arguments: ['https://portage.example.com'],
    options: {},
    env,
    folder: '',
    io: {
      print: () => {},
      readStandardInput: standardInput,
      askSecret: async () => secret,
      openBrowser: () => {},
      wait: async () => {},
    },
  });

test('someone who enters no key at the terminal isn’t asked again, in plain sight', async () => {
  const readVisibly = () => Promise.reject(new Error('reads the terminal'));
  await expect(signIn('', readVisibly)).rejects.toThrow('An API key is needed');
});

test('a key that can’t be one is refused before it is sent', async () => {
  await expect(signIn(null, async () => 'portage_a b\n')).rejects.toThrow('That isn’t an API key');
});
