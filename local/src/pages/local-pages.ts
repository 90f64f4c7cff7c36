import { Response } from 'miniflare';
import type { LocalHandler } from './local-handler.ts';

type LocalRequest = Parameters<LocalHandler>[0];

/** Local pages are as sensitive as a password: links from mails, records, codes. */
const NEVER_STORED = { 'cache-control': 'no-store' };

/** Another site can point its own host name here (DNS rebinding); it must not read anything that way. */
const OWN_NAMES = ['localhost', '127.0.0.1', '[::1]'];

export type LocalPage = (request: LocalRequest, url: URL) => Promise<InstanceType<typeof Response> | null>;

/** Serves `/local/*`, only under this machine's own names. Its own pages and programs may change things; pages of other sites may not. */
export function localPagesHandler(pages: readonly LocalPage[]): LocalHandler {
  return async (request) => {
    const url = new URL(request.url);
    if (!OWN_NAMES.includes(url.hostname)) return notFound();
    if (request.method !== 'GET' && isOfOtherSite(request, url)) {
      return Response.json({ errors: [problem('Only pages of this Portage may do this.', 'other-site')] }, { status: 403 });
    }
    for (const page of pages) {
      const answer = await page(request, url);
      if (answer) return answer;
    }
    return notFound();
  };
}

/** Browsers say where a call comes from; programs don't. */
function isOfOtherSite({ headers }: LocalRequest, url: URL): boolean {
  const origin = headers.get('origin');
  const site = headers.get('sec-fetch-site');
  return (
    (origin !== null && (!URL.canParse(origin) || new URL(origin).host !== url.host)) ||
    (site !== null && site !== 'same-origin' && site !== 'none')
  );
}

export function asksForJson({ headers }: LocalRequest): boolean {
  return /\bapplication\/json\b/.test(headers.get('accept') ?? '');
}

export function jsonPage(value: unknown, status = 200) {
  return Response.json(value, { status, headers: NEVER_STORED });
}

export function problemPage(status: number, message: string, code = 'validation') {
  return jsonPage({ errors: [problem(message, code)] }, status);
}

export function toHtmlResponse(text: string, status = 200) {
  return new Response(text, { status, headers: { 'content-type': 'text/html; charset=utf-8', ...NEVER_STORED } });
}

export function seeOther(location: string) {
  return new Response(null, { status: 303, headers: { location, ...NEVER_STORED } });
}

function problem(message: string, code: string) {
  return { userMessage: message, message, code };
}

function notFound() {
  return new Response('Not found', { status: 404 });
}
