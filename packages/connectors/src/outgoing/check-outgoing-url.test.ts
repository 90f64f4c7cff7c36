import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkOutgoingUrl } from './check-outgoing-url.ts';
import { parseEgressAllow } from './egress-allow-list.ts';
import { isPrivateAddress } from './is-private-address.ts';

function outcome(url: string, allow = ''): string {
  const check = checkOutgoingUrl(url, parseEgressAllow(allow));
  return check.ok ? 'ok' : check.code;
}

describe('checkOutgoingUrl', () => {
  test.each([
    'https://api.github.com/repos',
    'http://example.com',
    'https://example.com.:8443/a?b#c',
    'https://8.8.8.8/dns',
    'https://[2606:4700:4700::1111]/',
    'https://bücher.example.org/',
    'https://internal.example.com/',
    'https://localhost.example.com/',
    'https://172.32.0.1/',
    'https://1.1.1.1./',
  ])('allows %s', (url) => {
    expect(outcome(url)).toBe('ok');
  });

  test.each([
    ['plain', 'http://127.0.0.1/'],
    ['another loopback', 'http://127.8.9.10:8080/'],
    ['metadata', 'http://169.254.169.254/latest/meta-data/'],
    ['decimal', 'http://2852039166/'],
    ['decimal loopback', 'http://2130706433/'],
    ['octal', 'http://0251.0376.0251.0376/'],
    ['octal in one number', 'http://017700000001/'],
    ['hexadecimal', 'http://0xA9FEA9FE/'],
    ['hexadecimal parts', 'http://0x7f.0x0.0x0.0x1/'],
    ['mixed parts', 'http://0xa9.254.0251.254/'],
    ['short form', 'http://127.1/'],
    ['two parts', 'http://10.1/'],
    ['a trailing dot', 'http://169.254.169.254./'],
    ['percent-encoded', 'http://%31%32%37.0.0.1/'],
    ['full-width digits', 'http://１２７.0.0.1/'],
    ['ideographic dots', 'http://127。0。0。1/'],
    ['circled digits', 'http://①②⑦.⓪.⓪.①/'],
    ['backslashes', 'http:\\\\127.0.0.1\\'],
    ['a tab inside', 'http://127.0.\t0.1/'],
    ['no slashes', 'http:127.0.0.1'],
    ['this host', 'http://0.0.0.0/'],
    ['zero', 'http://0/'],
    ['private 10', 'http://10.0.0.5/'],
    ['private 172', 'http://172.31.255.255/'],
    ['private 192', 'http://192.168.1.1/'],
    ['CGNAT', 'http://100.64.0.1/'],
    ['Alibaba metadata', 'http://100.100.100.200/'],
    ['Azure wire server', 'http://168.63.129.16/'],
    ['multicast', 'http://224.0.0.1/'],
    ['broadcast', 'http://255.255.255.255/'],
    ['benchmark', 'http://198.18.0.1/'],
    ['IPv6 loopback', 'http://[::1]/'],
    ['IPv6 loopback in full', 'http://[0:0:0:0:0:0:0:1]/'],
    ['IPv6 unspecified', 'http://[::]/'],
    ['IPv4-mapped', 'http://[::ffff:127.0.0.1]/'],
    ['IPv4-mapped in hexadecimal', 'http://[::ffff:a9fe:a9fe]/'],
    ['IPv4-compatible', 'http://[::127.0.0.1]/'],
    ['IPv4-translated', 'http://[::ffff:0:127.0.0.1]/'],
    ['NAT64', 'http://[64:ff9b::169.254.169.254]/'],
    ['local NAT64', 'http://[64:ff9b:1::a00:1]/'],
    ['6to4', 'http://[2002:7f00:1::]/'],
    ['Teredo', 'http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/'],
    ['unique local', 'http://[fd00:ec2::254]/'],
    ['link-local', 'http://[fe80::1]/'],
    ['site-local', 'http://[fec0::1]/'],
    ['IPv6 multicast', 'http://[ff02::1]/'],
    ['localhost', 'http://localhost:8080/'],
    ['localhost in capitals', 'http://LOCALHOST/'],
    ['localhost with a dot', 'http://localhost./'],
    ['localhost with two dots', 'http://localhost../'],
    ['below localhost', 'http://api.localhost/'],
    ['Google metadata', 'http://metadata.google.internal/computeMetadata/v1/'],
    ['one part', 'http://metadata/'],
    ['a container', 'http://postgres:5432/'],
    ['mDNS', 'http://printer.local/'],
    ['cluster', 'http://api.default.svc.cluster.local/'],
    ['a mirror of loopback', 'http://app.localtest.me/'],
    ['an address in a name', 'http://169.254.169.254.nip.io/'],
  ])('HOSTILE 19: refuses %s: %s', (_name, url) => {
    expect(outcome(url)).toBe('url-private');
  });

  test.each([
    ['a user', 'https://user@example.com/', 'url-credentials'],
    ['user and password', 'https://user:secret@example.com/', 'url-credentials'],
    ['a host that looks like a user', 'https://example.com@127.0.0.1/', 'url-credentials'],
    ['an encoded @', 'https://a%40b@example.com/', 'url-credentials'],
    ['file', 'file:///etc/passwd', 'url-scheme'],
    ['gopher', 'gopher://127.0.0.1:6379/_INFO', 'url-scheme'],
    ['ftp', 'ftp://example.com/', 'url-scheme'],
    ['data', 'data:text/plain,hello', 'url-scheme'],
    ['javascript', 'javascript:alert(1)', 'url-scheme'],
    ['ws', 'ws://example.com/', 'url-scheme'],
    ['nothing', '', 'url-invalid'],
    ['a path', '/api/users', 'url-invalid'],
    ['an impossible address', 'http://999.1.1.1/', 'url-invalid'],
    ['no host', 'http://', 'url-invalid'],
    ['a scope', 'http://[fe80::1%25eth0]/', 'url-invalid'],
    ['far too long', `https://example.com/${'a'.repeat(20_000)}`, 'url-invalid'],
  ])('HOSTILE 19: refuses %s', (_name, url, code) => {
    expect(outcome(url)).toBe(code);
  });

  test('returns the URL as it was understood, for the call itself', () => {
    const check = checkOutgoingUrl('HTTPS://Example.COM:443/a/../b c');
    expect(check.ok && check.url.href).toBe('https://example.com/b%20c');
  });

  test('HOSTILE 19: refuses every closed IPv4 address in any spelling', () => {
    const closed = fc.oneof(
      fc.tuple(fc.constant(127), fc.nat(255), fc.nat(255), fc.nat(255)),
      fc.tuple(fc.constant(10), fc.nat(255), fc.nat(255), fc.nat(255)),
      fc.tuple(fc.constant(169), fc.constant(254), fc.nat(255), fc.nat(255)),
      fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), fc.nat(255), fc.nat(255)),
      fc.tuple(fc.constant(192), fc.constant(168), fc.nat(255), fc.nat(255)),
    );
    const part = (value: number, how: number) =>
      [String(value), `0x${value.toString(16)}`, `0${value.toString(8)}`, `0X00${value.toString(16).toUpperCase()}`][how] ?? '';
    const how = fc.tuple(fc.nat(3), fc.nat(3), fc.nat(3), fc.nat(3));
    fc.assert(
      fc.property(closed, how, fc.nat(3), (octets, styles, parts) => {
        const [a, b, c, d] = octets;
        // One to four parts; the last one takes the remaining bits.
        const numbers =
          [[a, b, c, d], [a, b, c * 256 + d], [a, (b * 256 + c) * 256 + d], [((a * 256 + b) * 256 + c) * 256 + d]][parts] ?? [];
        const host = numbers.map((number, at) => part(number, styles[at] ?? 0)).join('.');
        expect(outcome(`http://${host}/`)).toBe('url-private');
        expect(outcome(`http://[::ffff:${octets.join('.')}]/`)).toBe('url-private');
        expect(isPrivateAddress(octets.join('.'))).toBe(true);
      }),
    );
  });
});

