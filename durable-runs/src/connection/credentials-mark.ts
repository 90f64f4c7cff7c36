import { formatErrorCauses, log } from '@portage/contracts/log';
import { connectHttp, noteConnection, noteLostConnection } from '@portage/database';
import type { Env } from '../env.ts';
import type { ConnectionProfile } from './connection-profile.ts';

type Marked = Pick<ConnectionProfile, 'connectorId' | 'ownerUserId'>;

interface Breakage {
  message: string;
  /** Its tokens are gone: until a person signs in again, it counts as not connected. */
  isSignInGone: boolean;
  /** False if the owner is reading the message right now. */
  isAlerted: boolean;
}

/** The only code that marks a connector as broken or clears the mark. Pages and alerts show the mark. */
export class CredentialsMark {
  readonly #env: Env;
  readonly #onChange: () => void;
  #last: Promise<unknown> = Promise.resolve();

  /** @param onChange called when the cached state of the connector is out of date */
  constructor(env: Env, onChange: () => void) {
    this.#env = env;
    this.#onChange = onChange;
  }

  async set({ connectorId, ownerUserId }: Marked, { message, isSignInGone, isAlerted }: Breakage): Promise<void> {
    await noteLostConnection(connectHttp(this.#env), ownerUserId, connectorId, { message, isSignInGone, isAlerted, at: new Date() });
    this.#onChange();
  }

  async clear({ connectorId, ownerUserId }: Marked): Promise<void> {
    await noteConnection(connectHttp(this.#env), ownerUserId, connectorId, { connectionProblem: null, testedAt: new Date() });
    this.#onChange();
  }

  /** Many calls of a step may report the same problem at once. They're handled in turn, so only the first has an effect. Never throws. */
  inTurn(connectorId: string, note: () => Promise<void>): Promise<void> {
    const turn = this.#last.then(note).catch((error: unknown) => {
      log('warn', 'The state of a connection was not recorded', { connectorId, cause: formatErrorCauses(error) });
    });
    this.#last = turn;
    return turn;
  }
}
