import { toBase64Url } from '@portage/primitives/base64';

/** AES-256 keys by id; the first one seals, all of them open. */
export interface KeyRing {
  currentKeyId: string;
  keys: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
}

const KEY_BYTES = 32;
const IV_BYTES = 12;
const FORMAT = 'v1';

/**
 * Parses a key ring: `id:base64url` of 32 bytes each, comma-separated, the current key first. To rotate, put a new key in front; values
 * that other keys sealed are resealed in the background, after which the old keys can be removed.
 *
 * @throws Error that names the invalid entry (never the key)
 */
export function parseKeyRing(text: string | undefined): KeyRing {
  const keys = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const [at, entry] of (text ?? '').split(',').entries()) {
    const [, id = '', encoded = ''] = /^\s*([\w-]{1,32}):([\w-]+={0,2})\s*$/.exec(entry) ?? [];
    const bytes = id ? fromBase64Url(encoded) : null;
    if (bytes?.length !== KEY_BYTES) throw new Error(`Entry ${at + 1} of CONNECTOR_KEYS is not "id:" and 32 bytes in base64url`);
    if (keys.has(id)) throw new Error(`CONNECTOR_KEYS has two keys with the id ${id}`);
    keys.set(id, bytes);
  }
  return { currentKeyId: [...keys.keys()][0] ?? '', keys };
}

/** Protects secrets at rest: AES-256-GCM, with the key's id next to the text, bound to the place where the text belongs. */
export class SecretBox {
  readonly #ring: KeyRing;
  readonly #imported = new Map<string, Promise<CryptoKey>>();

  constructor(ring: KeyRing) {
    this.#ring = ring;
  }

  /** @param place what the text belongs to (`connector:<id>:apiKey`): moved elsewhere, it can't be opened */
  seal(place: string, secret: string): Promise<string> {
    return this.#seal(place, secret, crypto.getRandomValues(new Uint8Array(IV_BYTES)));
  }

  /**
   * Seals the same secret to the same text while place, salt and key are the same, so that sealed texts can be compared. Anyone who can
   * have guesses sealed can confirm one: not for secrets at rest.
   */
  async sealRepeatably(place: string, secret: string, salt: string): Promise<string> {
    const bytes = this.#ring.keys.get(this.#ring.currentKeyId) ?? new Uint8Array();
    const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
    const digest = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(JSON.stringify([place, salt, secret])));
    return this.#seal(place, secret, new Uint8Array(digest, 0, IV_BYTES));
  }

  async #seal(place: string, secret: string, iv: Uint8Array<ArrayBuffer>): Promise<string> {
    const { currentKeyId } = this.#ring;
    const key = await this.#key(currentKeyId);
    const sealed = await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(place) },
      key,
      new TextEncoder().encode(secret),
    );
    return [FORMAT, currentKeyId, toBase64Url(iv), toBase64Url(new Uint8Array(sealed))].join('.');
  }

  /** @throws Error when the key is gone, or the text was changed or moved */
  async open(place: string, sealed: string): Promise<string> {
    const [format, keyId = '', iv = '', text = '', ...more] = sealed.split('.');
    if (format !== FORMAT || more.length > 0) throw new Error('A sealed secret has an unknown form');
    const key = await this.#key(keyId);
    const algorithm = { name: 'AES-GCM', iv: fromBase64Url(iv) ?? new Uint8Array(), additionalData: new TextEncoder().encode(place) };
    return new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, key, fromBase64Url(text) ?? new Uint8Array()));
  }

  /** Reseals a secret with the current key; returns the text itself if that key already sealed it. @throws as `open` does */
  async reseal(place: string, sealed: string): Promise<string> {
    return this.isCurrent(sealed) ? sealed : this.seal(place, await this.open(place, sealed));
  }

  /** Whether the current key sealed it; otherwise reseal it. */
  isCurrent(sealed: string): boolean {
    return sealed.startsWith(this.currentPrefix);
  }

  get currentPrefix(): string {
    return `${FORMAT}.${this.#ring.currentKeyId}.`;
  }

  #key(id: string): Promise<CryptoKey> {
    let imported = this.#imported.get(id);
    if (!imported) {
      const bytes = this.#ring.keys.get(id);
      if (!bytes) throw new Error(`CONNECTOR_KEYS has no key "${id}", with which a secret was sealed`);
      imported = crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
      this.#imported.set(id, imported);
    }
    return imported;
  }
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
