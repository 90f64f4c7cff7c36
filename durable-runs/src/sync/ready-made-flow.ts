import type { FlowDefinition } from '@portage/sync';
import type { StepContext } from '../steps/step-handler.ts';

interface Wanted {
  entity: string;
  sourceConnectorId: string;
  targetConnectorId: string;
  source: Readonly<Record<string, unknown>>;
  target: Readonly<Record<string, unknown>>;
  createsRecords: boolean;
}

/** The flow between two systems for which mappings come with Portage. */
export async function readyMadeFlow(
  wanted: Wanted,
  context: StepContext,
): Promise<{ ok: true; flow: FlowDefinition } | { ok: false; message: string }> {
  void wanted;
  void context;
  return { ok: false, message: 'none' };
}
