import { fullTitle, getFieldStepId, linkEmptyOptions, MappingValues } from '@portage/mapping-editor';
import { Button, ComboBox, Inline, Select, Stack } from '@portage/ui';
import { Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import type { Entity } from '../../api-types.ts';
import { type DependentDraft, dependentFields, getSides, type IntegrationDraft } from '../integration/integration-draft.ts';
import { buildPair, entityTitle, type MappedFields, useMappedFields } from '../integration/use-integration.ts';
import { withSetChoice } from '../step-forms/connector-choice/connector-choices.ts';
import { ValueField } from '../values/index.ts';
import { EntityPanel } from './entity-panel.tsx';

export interface DependentPanelProps {
  entity: string;
  draft: IntegrationDraft;
  dependent: DependentDraft;
  integrationType: string;
  stepId: string;
  /** Entities of the system that is read, and of the one that is written. */
  fromEntities: readonly Entity[];
  toEntities: readonly Entity[];
  systems: { from: string; to: string };
  main: MappedFields;
  record: unknown;
  onChange: (dependent: DependentDraft | null, key: string | null) => void;
  isReadOnly: boolean;
}

/** The records that the main ones refer to (spec INT-04): their type, how the main record names them, and their mapping. */
export function DependentPanel(props: DependentPanelProps) {
  const { entity, draft, dependent, integrationType, stepId, fromEntities, toEntities, systems, main, record, onChange, isReadOnly } =
    props;
  const { from, to } = getSides(draft.direction);
  const pair = buildPair(draft[from], dependent.sourceEntityType, draft[to], entity);
  const all = useMappedFields(pair, integrationType);
  const fields = { ...all, targets: useMemo(() => dependentFields(all.targets, dependent), [all.targets, dependent]) };
  const title = entityTitle(toEntities, entity);
  const mainTitle = entityTitle(toEntities, draft[to].entityType);
  const readable = fromEntities.filter(({ isSource }) => isSource);
  const link = dependent.link ?? { fromParameterExpression: '', toParameterPath: '' };
  const places = useMemo(() => main.targets.map((field) => ({ value: field.path, label: fullTitle(field) })), [main.targets]);
  return (
    <EntityPanel
      title={`${title} (${mainTitle} refer to them)`}
      sourceName={`${systems.from} ${entityTitle(fromEntities, dependent.sourceEntityType)}`}
      targetName={`${systems.to} ${title}`}
      stepId={stepId}
      pair={pair}
      fields={fields}
      mappings={dependent.mappings}
      onChange={(mappings, key) => onChange({ ...dependent, mappings }, key === null ? null : `${entity} ${key}`)}
      record={undefined}
      isOpenAtFirst={false}
      isReadOnly={isReadOnly}
    >
      <Stack>
        <Select
          label={`Read as ${title} from`}
          value={dependent.sourceEntityType}
          onChange={(sourceEntityType) => onChange({ ...dependent, sourceEntityType, mappings: [] }, null)}
          options={withSetChoice(
            readable.map((one) => ({ value: one.name, label: one.title })),
            dependent.sourceEntityType,
            dependent.sourceEntityType ?? '',
          )}
          isDisabled={isReadOnly}
        />
        <MappingValues stepId={stepId} sources={main.sources} mappings={[]} record={record}>
          <ValueField
            label={`Id of its ${title} in a record of ${mainTitle}`}
            value={link.fromParameterExpression}
            onChange={(expression) => onChange({ ...dependent, link: { ...link, fromParameterExpression: expression } }, `${entity} link`)}
            stepId={getFieldStepId({ list: null })}
            isReadOnly={isReadOnly}
          />
        </MappingValues>
        <ComboBox
          label={`Field of ${mainTitle} that gets the id in ${systems.to}`}
          value={link.toParameterPath || null}
          onChange={(path) => onChange({ ...dependent, link: { ...link, toParameterPath: path ?? '' } }, null)}
          options={withSetChoice(places, link.toParameterPath, link.toParameterPath)}
          isDisabled={isReadOnly}
        />
        <Select
          label={`When a record of ${mainTitle} has no ${title}`}
          value={link.whenEmpty ?? 'Leave'}
          onChange={(whenEmpty) => onChange({ ...dependent, link: { ...link, whenEmpty } }, null)}
          options={linkEmptyOptions}
          isDisabled={isReadOnly}
        />
        {isReadOnly ? null : (
          <Inline>
            <Button size="dense" icon={<Trash2 aria-hidden />} onPress={() => onChange(null, null)}>
              {`Do not sync ${title}`}
            </Button>
          </Inline>
        )}
      </Stack>
    </EntityPanel>
  );
}
