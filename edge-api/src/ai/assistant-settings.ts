import { notConfigured } from '../apps/not-configured.ts';
import type { Env } from '../env.ts';

const OPENAI_URL = 'https://api.openai.com/v1';

export interface AssistantSettings {
  /** Without a trailing slash. */
  baseUrl: string;
  /** Null for a self-hosted server that needs no key. */
  apiKey: string | null;
}

/** Null unless the assistant is set up with a key, or with a self-hosted server that needs no key. */
export function getAssistantSettings({ OPENAI_BASE_URL, OPENAI_API_KEY }: Env): AssistantSettings | null {
  if (!OPENAI_BASE_URL && !OPENAI_API_KEY) return null;
  return { baseUrl: (OPENAI_BASE_URL || OPENAI_URL).replace(/\/+$/, ''), apiKey: OPENAI_API_KEY || null };
}

/** @throws ApiProblem 501 with the name of the setting */
export function requireAssistant(env: Env): AssistantSettings {
  const settings = getAssistantSettings(env);
  if (!settings) throw notConfigured('The script assistant', 'OPENAI_API_KEY');
  return settings;
}
