/** Outside sources that pages may use, if configured. */
export interface PageSettings {
  /** Address of the universal API's widget, which connector pages show in a frame (spec CONN-60). */
  API_PANDA_WIDGET_URL?: string;
  /** Plaid Link's script, for the one page that runs it; if omitted, Plaid's own address. */
  PLAID_LINK_URL?: string;
  PLAID_ENVIRONMENT?: string;
  /** Services that pages report to (shell/src/integrations); their addresses are allowed if they are set. */
  SEGMENT_ANALYTICS_WRITE_KEY?: string;
  APP_INSIGHTS_INSTRUMENTATION_KEY?: string;
  /** The page of a chat service, shown in a frame. */
  CHAT_WIDGET_URL?: string;
}

const PLAID_LINK_URL = 'https://cdn.plaid.com/link/v2/stable/link-initialize.js';
/** The only page that runs a third-party script, for Plaid Link. It is loaded separately. */
const PLAID_PAGE = '/connectors/plaid';
/** Windows for a system's sign-in page. They report back to the window that opened them. */
const POPUP_PAGES = ['/connectors/addPopup', '/connector-created', PLAID_PAGE];

/**
 * The policy of a Portage page. Scripts come from the page's own origin only (areas are served from it too). Styles may also be inside the
 * page, because styled-components and the script editor write them there.
 */
function contentSecurityPolicy({
  script = '',
  connect = '',
  frames = [],
}: {
  script?: string;
  connect?: string;
  frames?: readonly string[];
}): string {
  return [
    "default-src 'none'",
    `script-src 'self'${script && ` ${script}`}`,
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self'",
    "img-src 'self' data: blob:",
    `connect-src 'self'${connect && ` ${connect}`}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    ...(frames.length > 0 ? [`frame-src ${frames.join(' ')}`] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Sent with every response. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': contentSecurityPolicy({}),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // A reset link has its token in the address.
  'referrer-policy': 'same-origin',
  // Connecting a system opens its sign-in in a window that reports back.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  // No other site can embed Portage's files as its own.
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/** Additions for single pages: the widget's frame, Plaid's script on Plaid's page, an opener for popups. */
export function pageHeaders(path: string, settings: PageSettings): Record<string, string> {
  const widget = parseOrigins(settings.API_PANDA_WIDGET_URL);
  const { connect, frames } = collectIntegrations(path, settings, widget);
  const headers: Record<string, string> = {};
  const page = path.replace(/\/+$/, '');
  if (POPUP_PAGES.includes(page)) headers['cross-origin-opener-policy'] = 'unsafe-none';
  if (page === PLAID_PAGE) {
    const script = new URL(settings.PLAID_LINK_URL || PLAID_LINK_URL);
    const environment = /^[a-z]+$/.test(settings.PLAID_ENVIRONMENT ?? '') ? settings.PLAID_ENVIRONMENT : 'sandbox';
    headers['content-security-policy'] = contentSecurityPolicy({
      script: script.origin + script.pathname,
      connect: [`https://${environment}.plaid.com`, ...connect].join(' '),
      frames: [script.origin, ...frames],
    });
  } else if (frames.length > 0 || connect.length > 0) {
    headers['content-security-policy'] = contentSecurityPolicy({ connect: connect.join(' '), frames });
  }
  return headers;
}

/** Navigating without a reload keeps the first page's policy, so all pages have the same one except the popup, which uses none of this. */
function collectIntegrations(path: string, settings: PageSettings, widget: readonly string[]): { connect: string[]; frames: string[] } {
  if (path.replace(/\/+$/, '') === '/connectors/addPopup') return { connect: [], frames: [...widget] };
  return {
    connect: [
      ...(settings.SEGMENT_ANALYTICS_WRITE_KEY ? ['https://api.segment.io'] : []),
      ...(settings.APP_INSIGHTS_INSTRUMENTATION_KEY ? ['https://dc.services.visualstudio.com'] : []),
    ],
    frames: [...new Set([...widget, ...parseOrigins(settings.CHAT_WIDGET_URL)])],
  };
}

function parseOrigins(text: string | undefined): string[] {
  return text && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? [new URL(text).origin] : [];
}
