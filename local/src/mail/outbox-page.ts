import { escapeHtml, htmlPage } from '../pages/html.ts';
import type { StoredMail } from './outbox.ts';

/** Renders the outbox as a page without scripts. Mails are shown as text with clickable links. */
export function outboxPage(mails: StoredMail[]): string {
  const list =
    mails.length === 0
      ? '<p class="empty">Nothing was sent yet. Mail that Portage sends stays on this machine and shows up here.</p>'
      : mails.map(mailArticle).join('\n');
  return htmlPage('Outbox', `<h1>Outbox</h1>\n${list}`);
}

function mailArticle({ receivedAt, to, subject, text }: StoredMail): string {
  return `<article>
<h2>${escapeHtml(subject)}</h2>
<div class="meta">To ${escapeHtml(to)} · <time datetime="${escapeHtml(receivedAt)}">${escapeHtml(receivedAt.slice(0, 19).replace('T', ' '))} UTC</time></div>
<pre>${linked(text)}</pre>
</article>`;
}

function linked(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) => (index % 2 === 1 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part)))
    .join('');
}
