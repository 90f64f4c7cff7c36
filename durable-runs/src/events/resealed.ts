import type { EventState, Subscription } from './event-state.ts';

/** The same state with each secret passed through `reseal`; the same object if nothing changes. */
export async function resealed(state: EventState, reseal: (sealed: string) => Promise<string>): Promise<EventState> {
  const orNull = async (sealed: string | null) => (sealed === null ? null : reseal(sealed));
  const ofSubscription = async (subscription: Subscription): Promise<Subscription> => {
    const { sealedSecret, previousSecret } = subscription;
    return {
      ...subscription,
      sealedSecret: await orNull(sealedSecret),
      previousSecret: previousSecret && { ...previousSecret, sealed: await reseal(previousSecret.sealed) },
    };
  };
  const { subscription, attempt, removals } = state;
  const next: EventState = {
    ...state,
    subscription: subscription && (await ofSubscription(subscription)),
    attempt: attempt && { ...attempt, sealedSecret: await orNull(attempt.sealedSecret) },
    removals: await Promise.all(removals.map(async (one) => ({ ...one, subscription: await ofSubscription(one.subscription) }))),
  };
  return JSON.stringify(next) === JSON.stringify(state) ? state : next;
}
