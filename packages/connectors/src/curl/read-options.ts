import { CurlError } from './split-commands.ts';

export interface FormPart {
  name: string;
  /** Null: a file. */
  value: string | null;
}

/** One curl command in its parts. */
export interface CurlCommand {
  method: string;
  url: string;
  headers: [name: string, value: string][];
  /** The body as it would be sent, or the parts of a multipart form. */
  body: string | FormPart[] | null;
  basic: { username: string; password: string } | null;
  bearer: string | null;
}

/** Options by what they mean here. A short one has its long name. */
const SHORT: Readonly<Record<string, string>> = {
  ...{ X: 'request', H: 'header', d: 'data', F: 'form', u: 'user', A: 'user-agent', b: 'cookie', e: 'referer', G: 'get', I: 'head' },
  ...{ o: 'output', m: 'max-time', x: 'proxy', T: 'upload-file', K: 'config', E: 'cert', c: 'cookie-jar', w: 'write-out', r: 'range' },
  ...{
    D: 'dump-header',
    U: 'proxy-user',
    y: 'speed-time',
    Y: 'speed-limit',
    z: 'time-cond',
    C: 'continue-at',
    P: 'ftp-port',
    t: 'telnet-option',
  },
  ...{ s: 'silent', S: 'show-error', L: 'location', k: 'insecure', i: 'include', v: 'verbose', f: 'fail', g: 'globoff', n: 'netrc' },
  ...{
    N: 'no-buffer',
    O: 'remote-name',
    a: 'append',
    '#': 'progress-bar',
    j: 'junk-session-cookies',
    J: 'remote-header-name',
    q: 'disable',
  },
  ...{
    p: 'proxytunnel',
    R: 'remote-time',
    Z: 'parallel',
    '0': 'http1.0',
    '1': 'tlsv1',
    '2': 'sslv2',
    '3': 'sslv3',
    '4': 'ipv4',
    '6': 'ipv6',
  },
};
/** With a value that says nothing about the API. */
const IGNORED_WITH_VALUE = new Set([
  ...['output', 'max-time', 'connect-timeout', 'proxy', 'proxy-user', 'cookie-jar', 'write-out', 'range', 'dump-header', 'speed-time'],
  ...['speed-limit', 'time-cond', 'continue-at', 'retry', 'retry-delay', 'retry-max-time', 'max-redirs', 'cacert', 'capath', 'ciphers'],
  ...['resolve', 'connect-to', 'interface', 'limit-rate', 'noproxy', 'tls-max', 'max-filesize', 'keepalive-time', 'stderr', 'trace'],
  ...['trace-ascii', 'dns-servers', 'user-agent', 'referer', 'cookie', 'ftp-port', 'telnet-option'],
]);
const IGNORED = new Set([
  ...['silent', 'show-error', 'location', 'location-trusted', 'insecure', 'include', 'show-headers', 'verbose', 'fail', 'fail-with-body'],
  ...[
    'globoff',
    'no-buffer',
    'remote-name',
    'append',
    'progress-bar',
    'junk-session-cookies',
    'remote-header-name',
    'disable',
    'proxytunnel',
  ],
  ...[
    'remote-time',
    'parallel',
    'http1.0',
    'http1.1',
    'http2',
    'http2-prior-knowledge',
    'http3',
    'tlsv1',
    'tlsv1.2',
    'tlsv1.3',
    'sslv2',
    'sslv3',
  ],
  ...[
    'ipv4',
    'ipv6',
    'compressed',
    'raw',
    'no-progress-meter',
    'create-dirs',
    'path-as-is',
    'retry-all-errors',
    'retry-connrefused',
    'basic',
  ],
  ...[
    'tcp-nodelay',
    'ssl-reqd',
    'no-keepalive',
    'anyauth',
    'styled-output',
    'ssl-no-revoke',
    'ntlm-wb',
    'next',
    'post301',
    'post302',
    'post303',
  ],
]);
const REFUSED: Readonly<Record<string, string>> = {
  'upload-file': 'sends a file as the whole body. Use -d with its content instead.',
  config: 'reads options from a file. Put them into the command instead.',
  netrc: 'reads the password from a file. Use -u with user name and password instead.',
  cert: 'signs in with a client certificate, which connectors don’t support.',
  key: 'signs in with a client certificate, which connectors don’t support.',
  digest: 'signs in with Digest, which connectors don’t support.',
  ntlm: 'signs in with NTLM, which connectors don’t support.',
  negotiate: 'signs in with Kerberos, which connectors don’t support.',
  'aws-sigv4': 'signs calls for Amazon, which connectors don’t support.',
};
const WITH_VALUE = new Set([
  ...['request', 'header', 'data', 'data-raw', 'data-ascii', 'data-binary', 'data-urlencode', 'json', 'form', 'form-string', 'user'],
  ...['url', 'url-query', 'oauth2-bearer'],
]);

