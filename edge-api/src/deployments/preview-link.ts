import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Env } from '../env.ts';
import { listTokenSecrets } from '../sessions/access-token.ts';

/** What a link says of a preview, and what its signature protects. */
export interface PreviewLink {
  area: string;
  id: string;
  /** The latest end that the preview may have; it may end earlier. */
  expiresAt: Date;
}

/** Nothing else that is signed with the same secret begins with it. */
const PURPOSE = 'portage preview link';

/** @returns `billing.<id>.<seconds>.<signature>`, which stays the same for the life of the preview */
export function signPreviewLink(env: Pick<Env, 'TOKEN_SECRET'>, { area, id, expiresAt }: PreviewLink): string {
  const text = `${area}.${id}.${expiresAt.getTime() / 1_000}`;
  return `${text}.${sign(env.TOKEN_SECRET, text).toString('base64url')}`;
}

/** @returns null for everything that isn't a link of ours, to the last character; it may have expired */
export function readPreviewLink(env: Pick<Env, 'TOKEN_SECRET' | 'TOKEN_SECRET_PREVIOUS'>, link: string): PreviewLink | null {
  const [, text = '', area = '', id = '', seconds, signature = ''] = /^((\w+)\.([\da-f-]{36})\.(\d{1,12}))\.([\w-]{43})$/.exec(link) ?? [];
  const given = Buffer.from(signature, 'base64url');
  // The last of 43 characters has bits to spare: another spelling of a signature isn't ours.
  if (signature === '' || given.toString('base64url') !== signature) return null;
  const isOurs = listTokenSecrets(env).some((secret) => timingSafeEqual(sign(secret, text), given));
  return isOurs ? { area, id, expiresAt: new Date(Number(seconds) * 1_000) } : null;
}

function sign(secret: string, text: string): Buffer {
  return createHmac('sha256', secret).update(`${PURPOSE}\n${text}`).digest();
}
