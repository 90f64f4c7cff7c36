import type { Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';

import type { Session } from './session.ts';
import type { StoredUser } from './stored-user.ts';

const REFERRAL_KEY = 'refCode';

/** The code under which a person was referred to Portage; read only from local storage (spec AUTH-18, SHELL-20). */
function readReferralCode(storage: Storage | null): string | undefined {
  return storage?.getItem(REFERRAL_KEY) || undefined;
}

/** The code is used up once a sign-in or sign-up has sent it. */
function clearReferralCode(storage: Storage | null): void {
  storage?.removeItem(REFERRAL_KEY);
}

export interface Credentials {
  email: string;
  password: string;
}

export interface NewAccount extends Credentials {
  firstName: string;
  lastName: string;
  /** From the link of a new Portage: the account becomes its first admin. */
  firstAdminToken?: string;
}

export interface AccountsSettings {
  /** Without the session's token and its handling of 401: a wrong password doesn't end a session. */
  api: Client<Calls>;
  session: Session;
  storage: Storage | null;
  /** Called before the user is stored, so that the guards already know where this person goes. */
  onEnter(user: StoredUser, entry: Entry): void;
}

export interface Entry {
  isNew: boolean;
  templateId: string | null;
}

type Choice = Pick<Entry, 'templateId'>;

/** Sign-in and sign-up (spec AUTH-16..18). */
export class Accounts {
  readonly #settings: AccountsSettings;

  constructor(settings: AccountsSettings) {
    this.#settings = settings;
  }

  /** @throws ApiError; then nobody is signed in (spec AUTH-17). */
  async signIn(credentials: Credentials, choice: Choice): Promise<void> {
    await this.#enter({ ...choice, isNew: false }, (refCode) =>
      this.#settings.api('POST /api/users/signin', { body: { ...credentials, ...refCode } }),
    );
  }

  /** @throws ApiError; then nobody is signed in (spec AUTH-17). */
  async signUp(account: NewAccount, choice: Choice): Promise<void> {
    await this.#enter({ ...choice, isNew: true }, (refCode) =>
      this.#settings.api('POST /api/users/signup', { body: { ...account, ...refCode } }),
    );
  }

  async #enter(
    entry: Entry,
    call: (refCode: { refCode?: string }) => Promise<{ user: Omit<StoredUser, 'hasWorkflow'>; hasWorkflow: boolean }>,
  ): Promise<void> {
    const { session, storage, onEnter } = this.#settings;
    const refCode = readReferralCode(storage);
    try {
      const { user, hasWorkflow } = await call(refCode ? { refCode } : {});
      const stored = { ...user, hasWorkflow };
      clearReferralCode(storage);
      onEnter(stored, entry);
      session.signIn(stored);
    } catch (error) {
      session.clear();
      throw error;
    }
  }
}
