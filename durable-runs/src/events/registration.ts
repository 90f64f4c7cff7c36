import { newId } from './event-adapters.ts';
import type { EventContext } from './event-context.ts';
import { EventRefused } from './event-refused.ts';
import { pauseMs, type Removal, type Subscription, type WantedEvent } from './event-state.ts';
import { newAttempt, renew, subscribe, unregistered, unsubscribe } from './subscriptions.ts';
import { afterFailedRemoval, buildRemoval, changedNothing, problemAfter } from './transitions.ts';

/** Calls of a replaced subscription are still accepted for this long. */
const PREVIOUS_SECRET_MS = 600_000;

/** Registers, renews and removes webhooks at the system. Each action is stored before it's done. */
export class Registration {
  readonly #context: EventContext;

  constructor(context: EventContext) {
    this.#context = context;
  }

  /** @throws EventRefused with the system's message */
  async register(wanted: WantedEvent): Promise<void> {
    if (!wanted.definition.subscribe)
      return this.#context.keep({ ...this.#context.state(), subscription: unregistered(wanted), attempt: null });
    const ports = this.#context.adapters.ports(wanted.ownerUserId);
    let { attempt } = this.#context.state();
    if (attempt?.isUnknown && wanted.definition.find) {
      await unsubscribe(unregistered(wanted), ports);
      attempt = null;
    }
    attempt ??= await newAttempt(wanted, ports);
    await this.#context.adapters.connection(wanted.connectorId).hold(wanted.workflowId);
    this.#context.keep({ ...this.#context.state(), attempt: { ...attempt, isUnknown: true } });
    await this.#context.onDisk();
    try {
      await subscribe(wanted, attempt, ports, async (subscription) => {
        this.#context.keep({ ...this.#context.state(), subscription, attempt: null });
        await this.#context.onDisk();
      });
    } catch (error) {
      const state = this.#context.state();
      const { subscription } = state;
      if (subscription) {
        // It was registered but can't be used.
        this.#context.keep({
          ...state,
          subscription: null,
          removals: [...state.removals, buildRemoval(subscription, wanted, Date.now(), newId)],
        });
      } else if (error instanceof EventRefused && changedNothing(error)) this.#context.keep({ ...state, attempt: null });
      throw error;
    }
  }

  /** @returns whether it was gone at the system and has to be registered again */
  async renewWhereDue(): Promise<boolean> {
    const { wanted, subscription } = this.#context.state();
    if (!wanted || !subscription || subscription.renewsAtMs === null || subscription.renewsAtMs > Date.now()) return false;
    try {
      if (subscription.definition.renew?.call) {
        const renewed = await renew(subscription, this.#context.adapters.ports(wanted.ownerUserId));
        this.#context.keep({ ...this.#context.state(), subscription: renewed, problem: null });
        return false;
      }
      await this.#replace(wanted, subscription);
      return false;
    } catch (error) {
      if (!(error instanceof EventRefused)) throw error;
      const isGone = error.status === 404 || error.status === 410;
      const state = this.#context.state();
      const pause = pauseMs((state.problem?.attempts ?? 0) + 1, error.retryAfterMs);
      const later = isGone ? null : { ...subscription, renewsAtMs: Date.now() + pause };
      this.#context.keep({ ...state, subscription: later, problem: problemAfter(state.problem, error, Date.now()) });
      return isGone;
    }
  }

  /** Registers the new subscription first, then removes the old one. Calls of both count in between. */
  async #replace(wanted: WantedEvent, old: Subscription): Promise<void> {
    const { keep, state } = this.#context;
    // Stored before anything else, so it's removed whatever happens. Not due yet, so no event is missed.
    const removal = { ...buildRemoval(old, wanted, Date.now(), newId), nextMs: Date.now() + PREVIOUS_SECRET_MS };
    keep({ ...state(), subscription: null, removals: [...state().removals, removal] });
    try {
      await this.register(wanted);
    } catch (error) {
      if (!state().subscription) keep({ ...state(), subscription: old, removals: state().removals.filter(({ id }) => id !== removal.id) });
      throw error;
    }
    const { subscription, removals } = state();
    const previousSecret = old.sealedSecret === null ? null : { sealed: old.sealedSecret, untilMs: Date.now() + PREVIOUS_SECRET_MS };
    keep({
      ...state(),
      subscription: subscription && { ...subscription, previousSecret },
      problem: null,
      removals: removals.map((one) => (one.id === removal.id ? { ...one, nextMs: Date.now() } : one)),
    });
  }

  /** Removes subscriptions that are no longer wanted. Failed removals are retried later. */
  async remove(isDue: (removal: Removal) => boolean): Promise<void> {
    for (const removal of this.#context.known()?.removals ?? []) {
      if (!isDue(removal)) continue;
      let left: Removal | null = null;
      try {
        await unsubscribe(removal.subscription, this.#context.adapters.ports(removal.ownerUserId, true));
      } catch (error) {
        if (!(error instanceof EventRefused)) throw error;
        left = afterFailedRemoval(removal, error, Date.now());
        const [level, message] = left
          ? (['warn', 'A webhook could not be removed at its system yet'] as const)
          : (['error', 'A webhook could not be removed at its system'] as const);
        this.#context.log(level, message, { connectorId: removal.subscription.connectorId, cause: error.message });
      }
      const state = this.#context.state();
      const removals = state.removals.flatMap((one) => (one.id === removal.id ? (left ?? []) : one));
      this.#context.keep({ ...state, removals });
      if (!left) await this.releaseConnection(removal.subscription.connectorId);
    }
  }

  /** Releases a connection that no longer has anything registered through it. */
  async releaseConnection(connectorId: string): Promise<void> {
    const state = this.#context.known();
    const isNeeded =
      state?.subscription?.connectorId === connectorId ||
      (state?.attempt && state.wanted?.connectorId === connectorId) ||
      state?.removals.some(({ subscription }) => subscription.connectorId === connectorId);
    const workflowId = this.#context.workflowId();
    if (!isNeeded && workflowId !== null) await this.#context.adapters.connection(connectorId).release(workflowId);
  }
}
