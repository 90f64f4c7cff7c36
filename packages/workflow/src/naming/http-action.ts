import type { HttpRequestStep } from '../step-types/http-request-schema.ts';

/**
 * What a request does, as its step is named: "Get orders" for a GET of `https://shop.example/api/v1/orders.json?limit=5`. Ids, versions,
 * file types and expressions in the path are passed over.
 *
 * @returns undefined if the address names nothing yet
 */
export function httpAction({ httpMethod, url }: Pick<HttpRequestStep, 'httpMethod' | 'url'>): string | undefined {
  const [, host = '', path = ''] = /^(?:https?:\/\/([^/?#$\s]+))?(\/[^?#]*)?/i.exec(url.trim()) ?? [];
  const named = path
    .split('/')
    .map((segment) => segment.replace(/\.(json|xml|csv|php)$/i, ''))
    .filter((segment) => /^\p{L}/u.test(segment) && !/^(api|rest|v\d+)$/i.test(segment))
    .map((segment) => segment.split(/[-_.]+/).filter((word) => /^\p{L}+$/u.test(word)))
    .findLast((words) => words.length > 0);
  const object = named?.join(' ') ?? host.replace(/^www\.|:\d+$/gi, '');
  const method = (httpMethod ?? 'GET').toLowerCase();
  return object === '' ? undefined : `${method.charAt(0).toUpperCase()}${method.slice(1)} ${object}`;
}
