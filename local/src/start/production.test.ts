import { expect, test } from 'vitest';
import { readProduction } from './production.ts';

const ORIGIN = { PORTAGE_ORIGIN: 'https://portage.example' };

test('production needs an address, listens on this machine only and trusts no proxy', () => {
  expect(readProduction({ ...ORIGIN, PORTAGE_SHOPIFY_CLIENT_ID: 'app', PORTAGE_BACKUP_PASSPHRASE: 'secret', HOME: '/root' })).toEqual({
    origin: 'https://portage.example',
    listen: '127.0.0.1',
    trustedProxies: [],
    mail: null,
  });
  expect(readProduction({ PORTAGE_ORIGIN: 'http://localhost:8080' }).origin).toBe('http://localhost:8080');
  expect(
    readProduction({ ...ORIGIN, PORTAGE_LISTEN: '0.0.0.0', PORTAGE_TRUSTED_PROXIES: '127.0.0.1, 172.16.0.0/12,fd00::/8' }),
  ).toMatchObject({ listen: '0.0.0.0', trustedProxies: ['127.0.0.1', '172.16.0.0/12', 'fd00::/8'] });
});

const MAIL_FROM = 'Portage <portage@portage.example>';

test('mail goes through an SMTP server or an HTTP service', () => {
  const SMTP_URL = 'smtps://ada:s%40crets@smtp.example';
  expect(readProduction({ ...ORIGIN, SMTP_URL, MAIL_FROM }).mail).toEqual({
    kind: 'smtp',
    url: SMTP_URL,
    from: MAIL_FROM,
    requiresTls: false,
  });
  const api = { MAIL_API_URL: 'https://mail.example/send', MAIL_API_KEY: 'key', MAIL_FROM };
  expect(readProduction({ ...ORIGIN, ...api }).mail).toEqual({ kind: 'api', variables: api });
});

test.for([
  ['smtp://ada:secret@smtp.example:587', true],
  ['smtp://ada:secret@127.0.0.1:1025', false],
  ['smtp://relay.internal:25', false],
] as const)('%s gets its password only over TLS: %s', ([SMTP_URL, requiresTls]) => {
  expect(readProduction({ ...ORIGIN, SMTP_URL, MAIL_FROM }).mail).toMatchObject({ requiresTls });
});

test.for([
  [{ ...ORIGIN, SMTP_URL: 'smtp://smtp.example' }, 'MAIL_FROM must be'],
  [{ ...ORIGIN, SMTP_URL: 'smtp.example:25', MAIL_FROM }, 'SMTP_URL must look like'],
  [{ ...ORIGIN, MAIL_API_URL: 'mail.example', MAIL_FROM }, 'MAIL_API_URL must be'],
  [{ ...ORIGIN, SMTP_URL: 'smtp://smtp.example', MAIL_API_URL: 'https://mail.example', MAIL_FROM }, 'are both set'],
  [{}, 'PORTAGE_ORIGIN is missing'],
  [{ PORTAGE_ORIGIN: 'portage.example' }, 'PORTAGE_ORIGIN must look like'],
  [{ PORTAGE_ORIGIN: 'https://portage.example/app' }, 'PORTAGE_ORIGIN must look like'],
  [{ PORTAGE_ORIGIN: 'https://ada@portage.example' }, 'PORTAGE_ORIGIN must look like'],
  [{ PORTAGE_ORIGIN: 'http://portage.example' }, 'PORTAGE_ORIGIN must begin with https://'],
  [{ ...ORIGIN, PORTAGE_LISTEN: 'eth0' }, 'PORTAGE_LISTEN must be 127.0.0.1 or'],
  [{ ...ORIGIN, PORTAGE_LISTEN: '10.0.0.5' }, 'PORTAGE_LISTEN must be 127.0.0.1 or'],
  [{ ...ORIGIN, PORTAGE_TRUSTED_PROXIES: 'caddy' }, 'not "caddy"'],
  [{ ...ORIGIN, PORTAGE_TRUSTED_PROXIES: '10.0.0.0/33' }, 'not "10.0.0.0/33"'],
  [{ ...ORIGIN, PORTAGE_TRUSTED_PROXIES: '10.0.0.0/' }, 'not "10.0.0.0/"'],
  [{ ...ORIGIN, PORTAGE_TRUSTED_PROXIES: '::ffff:10.0.0.0/104' }, 'not "::ffff:10.0.0.0/104"'],
  [{ ...ORIGIN, PORTAGE_TRUSTED_PROXIES: 'fe80::1%eth0' }, 'not "fe80::1%eth0"'],
  [{ ...ORIGIN, PORTAGE_ORIGN: 'typo' }, "PORTAGE_ORIGN isn't a setting of Portage"],
  [{ ...ORIGIN, PORTAGE_ADMIN_PASSWORD: 'x' }, 'PORTAGE_ADMIN_PASSWORD is a setting of npm start'],
] as const)('settings %j are refused: %s', ([env, message]) => {
  expect(() => readProduction(env)).toThrow(message);
});
