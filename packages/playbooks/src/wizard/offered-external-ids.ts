import type { SyncDirection } from '@portage/workflow';

/** Fields of the template's target that may get the source's id. A flow that goes the other way writes none of them. */
export function offeredExternalIds<Field>(
  { externalIdFields }: { externalIdFields: readonly Field[] },
  direction: SyncDirection | null | undefined,
): readonly Field[] {
  return direction === 'TargetToSource' ? [] : externalIdFields;
}
