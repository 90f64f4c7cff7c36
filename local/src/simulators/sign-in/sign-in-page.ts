import { htmlPage, escapeHtml as text } from '../../pages/html.ts';
import { type LocalPage, seeOther, toHtmlResponse } from '../../pages/local-pages.ts';
import type { RunningSystem, RunningSystems } from '../running-system.ts';

/** The query parameter with the host that the browser would have gone to, next to the system's own parameters. */
const HOST = 'portage_host';
const LONGEST_QUERY = 16_000;

/**
 * `/local/simulators/{system}/sign-in`: replaces the page where a system asks a person whether Portage may use the account.
 *
 * @param origin this Portage's: the page redirects nowhere else
 */
export function signInPages(systems: RunningSystems, origin: string): LocalPage {
  return async (request, url) => {
    const [, name] = /^\/local\/simulators\/([^/]+)\/sign-in$/.exec(url.pathname) ?? [];
    const system = systems.get(name ?? '');
    if (!system?.signIn || (request.method !== 'GET' && request.method !== 'POST') || url.search.length > LONGEST_QUERY) return null;
    const question = new URLSearchParams(url.searchParams);
    const host = question.get(HOST) ?? system.host;
    question.delete(HOST);
    const problem = findProblem(question, origin) ?? system.signIn.problemOf(question, host);
    if (problem !== null) return toHtmlResponse(refusedPage(system, problem), 400);
    if (request.method === 'GET') return toHtmlResponse(questionPage(system, host, url));
    const decision = new URLSearchParams(await request.text()).get('decision');
    return seeOther(
      wayBack(
        question,
        decision === 'allow'
          ? system.signIn.allow(question, host)
          : { error: 'access_denied', error_description: 'You did not allow the connection' },
      ),
    );
  };
}

function findProblem(question: URLSearchParams, origin: string): string | null {
  const redirectUri = question.get('redirect_uri') ?? '';
  const isOwn = URL.canParse(redirectUri) && new URL(redirectUri).origin === origin;
  return isOwn ? null : 'The address to go back to is not one of this Portage.';
}

function wayBack(question: URLSearchParams, answer: Record<string, string>): string {
  const url = new URL(question.get('redirect_uri') ?? '');
  const state = question.get('state');
  for (const [name, value] of Object.entries({ ...(state === null ? {} : { state }), ...answer })) url.searchParams.set(name, value);
  return url.href;
}

function questionPage({ title }: RunningSystem, host: string, url: URL): string {
  return htmlPage(
    `Simulated ${title}`,
    `<main class="card"><p class="meta">Simulated ${text(title)} · ${text(host)}</p>
<h1>Allow Portage to use this account?</h1>
<p>The real ${text(title)} would ask you here to sign in and to allow the connection. This one exists on this machine only: no account is needed, and nothing leaves the machine.</p>
<form method="post" action="${text(url.pathname + url.search)}" class="row">
<button class="primary" name="decision" value="allow">Allow</button>
<button name="decision" value="deny">Do not allow</button>
</form></main>`,
    480,
  );
}

function refusedPage({ title }: RunningSystem, problem: string): string {
  return htmlPage(
    `Simulated ${title}`,
    `<main class="card"><p class="meta">Simulated ${text(title)}</p><h1>${text(title)} cannot ask you</h1><p role="alert">${text(problem)}</p>
<p><a href="/connectors">Back to Connectors</a></p></main>`,
    480,
  );
}
