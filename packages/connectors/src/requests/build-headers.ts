import { HEADER_NAME, HEADER_VALUE, isConnectionHeader } from '@portage/primitives/http';
import { isJsonType } from '@portage/primitives/wire';
import { type GivenParameter, hasControlCharacter } from './build-url.ts';
import { addProblem, type ProblemList } from './request-error.ts';
import { encodeStrict, serializePairs, serializeSimple } from './serialize-parameter.ts';

/** A request's headers, including cookies. Refuses line breaks and other characters that headers can't contain (HOSTILE 21). */
export function buildHeaders(given: readonly GivenParameter[], problems: ProblemList): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const { parameter, value, path, content } of given) {
    if (parameter.place !== 'header') continue;
    const isJson = content !== undefined && isJsonType(parameter.contentType ?? '');
    const text = isJson ? inAscii(content) : (content ?? serializeSimple(value, parameter.explode, parameter.style)).trim();
    if (!HEADER_NAME.test(parameter.name)) addProblem(problems, path, 'is not a name that a header can have.');
    // Length and host may be named if they are what is sent anyway: the gate for outgoing calls compares them.
    else if (isConnectionHeader(parameter.name) && !/^(?:content-length|host)$/i.test(parameter.name))
      addProblem(problems, path, 'cannot be set: the connection sets it by itself.');
    else if (hasControlCharacter(text)) addProblem(problems, path, 'must not contain line breaks or control characters.');
    else if (!HEADER_VALUE.test(text)) addProblem(problems, path, 'contains characters that a header cannot carry.');
    else headers[/^cookie$/i.test(parameter.name) ? 'Cookie' : parameter.name] = text;
  }
  const cookies = given
    .filter(({ parameter }) => parameter.place === 'cookie')
    .flatMap(({ parameter, value, path, content }) => {
      const { name, style, explode } = parameter;
      if (content !== undefined) return [[encodeStrict(name), encodeStrict(content)] as const];
      const pairs = serializePairs(name, value, style, explode, style === 'cookie' ? (text) => text : encodeStrict);
      // OpenAPI 3.2: this style writes a cookie unencoded, so it must be a valid one.
      if (style === 'cookie' && pairs.some((pair) => !/^[!-+\--:<-~]*$/.test(pair.join('='))))
        addProblem(problems, path, 'contains characters that a cookie cannot carry.');
      return pairs;
    });
  const pairs = cookies.map(([name, value]) => `${name}=${value}`);
  if (pairs.length > 0) headers.Cookie = [headers.Cookie, ...pairs].filter(Boolean).join('; ');
  return headers;
}

/** Escapes non-ASCII characters in JSON, so that a header can carry it. */
function inAscii(json: string): string {
  return json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