describe('isPrivateAddress', () => {
  test.each([
    '8.8.8.8',
    '1.1.1.1',
    '172.15.255.255',
    '172.32.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '192.169.0.1',
    '223.255.255.255',
    '2606:4700::1111',
    '::ffff:8.8.8.8',
  ])('accepts %s as open', (ip) => {
    expect(isPrivateAddress(ip)).toBe(false);
  });

  test.each([
    '10.0.0.0',
    '100.64.0.0',
    '100.127.255.255',
    '172.16.0.0',
    '192.0.0.192',
    '240.0.0.1',
    'fe80::1%eth0',
    'fc00::',
    '::ffff:10.1.2.3',
    '2001:db8::1',
    '3fff::1',
  ])('reports %s as closed', (ip) => {
    expect(isPrivateAddress(ip)).toBe(true);
  });

  test.each(['', 'example.com', '1.2.3.4.5', '256.1.1.1', ':::', '[::1', '12345::'])(
    'HOSTILE 19: treats %j as closed, because it isn’t an address',
    (ip) => {
      expect(isPrivateAddress(ip)).toBe(true);
    },
  );
});

describe('PORTAGE_EGRESS_ALLOW', () => {
  test('opens the named host and port only', () => {
    const allow = ' 127.0.0.1:9000 , simulator.internal:*,[::1]:8080,';
    expect(outcome('http://127.0.0.1:9000/hook', allow)).toBe('ok');
    expect(outcome('http://127.0.0.1:9001/hook', allow)).toBe('url-private');
    expect(outcome('http://127.0.0.2:9000/hook', allow)).toBe('url-private');
    expect(outcome('https://simulator.internal/', allow)).toBe('ok');
    expect(outcome('http://simulator.internal.:81/', allow)).toBe('ok');
    expect(outcome('http://evil.simulator.internal/', allow)).toBe('url-private');
    expect(outcome('http://[0::1]:8080/', allow)).toBe('ok');
  });

  test('knows the default ports, and a target in any spelling', () => {
    expect(outcome('http://localhost/', 'localhost:80')).toBe('ok');
    expect(outcome('https://localhost/', 'localhost:80')).toBe('url-private');
    expect(outcome('https://localhost/', 'LOCALHOST:443')).toBe('ok');
    expect(outcome('http://2130706433:9000/', '0x7f.1:9000')).toBe('ok');
  });

  test('HOSTILE 19: waives neither the scheme nor the ban on credentials', () => {
    expect(outcome('ftp://localhost/', 'localhost:*')).toBe('url-scheme');
    expect(outcome('http://user@localhost/', 'localhost:*')).toBe('url-credentials');
  });

  test('says whether a call is only allowed by the list', () => {
    expect(checkOutgoingUrl('http://localhost:1234/', parseEgressAllow('localhost:*'))).toMatchObject({ ok: true, isAllowListed: true });
    expect(checkOutgoingUrl('https://example.com/')).toMatchObject({ ok: true, isAllowListed: false });
  });

  test('is empty if it isn’t set', () => {
    expect(parseEgressAllow(undefined)).toEqual([]);
    expect(parseEgressAllow(' , ')).toEqual([]);
  });

  test.each([
    'localhost',
    'localhost:',
    'localhost:0',
    'localhost:70000',
    '*',
    '*:*',
    'a b:80',
    'http://localhost:80',
    'user@host:80',
    '::1:80',
    '999.1.1.1:80',
  ])('refuses %j by name', (entry) => {
    expect(() => parseEgressAllow(`127.0.0.1:1,${entry}`)).toThrow(`"${entry}" is not host:port`);
  });
});
