import { keep } from '@portage/area-kit/kept';
import { HOUR_MS } from '@portage/primitives/durations';

const PARAMETER = 'playbookTemplateId';
const KEY = 'portage:template-choice';
/** A person who comes back after half a day has another reason. */
const LIVES_MS = 12 * HOUR_MS;
const LONGEST = 200;

/** The playbook template chosen before sign-up is part of the address (spec SHELL-07, AUTH-27, AUTH-31). */
export function findTemplateChoice(url: URL): string | null {
  return url.searchParams.get(PARAMETER) || null;
}

export function withTemplateChoice(path: string, templateId: string | null): string {
  return templateId ? `${path}?${new URLSearchParams({ [PARAMETER]: templateId })}` : path;
}

/** Also stored in this tab: after a password reset or an e-mail confirmation, a person returns without it in the address. */
export class StoredTemplateChoice {
  readonly #storage: Storage | null;
  readonly #now: () => number;

  constructor(storage: Storage | null, now: () => number) {
    this.#storage = storage;
    this.#now = now;
  }

  keep(templateId: string): void {
    if (this.#storage && templateId.length <= LONGEST) keep(this.#storage, KEY, { templateId, atMs: this.#now() });
  }

  /** The stored choice; null if there is none or it is too old. */
  read(): string | null {
    try {
      const { templateId, atMs } = JSON.parse(this.#storage?.getItem(KEY) ?? '{}') as { templateId?: unknown; atMs?: unknown };
      if (typeof templateId !== 'string' || typeof atMs !== 'number' || !templateId) return null;
      const ageMs = this.#now() - atMs;
      return ageMs >= 0 && ageMs < LIVES_MS ? templateId : null;
    } catch {
      return null;
    }
  }

  /** Returns the stored choice and deletes it. */
  take(): string | null {
    const templateId = this.read();
    this.#storage?.removeItem(KEY);
    return templateId;
  }
}
