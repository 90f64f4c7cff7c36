import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '../disk/write-durably.ts';

export interface StoredMail {
  id: string;
  receivedAt: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

export type OutgoingMail = Pick<StoredMail, 'to' | 'subject' | 'text' | 'html'>;

const KEPT = 200;

/** Stores the mail that Portage sends as files; nothing leaves this machine. */
export class Outbox {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Stores a message. @param key a second message with the same key isn't stored */
  async add(message: OutgoingMail, now: Date, key: string | null = null): Promise<StoredMail> {
    const { to, subject, text, html } = message;
    const id = key === null ? randomUUID() : createHash('sha256').update(key).digest('hex').slice(0, 32);
    await mkdir(this.#folder, { recursive: true });
    const known = key === null ? undefined : (await readdir(this.#folder)).find((name) => name.endsWith(`-${id}.json`));
    if (known) return JSON.parse(await readFile(join(this.#folder, known), 'utf8')) as StoredMail;
    const mail: StoredMail = { id, receivedAt: now.toISOString(), to, subject, text, html };
    const file = join(this.#folder, `${mail.receivedAt.replaceAll(':', '-')}-${mail.id}.json`);
    writeDurably(file, JSON.stringify(mail, null, 2), 0o600);
    return mail;
  }

  /** The mail port's. */
  readonly accept = async (message: OutgoingMail, key: string | null): Promise<string> => (await this.add(message, new Date(), key)).id;

  /** Newest first. */
  async list(): Promise<StoredMail[]> {
    const names = (await readdir(this.#folder)).filter((name) => name.endsWith('.json'));
    const newest = names.sort().reverse().slice(0, KEPT);
    return Promise.all(newest.map(async (name) => JSON.parse(await readFile(join(this.#folder, name), 'utf8')) as StoredMail));
  }
}