interface Draft {
  method: string | null;
  urls: string[];
  queries: string[];
  headers: [string, string][];
  data: string[];
  json: string[];
  parts: FormPart[];
  isGet: boolean;
  isHead: boolean;
  user: string | null;
  bearer: string | null;
}

/** Reads the words of a command that begins with `curl`. @throws CurlError */
export function readOptions(words: readonly string[]): CurlCommand {
  const draft: Draft = {
    ...{ method: null, urls: [], queries: [], headers: [], data: [], json: [], parts: [] },
    ...{ isGet: false, isHead: false, user: null, bearer: null },
  };
  const rest = words.slice(1);
  for (let at = 0; at < rest.length; at += 1) {
    const word = rest[at] ?? '';
    const take = () => {
      at += 1;
      const value = rest[at];
      if (value === undefined) throw new CurlError(`The option ${word} has no value. Paste the whole command.`);
      return value;
    };
    if (word.startsWith('--') && word !== '--') applyOption(draft, word.slice(2), word, take);
    else if (word.startsWith('-') && word.length > 1) applyShort(draft, word, take);
    else if (word !== '--') draft.urls.push(word);
  }
  return finish(draft);
}

/** Short options may share one dash, and the value of the last may follow it directly: `-sSXPOST`. */
function applyShort(draft: Draft, word: string, take: () => string): void {
  for (let at = 1; at < word.length; at += 1) {
    const name = SHORT[word[at] ?? ''];
    const shown = `-${word[at]}`;
    if (name === undefined) throw unknownOption(shown);
    const hasValue = WITH_VALUE.has(name) || IGNORED_WITH_VALUE.has(name);
    const attached = word.slice(at + 1);
    applyOption(draft, name, shown, () => (attached === '' ? take() : attached));
    if (hasValue) return;
  }
}

function applyOption(draft: Draft, name: string, shown: string, take: () => string): void {
  if (Object.hasOwn(REFUSED, name)) throw new CurlError(`The option ${shown} ${REFUSED[name]}`);
  if (IGNORED_WITH_VALUE.has(name)) {
    take();
    return;
  }
  switch (name) {
    case 'request':
      draft.method = take().toUpperCase();
      return;
    case 'header':
      draft.headers.push(...readHeader(take()));
      return;
    case 'data':
    case 'data-ascii':
    case 'data-binary':
      draft.data.push(withoutFile(take(), shown));
      return;
    case 'data-raw':
      draft.data.push(take());
      return;
    case 'data-urlencode':
      draft.data.push(encodeData(take(), shown));
      return;
    case 'json':
      draft.json.push(withoutFile(take(), shown));
      return;
    case 'form':
    case 'form-string':
      draft.parts.push(readPart(take(), name === 'form'));
      return;
    case 'user':
      draft.user = take();
      return;
    case 'url':
      draft.urls.push(take());
      return;
    case 'url-query':
      draft.queries.push(take());
      return;
    case 'oauth2-bearer':
      draft.bearer = take();
      return;
    case 'get':
      draft.isGet = true;
      return;
    case 'head':
      draft.isHead = true;
      return;
    default:
      if (!IGNORED.has(name)) throw unknownOption(shown);
  }
}

function unknownOption(shown: string): CurlError {
  return new CurlError(`The option ${shown} isn’t known here. Remove it, and paste the command again.`);
}

function readHeader(text: string): [string, string][] {
  const [, name = '', value = ''] = /^([^:;]+)[:;]\s*(.*)$/s.exec(text) ?? [];
  return name === '' ? [] : [[name.trim(), value.trim()]];
}

