interface PathParameter extends Record<string, unknown> {
  name: string;
  in: 'path';
  required: true;
}

/** `{id}`, `:id`, `<id>`, `$ID` and `${ID}`: what documentation writes where an id goes. */
const PLACEHOLDER = /^(?:\{+([\w.-]+)\}+|:([a-z]\w*)|<([\w.-]+)>|\$\{?(\w+)\}?)$/i;
const NUMBER = /^\d+$/;
const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
/** `cus_9s6XKzkNRiz8i3`, `507f1f77bcf86cd799439011`: letters and digits, too long for a word. */
const KEY = /^(?=.*\d)(?=.*[a-z])[\w-]{12,}$/i;

/** The path of an operation: ids and placeholders become parameters, named after the part before them (`/orders/7` is `/orders/{orderId}`). */
export function readPath(segments: readonly string[]): { path: string; parameters: PathParameter[] } {
  const parameters: PathParameter[] = [];
  const parts = segments.map((encoded, index) => {
    const segment = decode(encoded);
    const written = PLACEHOLDER.exec(segment)?.slice(1).find(Boolean);
    if (written === undefined && !isId(segment)) return encoded;
    const name = uniqueName(written ?? nameAfter(segments[index - 1]), parameters);
    const type = written === undefined && NUMBER.test(segment) && segment.length < 16 ? 'integer' : 'string';
    parameters.push({
      name,
      in: 'path',
      required: true,
      schema: { type },
      ...(written === undefined ? { example: exampleOf(segment, type) } : {}),
    });
    return `{${name}}`;
  });
  return { path: `/${parts.join('/')}`, parameters };
}

function isId(segment: string): boolean {
  return NUMBER.test(segment) || UUID.test(segment) || KEY.test(segment);
}

function exampleOf(segment: string, type: string): string | number {
  return type === 'integer' ? Number(segment) : segment;
}

function nameAfter(before: string | undefined): string {
  const word = before?.replaceAll(/[^\w]+(\w)/g, (_, letter: string) => letter.toUpperCase()).replace(/[^\w]+$/, '') ?? '';
  if (!/^[a-z]/i.test(word)) return 'id';
  return `${word
    .replace(/ies$/, 'y')
    .replace(/(ss|x|ch|sh)es$/, '$1')
    .replace(/([^s])s$/, '$1')}Id`;
}

function uniqueName(name: string, others: readonly PathParameter[]): string {
  const isTaken = (candidate: string) => others.some((other) => other.name === candidate);
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? name : `${name}${count}`;
    if (!isTaken(candidate)) return candidate;
  }
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
