import { fullTitle, missingFields } from '@portage/mapping-editor';
import { Button, Inline, Stack } from '@portage/ui';
import { Plus } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import type { Entity } from '../../api-types.ts';
import { type DependentDraft, fieldsToMap, getSides, type IntegrationDraft } from '../integration/integration-draft.ts';
import { entityTitle, type MappedFields, mainPair } from '../integration/use-integration.ts';
import { DependentPanel } from './dependent-panel.tsx';
import { EntityPanel } from './entity-panel.tsx';

export interface MappingPanelsProps {
  draft: IntegrationDraft;
  integrationType: string;
  stepId: string;
  fromEntities: readonly Entity[];
  toEntities: readonly Entity[];
  systems: { from: string; to: string };
  main: MappedFields;
  record: unknown;
  recordNote: ReactNode;
  onChange: (changes: Partial<IntegrationDraft>, key: string | null) => void;
  isReadOnly: boolean;
}

/** A panel for the main records, and one for each record type that they refer to (spec INT-07). */
export function MappingPanels(props: MappingPanelsProps) {
  const { draft, integrationType, stepId, fromEntities, toEntities, systems, main, record, recordNote, onChange, isReadOnly } = props;
  const { from, to } = getSides(draft.direction);
  const fields = useMemo(() => ({ ...main, targets: fieldsToMap(main.targets, draft) }), [main, draft]);
  const written = toEntities.find(({ name }) => name === draft[to].entityType);
  const chosen = Object.keys(draft.dependents);
  const offered = (written?.dependsOn ?? []).filter(
    (name) => !chosen.includes(name) && toEntities.some((one) => one.name === name && one.isTarget),
  );
  const withDependent = (entity: string, dependent: DependentDraft | null): IntegrationDraft['dependents'] => {
    const { [entity]: _, ...others } = draft.dependents;
    return dependent === null ? others : { ...draft.dependents, [entity]: dependent };
  };
  const readAs = (entity: string) => fromEntities.find(({ name, isSource }) => isSource && name === entity)?.name ?? null;
  return (
    <Stack>
      {chosen.map((entity) => (
        <DependentPanel
          key={entity}
          entity={entity}
          dependent={draft.dependents[entity] as DependentDraft}
          {...{ draft, integrationType, stepId, fromEntities, toEntities, systems, main, record, isReadOnly }}
          onChange={(dependent, key) => onChange({ dependents: withDependent(entity, dependent) }, key)}
        />
      ))}
      <EntityPanel
        title={entityTitle(toEntities, draft[to].entityType)}
        sourceName={`${systems.from} ${entityTitle(fromEntities, draft[from].entityType)}`}
        targetName={`${systems.to} ${entityTitle(toEntities, draft[to].entityType)}`}
        stepId={stepId}
        pair={mainPair(draft)}
        fields={fields}
        mappings={draft.mappings}
        onChange={(mappings, key) => onChange({ mappings }, key)}
        record={record}
        recordNote={recordNote}
        isOpenAtFirst
        isReadOnly={isReadOnly}
      />
      {offered.length > 0 && !isReadOnly ? (
        <Inline>
          {offered.map((entity) => (
            <Button
              key={entity}
              icon={<Plus aria-hidden />}
              onPress={() =>
                onChange({ dependents: withDependent(entity, { sourceEntityType: readAs(entity), mappings: [], link: null }) }, null)
              }
            >
              {`Also sync ${entityTitle(toEntities, entity)}`}
            </Button>
          ))}
        </Inline>
      ) : null}
    </Stack>
  );
}

export function missingTitles(targets: MappedFields['targets'], draft: IntegrationDraft): string[] {
  return missingFields(fieldsToMap(targets, draft), draft.mappings).map(fullTitle);
}
