import { expect, test } from 'vitest';
import { readMailAddress } from './mail-address.ts';

test.for([
  ['ann@example.com', 'ann@example.com', 'ann@example.com'],
  ['Ann.Lee+x@Mail.Example.COM', 'Ann.Lee+x@Mail.Example.COM', 'Ann.Lee+x@Mail.Example.COM'],
  ["o'neil@example.co", "o'neil@example.co", "o'neil@example.co"],
  ['jürgen@exämple.de', 'jürgen@exämple.de', 'jürgen@xn--exmple-cua.de'],
  ['ju\u0308rgen@exa\u0308mple.de', 'jürgen@exämple.de', 'jürgen@xn--exmple-cua.de'],
  ['Jürgen@EXÄMPLE.de', 'jürgen@exämple.de', 'jürgen@xn--exmple-cua.de'],
  ['info@straße.de', 'info@straße.de', 'info@xn--strae-oqa.de'],
  ['用户@例子.中国', '用户@例子.中国', '用户@xn--fsqu00a.xn--fiqs8s'],
  ['δοκιμή@παράδειγμα.ελ', 'δοκιμή@παράδειγμα.ελ', 'δοκιμή@xn--hxajbheg2az3al.xn--qxam'],
  ['почта@пример.рф', 'почта@пример.рф', 'почта@xn--e1afmkfd.xn--p1ai'],
  ['a@xn--exmple-cua.de', 'a@xn--exmple-cua.de', 'a@xn--exmple-cua.de'],
  ['मेल@उदाहरण.भारत', 'मेल@उदाहरण.भारत', 'मेल@xn--p1b6ci4b4b3a.xn--h2brj9c'],
] as const)('%s is an address', ([text, address, sent]) => {
  expect(readMailAddress(text)).toEqual({ address, sent });
});

test.for([
  ...['', 'ann', '@', 'ann@', '@example.com', 'ann@localhost', 'ann@example', 'a@b@example.com', 'ann@1.2.3.4', 'ann@[1.2.3.4]'],
  ...['.ann@example.com', 'ann.@example.com', 'a..b@example.com', 'ann@-example.com', 'ann@example-.com', 'ann@.com', 'ann@example..com'],
  ...['Ann <ann@example.com>', '"ann lee"@example.com', 'ann(x)@example.com', 'ann@example.com,b@example.com', 'ann@example.com;'],
  ...['ann@example.com\r\nBcc: b@example.com', 'ann\n@example.com', 'a nn@example.com', 'ann@exa mple.com', 'ann\u00a0@example.com'],
  ...['ann@example.com/x', 'ann@example.com:25', 'ann@example.com?x', 'ann@example.com#x', 'ann@example%2ecom', 'ann@example.c_m'],
  ...['jürgen\u200b@example.de', 'jürgen@exä\u00admple.de', 'ann@exämple.de\u2028', 'jürgen\ud800@example.de', 'ann@ex／mple.de'],
  ...[`${'a'.repeat(65)}@example.com`, `${'ü'.repeat(33)}@example.com`, `a@${'b.'.repeat(130)}com`, `a@${'ü'.repeat(70)}.de`],
])('refuses %j', (text) => {
  expect(readMailAddress(text)).toBeNull();
});

test('accepts parts of the maximum length', () => {
  expect(readMailAddress(`${'ü'.repeat(32)}@example.com`)).not.toBeNull();
  expect(readMailAddress(`${'a'.repeat(64)}@${'b'.repeat(63)}.com`)).not.toBeNull();
});
