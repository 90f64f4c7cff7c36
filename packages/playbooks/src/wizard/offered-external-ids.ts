import type { SyncDirection } from '@portage/workflow';

/** Fields of the template's target that may receive the source's id. A flow in the other direction writes none of them. */
export function offeredExternalIds<Field>(
  { externalIdFields }: { externalIdFields: readonly Field[] },
  direction: SyncDirection | null | undefined,
): readonly Field[] {
  return direction === 'TargetToSource' ? [] : externalIdFields;
}
