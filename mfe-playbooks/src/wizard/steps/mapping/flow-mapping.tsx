import { findPairMappings } from '@portage/connectors/pairs';
import type { FieldMapping } from '@portage/mapping-editor';
import { getStepKind } from '@portage/playbooks/wizard';
import { useMemo } from 'react';
import type { ApplicationPair, Direction, Playbook, Template, WizardStep } from '../../../playbooks/api-types.ts';
import { DrawnMapping } from './drawn-mapping.tsx';
import { useFirstRecord } from './use-first-record.ts';
import { useMappingFields } from './use-mapping-fields.ts';

export interface FlowMappingProps {
  playbook: Playbook;
  template: Template;
  step: WizardStep;
  pair: ApplicationPair;
  direction: Direction;
  titleOf: (entity: string) => string;
  changed: readonly FieldMapping[] | undefined;
  onChange: (mappings: FieldMapping[]) => void;
}

/** The mapping of an integration that a person adds: the one that Portage knows for its entities, otherwise proposals by name and type. */
export function FlowMapping({ playbook, template, step, pair, direction, titleOf, changed, onChange }: FlowMappingProps) {
  const connectorSteps = playbook.wizard.steps.filter((one) => getStepKind(one) === 'connector');
  const sides = [pair.sourceEntity, pair.targetEntity].map((entity, at) => ({
    entity,
    connectorId: connectorSteps[at]?.connectorId ?? '',
    name: [template.connectorTypes.find(({ id }) => id === template.connectors[at]?.connectorTypeId)?.name, titleOf(entity)]
      .filter(Boolean)
      .join(' '),
  }));
  const [from, to] = direction === 'SourceToTarget' ? sides : sides.toReversed();
  const areConnected = Boolean(from?.connectorId && to?.connectorId);
  const known = useMemo(() => findEntityMappings(template, pair, direction), [template, pair, direction]);
  // Records of another flow are found through links, so those fields need no mapping.
  const linkedPaths = useMemo(() => known?.dependencies.map(({ toParameterPath }) => toParameterPath), [known]);
  const fields = useMappingFields(
    from && to && areConnected
      ? { sourceConnectorId: from.connectorId, sourceEntity: from.entity, targetConnectorId: to.connectorId, targetEntity: to.entity }
      : undefined,
    linkedPaths,
  );
  const proposed = fields.isLoaded ? fields.proposals : undefined;
  const usual = useMemo(() => {
    const mappings = known?.mappings ?? proposed;
    return mappings && { mappings, ofAnswers: [] };
  }, [known, proposed]);
  const isSaved =
    step.integrationFlowDirectionType === direction &&
    step.flowEntitiesToSync?.source === pair.sourceEntity &&
    step.flowEntitiesToSync.target === pair.targetEntity;
  const first = useFirstRecord(playbook.id, step.id, { isEnabled: isSaved && areConnected });
  return (
    <DrawnMapping
      title={`Field mapping: ${titleOf(from?.entity ?? '')} to ${titleOf(to?.entity ?? '')}`}
      sourceName={from?.name ?? ''}
      targetName={to?.name ?? ''}
      fields={fields}
      usual={usual}
      changed={changed}
      onChange={onChange}
      first={first}
      error={null}
      onRetry={fields.refetch}
    />
  );
}

/** What Portage knows about the two record types; undefined: nothing. */
function findEntityMappings({ connectors }: Template, pair: ApplicationPair, direction: Direction) {
  const [one, other] = [pair.sourceEntity, pair.targetEntity].map((entity, at) => ({
    type: { id: connectors[at]?.connectorTypeId ?? '', name: '' },
    entity,
  }));
  if (!one || !other) return undefined;
  return (direction === 'SourceToTarget' ? findPairMappings(one, other) : findPairMappings(other, one)) ?? undefined;
}
