import type { StoredMail } from './outbox.ts';

/** The outbox as a page without scripts; what a mail says is shown as text, its links are clickable. */
export function outboxPage(mails: StoredMail[]): string {
  const list =
    mails.length === 0
      ? '<p class="empty">Nothing was sent yet. Mail that Portage sends stays on this machine and shows up here.</p>'
      : mails.map(mailArticle).join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Outbox - Portage</title>
<style>
:root { color-scheme: light dark; font: 14px/1.45 system-ui, sans-serif; }
body { max-width: 720px; margin: 32px auto; padding: 0 16px; }
h1 { font-size: 20px; } h2 { font-size: 14px; margin: 0 0 4px; }
article { border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: 10px; padding: 16px; margin: 12px 0; }
.meta, .empty { opacity: .75; } pre { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; margin: 12px 0 0; }
</style>
</head>
<body>
<h1>Outbox</h1>
${list}
</body>
</html>
`;
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

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
