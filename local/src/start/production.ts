import { isIP } from 'node:net';
import type { SmtpSettings } from '../mail/smtp.ts';
import { StartError } from '../start-error.ts';

/** Settings of `npm run serve` (docs/self-host.md); `npm start` has none. */
export interface Production {
  /** The address that people use, without a trailing slash. */
  origin: string;
  /** The address that the port listens on. */
  listen: string;
  /** Addresses and networks (`10.0.0.0/8`) whose `X-Forwarded-For` is believed. */
  trustedProxies: string[];
  /** Null: Portage sends no mail. */
  mail: ProductionMail | null;
}

export type ProductionMail =
  | ({ kind: 'smtp' } & SmtpSettings)
  /** The API's own variables for an HTTP mail service. */
  | { kind: 'api'; variables: Record<string, string> };

/** Settings that only `npm run serve` reads. */
const OWN = ['PORTAGE_ORIGIN', 'PORTAGE_LISTEN', 'PORTAGE_TRUSTED_PROXIES'];
/** Settings that it shares with `npm start`, or that its launcher sets. */
const SHARED = [
  'PORTAGE_DATA_DIR',
  'PORTAGE_EGRESS_ALLOW',
  'PORTAGE_ENVIRONMENT',
  'PORTAGE_HOSTS',
  'PORTAGE_START_TIMINGS',
  'PORTAGE_STEP_DATA_DAYS',
  'PORTAGE_WORKERD',
  'PORTAGE_WORKERD_PID_FILE',
];
/** The commands next to it read these. */
const COMMANDS =
  /^PORTAGE_(URL|DEPLOY_TOKEN|BACKUP_[A-Z_]+|(STAGING|PRODUCTION)_(URL|DEPLOY_TOKEN)|[A-Z0-9_]+_(CLIENT_ID|CLIENT_SECRET|WEBHOOK_TOKEN))$/;
const LAPTOP_ONLY = /^PORTAGE_(ADMIN_EMAIL|ADMIN_PASSWORD|DEMO_PASSWORD|SEED_DEMO|SIMULATE|DEVELOPMENT_AREA)$/;
export const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/** @throws StartError that names the missing, invalid or unknown variable */
export function readProduction(env: NodeJS.ProcessEnv): Production {
  for (const name of Object.keys(env)) {
    if (!name.startsWith('PORTAGE_') || OWN.includes(name) || SHARED.includes(name) || COMMANDS.test(name)) continue;
    throw new StartError(
      LAPTOP_ONLY.test(name)
        ? `${name} is a setting of npm start: npm run serve has no sample accounts and no simulators. Remove it.`
        : `${name} isn't a setting of Portage: check its spelling against docs/settings.md, or remove it.`,
    );
  }
  return {
    origin: readOrigin(env.PORTAGE_ORIGIN),
    listen: readListen(env.PORTAGE_LISTEN || '127.0.0.1'),
    trustedProxies: readProxies(env.PORTAGE_TRUSTED_PROXIES ?? ''),
    mail: readMail(env),
  };
}

function readMail({ SMTP_URL, MAIL_API_URL, MAIL_API_KEY, MAIL_FROM }: NodeJS.ProcessEnv): ProductionMail | null {
  if (!SMTP_URL && !MAIL_API_URL) return null;
  if (SMTP_URL && MAIL_API_URL) throw new StartError('SMTP_URL and MAIL_API_URL are both set: keep the one that mail goes through.');
  if (!MAIL_FROM?.includes('@')) throw new StartError('MAIL_FROM must be the sender of mail, such as Portage <portage@example.com>.');
  if (SMTP_URL) {
    const { protocol, hostname, password } = new URL(URL.canParse(SMTP_URL) ? SMTP_URL : 'invalid:');
    // Otherwise somebody on the way could take STARTTLS out of what the server offers, and read the password.
    const requiresTls = protocol === 'smtp:' && password !== '' && !LOOPBACK_NAMES.includes(hostname);
    if (/^smtps?:$/.test(protocol) && hostname) return { kind: 'smtp', url: SMTP_URL, from: MAIL_FROM, requiresTls };
    throw new StartError('SMTP_URL must look like smtps://user:password@smtp.example.com:465, with special characters percent-encoded.');
  }
  if (!URL.canParse(MAIL_API_URL ?? '') || !/^https?:$/.test(new URL(MAIL_API_URL ?? '').protocol))
    throw new StartError('MAIL_API_URL must be an https address.');
  return { kind: 'api', variables: { MAIL_API_URL: MAIL_API_URL ?? '', MAIL_FROM, ...(MAIL_API_KEY ? { MAIL_API_KEY } : {}) } };
}

function readOrigin(text: string | undefined): string {
  if (!text) throw new StartError('PORTAGE_ORIGIN is missing: set it to the address that people use, such as https://portage.example.com.');
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/` || url.username !== '') {
    throw new StartError(`PORTAGE_ORIGIN must look like https://portage.example.com, without a path, not "${text}".`);
  }
  if (url.protocol === 'http:' && !LOOPBACK_NAMES.includes(url.hostname)) {
    throw new StartError(
      'PORTAGE_ORIGIN must begin with https://: passwords would cross the network unencrypted. Only localhost may use http://.',
    );
  }
  return url.origin;
}

/** Portage itself calls the port at 127.0.0.1. */
function readListen(text: string): string {
  if (['127.0.0.1', '0.0.0.0'].includes(text)) return text;
  throw new StartError(`PORTAGE_LISTEN must be 127.0.0.1 or, in a private network of containers, 0.0.0.0, not "${text}".`);
}

function readProxies(text: string): string[] {
  const entries = text.split(',').map((entry) => entry.trim());
  return entries.filter(Boolean).map((entry) => {
    const [address = '', bits, ...rest] = entry.split('/');
    const most = isIP(address) === 6 ? 128 : 32;
    const isNetwork = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
    // No caller has a zone (`%eth0`), and one that is written as ::ffff:10.0.0.1 is compared as 10.0.0.1.
    const isComparable = isIP(address) !== 0 && !/%|^::ffff:/i.test(address);
    if (isComparable && isNetwork && rest.length === 0) return entry;
    throw new StartError(
      `PORTAGE_TRUSTED_PROXIES takes addresses and networks such as 127.0.0.1 or 10.0.0.0/8, separated by commas, not "${entry}".`,
    );
  });
}
