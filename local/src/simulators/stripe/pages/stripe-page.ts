import { htmlPage, escapeHtml as text } from '../../../pages/html.ts';
import type { SimulatedResponse } from '../../simulated-call.ts';
import { testCards } from '../test-cards.ts';

const NO_MONEY = 'This is a simulated Stripe on this machine. No money moves.';

/** A page that the real Stripe would show. @param body HTML */
export function stripePage(title: string, body: string, status = 200): SimulatedResponse {
  const html = htmlPage(title, `<main class="card"><p class="meta">${NO_MONEY}</p><h1>${text(title)}</h1>${body}</main>`, 520);
  return { status, headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }, body: html };
}

export function goTo(address: string): SimulatedResponse {
  return { status: 303, headers: { location: address, 'cache-control': 'no-store' }, body: '' };
}

export function alertText(problem: string | null): string {
  return problem === null ? '' : `<p class="card" role="alert">${text(problem)}</p>`;
}

export function cardField(chosen: string | null): string {
  const options = testCards.map(
    ({ number, label }) =>
      `<option value="${number}"${number === chosen ? ' selected' : ''}>${number.replace(/(.{4})(?=.)/g, '$1 ')} (${text(label)})</option>`,
  );
  return `<p><label>Test card <select name="card">${options.join('')}</select></label></p>`;
}
