/** What an API key may be used for. Every call that accepts keys accepts one of these; `GET /api/openapi.json` says which. */
export const apiKeyScopes = ['read', 'run', 'manage'] as const;
export type ApiKeyScope = (typeof apiKeyScopes)[number];

/** API keys begin with this, so that people and secret scanners recognise a leaked one. */
export const API_KEY_PREFIX = 'portage_';

/** `portage_`, 43 digits of the secret and 6 of its checksum, all in base 62. */
export const API_KEY_PATTERN = /\bportage_[0-9A-Za-z]{49}\b/g;

/** Keys that one person may have. */
export const MAX_API_KEYS = 20;
