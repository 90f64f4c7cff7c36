import type { SignatureScheme } from './signature-scheme.ts';

/** Headers that contain the secret itself. */
export const tokenHeaders = ['x-webhook-token', 'x-gitlab-token', 'x-goog-channel-token'] as const;
export const TOKEN_PARAMETER = 'token';
const BEARER = /^Bearer\s+(.+)$/i;

/**
 * The call carries the secret itself: as `Authorization: Bearer`, in its own header, or as the query parameter `token`. Weaker
 * than a signature (a person who sees one call can forge another), so it's only for systems that sign nothing.
 */
export const tokenSignature: SignatureScheme = {
  label: 'Plain token',
  algorithm: 'text',
  read(header, { url = '' }) {
    const bearer = BEARER.exec(header('authorization') ?? '')?.[1];
    const parameters = URL.canParse(url) ? new URL(url).searchParams.getAll(TOKEN_PARAMETER) : [];
    const candidates = [bearer, ...tokenHeaders.map(header), ...parameters].filter(
      (text) => text !== null && text !== undefined && text !== '',
    );
    if (candidates.length === 0) return 'missing';
    if (candidates.length > tokenHeaders.length + 2) return 'malformed';
    const encoder = new TextEncoder();
    return { signatures: candidates.map((text) => Uint8Array.from(encoder.encode(text as string))), signed: [] };
  },
};
