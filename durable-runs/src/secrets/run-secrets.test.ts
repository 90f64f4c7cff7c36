import { describe, expect, test } from 'vitest';
import { timeRatio } from '../../../tools/test-settings/time-ratio.ts';
import { RunSecrets } from './run-secrets.ts';

function collectSecrets(headers: Record<string, string>): RunSecrets {
  const secrets = new RunSecrets();
  secrets.note(headers);
  return secrets;
}

describe('the secrets of a run', () => {
  test('are found wherever they appear: in texts, lists, member names and errors', () => {
    const secrets = collectSecrets({ Authorization: 'Bearer tok-12345', 'x-api-key': 'key-98765', 'content-type': 'application/json' });
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

  test('are found in JSON even if JSON escapes them', () => {
    const secrets = collectSecrets({ 'x-auth-token': 'a"b\\c\u0001def' });
    const json = JSON.stringify({ echo: 'a"b\\c\u0001def' });
    expect(secrets.isIn(json)).toBe(true);
    expect(secrets.redactValue(JSON.parse(json))).toEqual({ echo: '[redacted]' });
  });

  test('are found even if their beginning ends within a surrogate pair', () => {
    const secrets = collectSecrets({ 'x-api-key': '12345\u{1f511}6789' });
    expect(secrets.redactValue({ said: 'got 12345\u{1f511}6789' })).toEqual({ said: 'got [redacted]' });
    expect(secrets.redactedJson(['12345\u{1f511}6789'])).toBe('["[redacted]"]');
  });

  test('are redacted anywhere in a value written as JSON, and at its end if it was cut', () => {
    const secrets = collectSecrets({ 'x-api-key': 'key"98765', 'x-note': '123456', 'x-auth-token': 'tok-1234567890' });
    const redacted = (value: unknown) => JSON.parse(secrets.redactedJson(value));
    expect(redacted({ name: 'Ada', price: 7 })).toEqual({ name: 'Ada', price: 7 });
    expect(redacted({ deep: [{ 'key"98765': 123456 }] })).toEqual({ deep: [{ '[redacted]': 123456 }] });
    const cut = `${'x'.repeat(1_000)} tok-123456`;
    expect(redacted({ cut })).toEqual({ cut: `${'x'.repeat(1_000)} [redacted]` });
    expect(secrets.redactValue({ cut })).toEqual({ cut: `${'x'.repeat(1_000)} [redacted]` });
    expect(new RunSecrets().redactedJson({ a: 1 })).toBe('{"a":1}');
  });

  test('include each value of a cookie, but not numbers or values too short to recognize', () => {
    const secrets = collectSecrets({ cookie: 'session=abcdef123; theme=dark', 'x-api-key': '1' });
    expect(secrets.redactText('abcdef123 dark 1')).toBe('[redacted] dark 1');
    const digits = collectSecrets({ 'x-api-key': '123456' });
    expect(digits.redactValue({ id: 12345678, key: 123456 })).toEqual({ id: 12345678, key: '[redacted]' });
  });

  test('HOSTILE 9: leave a member called __proto__ an ordinary member', () => {
    const secrets = collectSecrets({ 'x-api-key': 'secret-value' });
    const redacted = secrets.redactValue(JSON.parse('{"__proto__": {"a": "secret-value"}}'));
    expect(JSON.stringify(redacted)).toBe('{"__proto__":{"a":"[redacted]"}}');
  });

  test('are found however they’re written: escaped, percent-encoded, as HTML, in hexadecimal and in base64 at any offset', () => {
    const secret = 'p+s/4?w"o\\r&d=ä€';
    const secrets = collectSecrets({ 'x-api-key': secret });
    const bytes = Buffer.from(secret);
    const spellings = [
      secret,
      JSON.stringify(secret),
      JSON.stringify(JSON.stringify({ a: secret })),
      encodeURIComponent(secret),
      encodeURIComponent(secret).toLowerCase(),
      encodeURIComponent(encodeURIComponent(secret)),
      secret.toUpperCase(),
      secret.toLowerCase(),
      new URLSearchParams({ a: secret }).toString(),
      new URL(`https://x.example/?a=${encodeURIComponent(secret)}`).search,
      bytes.toString('hex'),
      bytes.toString('hex').toUpperCase(),
      bytes.toString('base64'),
      bytes.toString('base64url'),
      ...['u:', 'us:', 'use:', '{"key": "'].flatMap((before) => [
        Buffer.from(`${before}${secret}`).toString('base64'),
        Buffer.from(`${before}${secret}; and more`).toString('base64url'),
      ]),
      'p+s/4?w&quot;o\\r&amp;d=ä€',
      'p+s/4?w\\"o\\\\r&d=\\u00e4\\u20ac',
    ];
    for (const text of spellings) {
      expect(secrets.redactText(`before ${text} after`), text).toContain('[redacted]');
      expect(secrets.isIn(JSON.stringify({ text })), text).toBe(true);
    }
    // The remaining base64 at the edges reveals less than one character of the secret.
    const encoded = Buffer.from(`user:${secret}:x`).toString('base64');
    const [before = '', after = ''] = secrets.redactText(encoded).split('[redacted]');
    expect(Buffer.from(before, 'base64').toString()).toBe('user:');
    expect(Buffer.from(after, 'base64').length).toBeLessThan(4);
  });

  test('include the password and the pair of a Basic header, not the user name alone', () => {
    const secrets = collectSecrets({ authorization: `Basic ${Buffer.from('admin@shop:hunter22').toString('base64')}` });
    expect(secrets.redactText('admin@shop said hunter22, so admin@shop:hunter22')).toBe('admin@shop said [redacted], so [redacted]');
  });

  test('are recognized by name in request and response bodies, URLs, and start data', () => {
    const secrets = new RunSecrets();
    secrets.noteTrigger({
      query: { token: 'query-token-1', page: 'page-number-7' },
      payload: { user: { password: 'pass-in-payload' }, note: 'plain-note' },
    });
    secrets.noteCall({
      body: 'grant_type=client_credentials&client_secret=form-secret-1',
      url: 'https://x.example/a?api_key=address-key-1&q=plain-query#frag',
      response: [{ access_token: 'answered-token', nextPageToken: 'plain-page-token' }],
      responseHeaders: { 'set-cookie': 'sid=cookie-value-1; Path=/orders; HttpOnly, theme=cookie-value-2; Secure' },
    });
    secrets.noteCall({ body: { file: { base64: 'AAAA' }, 'api-key': 'multipart-key' } });
    for (const known of [
      'query-token-1',
      'pass-in-payload',
      'form-secret-1',
      'address-key-1',
      'answered-token',
      'cookie-value-1',
      'cookie-value-2',
      'multipart-key',
    ]) {
      expect(secrets.redactText(known)).toBe('[redacted]');
    }
    const plain = 'page-number-7 plain-note plain-query plain-page-token /orders HttpOnly client_credentials';
    expect(secrets.redactText(plain)).toBe(plain);
  });

  test('from headers have room, however many a payload brings', () => {
    const users = Array.from({ length: 1_000 }, (_, at) => ({ password: `password-${at}` }));
    const secrets = RunSecrets.of({ payload: { users } });
    secrets.note({ authorization: 'Bearer the-key-of-a-call' });
    expect(secrets.redactText('the-key-of-a-call')).toBe('[redacted]');
  });

  test('are redacted where a long message was cut in the middle of one', () => {
    const secrets = collectSecrets({ 'x-api-key': 'abcdefghijklmnop' });
    const cut = (kept: string) => secrets.redactText(`Error: ${'x'.repeat(2_000)}${kept} (line 3)`);
    expect(cut('abcdefghij')).toMatch(/x\[redacted\] \(line 3\)$/);
    expect(cut('abc')).toMatch(/xabc \(line 3\)$/);
    expect(secrets.redactText('short abcdefghij')).toBe('short abcdefghij');
  });

  test('HOSTILE 9: a payload of any depth and width is searched within bounds', () => {
    let deep: unknown = { password: 'deep-password' };
    for (let level = 0; level < 3_000; level += 1) deep = { deep };
    expect(RunSecrets.of({ payload: deep }).values).toEqual(['deep-password']);
    const wide = Array.from({ length: 1_000_000 }, (_, at) => ({ at }));
    expect(RunSecrets.of({ payload: wide }).isEmpty).toBe(true);
    // Bounded: it gives up long before it has seen all of them.
    const looking = () => RunSecrets.of({ payload: wide });
    expect(timeRatio(looking, () => JSON.stringify(wide), 3)).toBeLessThan(2);
    expect(RunSecrets.of({ payload: { password: '\ud800 half a pair' } }).redactText('\ud800 half a pair')).toBe('[redacted]');
  });
});

test('short secrets are redacted only under their names, in values, texts, forms and URLs', () => {
  const noted = new RunSecrets();
  noted.noteTrigger({ headers: { 'X-Pin': '98' }, query: { otp: '4455' }, payload: { a: [{ pin: '1234', cvv: 321, tokens: 77 }] } });
  // As a run's state restores them.
  for (const secrets of [noted, new RunSecrets(noted.values)]) {
    expect(secrets.isEmpty).toBe(false);
    expect(secrets.redactValue({ pin: '99', cvv: 1, deep: [{ 'X-Pin': '5' }], tokens: 77, note: '1234' })).toEqual({
      pin: '[redacted]',
      cvv: '[redacted]',
      deep: [{ 'X-Pin': '[redacted]' }],
      tokens: 77,
      note: '1234',
    });
    expect(secrets.redactText('{"pin": "1234", "cvv":321, "n": 1234}')).toBe('{"pin": "[redacted]", "cvv":"[redacted]", "n": 1234}');
    expect(secrets.redactText(JSON.stringify({ text: '{"pin":"1234"}' }))).toBe(JSON.stringify({ text: '{"pin":"[redacted]"}' }));
    expect(secrets.redactText('a=1&pin=1234&b=2')).toBe('a=1&pin=[redacted]&b=2');
    expect(secrets.redactText('https://x.example/?otp=4455#top')).toBe('https://x.example/?otp=[redacted]#top');
    expect(secrets.redactText('the spin=1234 and 1234')).toBe('the spin=1234 and 1234');
    expect(secrets.isIn('{"cvv":321}')).toBe(true);
    expect(secrets.redactText('card "'.repeat(20_000))).toHaveLength(120_000);
  }
});