function withoutFile(value: string, shown: string): string {
  if (!value.startsWith('@')) return value;
  const from = value === '@-' ? 'its standard input' : `the file ${value.slice(1)}`;
  throw new CurlError(`${shown} ${value} reads ${from}, which isn’t here. Put its content into the command instead.`);
}

function encodeData(value: string, shown: string): string {
  const [, name = '', mark = '', content = ''] = /^([^=@]*)([=@]?)(.*)$/s.exec(value) ?? [];
  if (mark === '@') return withoutFile(`@${content}`, shown);
  return mark === '' ? encodeURIComponent(name) : `${name === '' ? '' : `${name}=`}${encodeURIComponent(content)}`;
}

function readPart(text: string, mayBeFile: boolean): FormPart {
  const [, name = '', value = ''] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name === '') throw new CurlError(`“${text.slice(0, 40)}” isn’t a form field: it needs a name and a value, such as -F name=value.`);
  if (mayBeFile && value.startsWith('@')) return { name, value: null };
  if (mayBeFile && value.startsWith('<')) return { name, value: withoutFile(`@${value.slice(1)}`, '-F') };
  return { name, value: mayBeFile ? value.replace(/;type=[^;]+$/, '') : value };
}

function finish(draft: Draft): CurlCommand {
  const [address, ...others] = draft.urls;
  if (address === undefined) throw new CurlError('A command has no address. Paste the whole command.');
  if (others.length > 0) {
    throw new CurlError(
      `A command has more than one address: ${draft.urls.slice(0, 3).join(', ')}. Put quotes around an address with spaces.`,
    );
  }
  const headers = [...draft.headers];
  const hasHeader = (name: string) => headers.some(([other]) => other.toLowerCase() === name);
  if (draft.json.length > 0 && !hasHeader('content-type')) headers.push(['Content-Type', 'application/json']);
  const data = draft.json.length > 0 ? draft.json.join('') : draft.data.length > 0 ? draft.data.join('&') : null;
  const query = [...draft.queries, ...(draft.isGet && data !== null ? [data] : [])];
  const body = draft.isGet ? null : draft.parts.length > 0 ? draft.parts : data;
  const { url, user } = readAddress(address, query);
  return {
    method: draft.method ?? (draft.isHead ? 'HEAD' : body === null ? 'GET' : 'POST'),
    url,
    headers,
    body,
    basic: readBasic(draft.user ?? user, headers),
    bearer: draft.bearer ?? readBearer(headers),
  };
}

/** An address without a scheme is taken for a safe one. */
function readAddress(address: string, query: readonly string[]): { url: string; user: string | null } {
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(address) ? address : `https://${address}`;
  const [, scheme = '', user = null, rest = ''] = /^(https?:\/\/)(?:([^/?#@]*)@)?(.*)$/is.exec(whole) ?? [];
  if (scheme === '' || rest === '') throw new CurlError(`“${address.slice(0, 100)}” isn’t a web address.`);
  const url = `${scheme.toLowerCase()}${rest.replace(/#.*$/s, '')}`;
  return { url: query.reduce((all, one) => `${all}${all.includes('?') ? '&' : '?'}${one}`, url), user: user && decodePart(user) };
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function readBasic(user: string | null, headers: CurlCommand['headers']): CurlCommand['basic'] {
  const text = user ?? decodeBasic(authorizationHeader(headers)?.match(/^basic\s+(\S+)$/i)?.[1]);
  if (text === null) return null;
  const colon = text.indexOf(':');
  return colon === -1 ? { username: text, password: '' } : { username: text.slice(0, colon), password: text.slice(colon + 1) };
}

function decodeBasic(encoded: string | undefined): string | null {
  if (encoded === undefined) return null;
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0)));
  } catch {
    // A placeholder such as $CREDENTIALS: the person enters both.
    return ':';
  }
}

function readBearer(headers: CurlCommand['headers']): string | null {
  return authorizationHeader(headers)?.match(/^bearer\s+(.+)$/is)?.[1] ?? null;
}

function authorizationHeader(headers: CurlCommand['headers']): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1];
}
