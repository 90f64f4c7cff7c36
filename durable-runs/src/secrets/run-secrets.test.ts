import { describe, expect, it } from 'vitest';
import { RunSecrets } from './run-secrets.ts';

function secretsOf(headers: Record<string, string>): RunSecrets {
  const secrets = new RunSecrets();
  secrets.note(headers);
  return secrets;
}

describe('the secrets of a run', () => {
  it('are found wherever they turn up: in texts, lists, member names and errors', () => {
    const secrets = secretsOf({ Authorization: 'Bearer tok-12345', 'x-api-key': 'key-98765', 'content-type': 'application/json' });
    expect(
      secrets.redactValue({
        said: 'got tok-12345!',
        list: ['key-98765', 7],
        'tok-12345': null,
        type: 'application/json',
        full: 'Bearer tok-12345',
      }),
    ).toEqual({ said: 'got [redacted]!', list: ['[redacted]', 7], '[redacted]': null, type: 'application/json', full: '[redacted]' });
    expect(secrets.redactText('401 for tok-12345')).toBe('401 for [redacted]');
  });

  it('are found in JSON also where JSON writes them another way', () => {
    const secrets = secretsOf({ 'x-auth-token': 'a"b\\c\u0001def' });
    const json = JSON.stringify({ echo: 'a"b\\c\u0001def' });
    expect(secrets.isIn(json)).toBe(true);
    expect(secrets.redactValue(JSON.parse(json))).toEqual({ echo: '[redacted]' });
  });

  it('take each value of a cookie, and leave numbers and values too short to tell apart', () => {
    const secrets = secretsOf({ cookie: 'session=abcdef123; theme=dark', 'x-api-key': '1' });
    expect(secrets.redactText('abcdef123 dark 1')).toBe('[redacted] dark 1');
    const digits = secretsOf({ 'x-api-key': '123456' });
    expect(digits.redactValue({ id: 12345678 })).toEqual({ id: 12345678 });
  });

  it('HOSTILE 9: keep a member called __proto__ what it is', () => {
    const secrets = secretsOf({ 'x-api-key': 'secret-value' });
    const redacted = secrets.redactValue(JSON.parse('{"__proto__": {"a": "secret-value"}}'));
    expect(JSON.stringify(redacted)).toBe('{"__proto__":{"a":"[redacted]"}}');
  });
});
