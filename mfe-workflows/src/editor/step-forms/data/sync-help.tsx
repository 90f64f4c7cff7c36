import { Banner, Link } from '@portage/ui';
import type { SyncType } from '@portage/workflow';
import { entityTitle, useEntities } from '../../integration/use-integration.ts';
import { useConnectorTypes } from '../connector-choice/connector-source.tsx';
import { Hint } from '../fields/form-section.tsx';

interface SyncHelpProps {
  syncType: SyncType;
  sourceTypeId: string | null | undefined;
  targetTypeId: string | null | undefined;
}

/** Explains a sync type's records and where its mappings come from; warns if a system doesn't have such records. */
export function SyncHelp({ syncType, sourceTypeId, targetTypeId }: SyncHelpProps) {
  const source = useEntities(sourceTypeId ?? null).data;
  const target = useEntities(targetTypeId ?? null).data;
  const types = useConnectorTypes().data ?? [];
  if (syncType === 'IntegrationApplication') {
    return <Hint>The mappings are set up on the Settings tab of this workflow, one set for each integration type.</Hint>;
  }
  const nameOf = (id: string | null | undefined) => types.find((type) => type.id === id)?.name ?? 'The system';
  const missing = [
    source && !source.some(({ name, isSource }) => name === syncType && isSource)
      ? `${nameOf(sourceTypeId)} has no ${syncType} to read.`
      : null,
    target && !target.some(({ name, isTarget }) => name === syncType && isTarget)
      ? `${syncType} cannot be written to ${nameOf(targetTypeId)}.`
      : null,
  ].filter((message) => message !== null);
  if (missing.length > 0) return <Banner tone="warning">{missing.join(' ')}</Banner>;
  return (
    <Hint>
      {`${entityTitle(source, syncType)} ${entityTitle(source, syncType).endsWith('s') ? 'are' : 'is'} carried with mappings that come with Portage. Existing records in the target are found first, so none is created twice. `}
      <Link href="/integrations">Sync Data</Link> shows each record’s result.
    </Hint>
  );
}
