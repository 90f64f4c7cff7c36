import { describeSetPart, type HookKind } from '@portage/contracts';
import type { HookEvent } from '@portage/database';
import { cutText } from '@portage/primitives/cut-text';

const WORDS: Readonly<Record<string, string>> = {
  Deployed: 'deployed',
  RolledBack: 'rolled back',
  Canary: 'canary changed',
  CanaryEnded: 'canary ended',
  FellBack: 'rolled back automatically',
  Removed: 'removed',
};
/** Slack's limit for the text of a block is 3,000. */
const LONGEST_TEXT = 2_900;

/** `Set 41: billing rolled back`. */
export function describeHookEvent({ set, action, changes }: HookEvent): string {
  if (set === null) return 'Test of a hook for deployments';
  return `Set ${set}: ${changes.map(({ name }) => name).join(', ')} ${WORDS[action] ?? 'changed'}`;
}

/** What a hook of a kind is sent, as JSON. @param origin of Portage's pages */
export function hookBody(kind: HookKind, event: HookEvent, at: Date, origin: string): string {
  const title = describeHookEvent(event);
  const text = describe(event);
  const link = `${origin}/admin/deployments${event.set === null ? '' : `?set=${event.set}`}`;
  switch (kind) {
    case 'Webhook':
      return JSON.stringify({
        type: event.set === null ? 'deployment.test' : 'deployment.changed',
        timestamp: at.toISOString(),
        data: { ...event, title, text, link },
      });
    case 'Slack':
      return JSON.stringify(slackBody(title, text, link));
    case 'Teams':
      return JSON.stringify(teamsBody(title, text, link));
    default:
      return kind satisfies never;
  }
}

function describe({ set, by, note, changes }: HookEvent): string {
  if (set === null) return 'It works: changes of what people get will appear here.';
  const lines = changes.map(({ name, from, to }) => `${name}: ${describeSetPart(to)}; before: ${describeSetPart(from)}`);
  return cutText([...lines, `By ${by ?? 'Portage'}`, ...(note ? [note] : [])].join('\n'), LONGEST_TEXT);
}

/** A note may quote what a browser reported, so only the link is markup. */
function slackBody(title: string, text: string, link: string) {
  return {
    text: title.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    blocks: [
      { type: 'section', text: { type: 'plain_text', text: cutText(title, LONGEST_TEXT), emoji: false } },
      { type: 'section', text: { type: 'plain_text', text, emoji: false } },
      { type: 'section', text: { type: 'mrkdwn', text: `<${link}|Open in Portage>` } },
    ],
  };
}

/** An Adaptive Card, the only format that Teams' workflows accept. Text runs aren't read as Markdown. */
function teamsBody(title: string, text: string, link: string) {
  const run = (line: string, style: object = {}) => ({ type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: line, ...style }] });
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [run(title, { weight: 'Bolder' }), ...text.split('\n').map((line) => run(line))],
          actions: [{ type: 'Action.OpenUrl', title: 'Open in Portage', url: link }],
        },
      },
    ],
  };
}
