import type { ConnectorType } from '../connectors/api-types.ts';

/** The text after the slug in the system's address: `.myshopify.com`; null if the host doesn't start with the slug. */
export function slugEnding({ baseUrl }: Pick<ConnectorType, 'baseUrl'>): string | null {
  return /^https?:\/\/\{slug\}(\.[\w.-]+)/.exec(baseUrl ?? '')?.[1] ?? null;
}

/** What the slug is, by the address that contains it. */
export function slugHint(type: Pick<ConnectorType, 'baseUrl' | 'name'>): string | null {
  const { baseUrl, name } = type;
  const ending = slugEnding(type);
  if (ending) return `The beginning of your address at ${name}; you can paste the whole address`;
  if (/^https?:\/\/\{slug\}(?:[/:]|$)/.test(baseUrl ?? '')) return `The host to call, such as api.example.com`;
  return baseUrl?.includes('{slug}') ? `Your account’s part of the address: ${baseUrl}` : null;
}

/** Extracts the slug from what a person typed or pasted, such as their store's full address. */
export function parseSlug(text: string, type: Pick<ConnectorType, 'baseUrl'>): string {
  const ending = slugEnding(type);
  const host = /^\s*(?:https?:\/\/)?([^/?#\s]*)/i.exec(text)?.[1] ?? '';
  if (ending && host.toLowerCase().endsWith(ending)) return host.slice(0, -ending.length);
  // Shopify's own admin page has the store in its path.
  const store = ending === '.myshopify.com' ? /^\s*(?:https?:\/\/)?admin\.shopify\.com\/store\/([\w-]+)/i.exec(text)?.[1] : undefined;
  if (store) return store;
  const isHost = /^https?:\/\/\{slug\}(?:[/:]|$)/.test(type.baseUrl ?? '');
  return isHost && /^\s*https?:\/\//i.test(text) ? host : text;
}
