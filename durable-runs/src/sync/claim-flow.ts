import type { ClaimedFlow } from '@portage/database';
import type { StepContext } from '../step-context/step-handler.ts';
import type { RunSync } from '../step-context/sync-port.ts';

const PAUSE_MS = 500;

/**
 * Claims a flow for the run. Calls of a run that has ended may still be in flight and write to the target. The flow is claimed after
 * them, so that no record is created twice and no newer value is lost.
 */
export async function claimFlow(
  flow: Parameters<RunSync['claim']>[0],
  context: Pick<StepContext, 'signal' | 'pause'> & { sync: Pick<RunSync, 'claim'> },
): Promise<ClaimedFlow> {
  for (;;) {
    const claimed = await context.sync.claim(flow);
    if (!claimed.isEnding || context.signal.aborted) return claimed;
    await context.pause(PAUSE_MS);
  }
}
