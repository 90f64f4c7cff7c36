import { StoredInputNotice, useHost, useLeaveWarning, useStoredInput } from '@portage/area-kit';
import { getErrorMessage } from '@portage/contracts';
import { fullTitle } from '@portage/mapping-editor';
import { type History, record, redo, startHistory, undo } from '@portage/primitives/history';
import {
  Badge,
  Banner,
  Button,
  Card,
  color,
  DateTimePicker,
  IconButton,
  Inline,
  layer,
  Muted,
  Select,
  Spinner,
  Stack,
  size,
  space,
} from '@portage/ui';
import { Eye, Redo2, Save, Undo2 } from 'lucide-react';
import { type KeyboardEvent, useMemo, useReducer, useState } from 'react';
import styled from 'styled-components';
import type { Integration, IntegrationType } from '../../api-types.ts';
import {
  createDraft,
  type Direction,
  draftProblems,
  getSides,
  type IntegrationDraft,
  mapsOtherwise,
  withDirection,
  withSide,
} from '../integration/integration-draft.ts';
import {
  entityTitle,
  listQuestions,
  mainPair,
  useEntities,
  useFirstRecord,
  useMappedFields,
  usePreviewCall,
  useSaveIntegration,
} from '../integration/use-integration.ts';
import { useConnectorTypes } from '../step-forms/connector-choice/connector-source.tsx';
import { CarryAgain } from './carry-again.tsx';
import { IntegrationOptions } from './integration-options.tsx';
import { MappingPanels, missingTitles } from './mapping-panels.tsx';
import { PreviewDialog } from './preview-dialog.tsx';
import { SideFields } from './side-fields.tsx';

const Frame = styled.div``;
const Bar = styled.div`
  position: sticky;
  top: 0;
  z-index: ${layer.sticky};
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)};
  padding: ${space(2)} 0;
  background: ${color.canvas};
`;
const Sides = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  gap: ${space(4)};
  @media (max-width: ${size.narrow}) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

type Step = { draft: IntegrationDraft; key: string | null } | 'undo' | 'redo';

function reduce(history: History<IntegrationDraft>, step: Step): History<IntegrationDraft> {
  if (step === 'undo') return undo(history);
  return step === 'redo' ? redo(history) : record(history, step.draft, step.key);
}

export interface IntegrationSettingsProps {
  workflowId: string;
  stepId: string;
  definition: IntegrationType | undefined;
  integrationType: string;
  /** As the server has it; null if nothing is set up yet. */
  integration: Integration | null;
  /** Connectors that the step names, proposed for an integration that isn't set up yet. */
  suggested: Partial<Record<'Source' | 'Target', { connectorId: string; connectorTypeId: string }>>;
  isReadOnly: boolean;
}

/** The settings of one integration, edited as a whole and saved by hand (spec INT-05..12). */
export function IntegrationSettings(props: IntegrationSettingsProps) {
  const { workflowId, stepId, definition, integrationType, suggested, isReadOnly } = props;
  const { notify } = useHost();
  const save = useSaveIntegration(workflowId, integrationType);
  const [saved, setSaved] = useState(props.integration);
  const [history, dispatch] = useReducer(reduce, null, () => startHistory(startDraft(props.integration, suggested)));
  const [isChecked, setIsChecked] = useState(false);
  const [isPreviewing, setIsPreviewing] = useState(false);
  const [isMappingChanged, setIsMappingChanged] = useState(false);
  const preview = usePreviewCall(workflowId, integrationType);
  const draft = history.present;
  const isDirty = useMemo(() => JSON.stringify(draft) !== JSON.stringify(createDraft(saved)), [draft, saved]);
  useLeaveWarning(isDirty);
  const kept = useStoredInput(
    { values: { draft }, initial: { draft: createDraft(saved) }, isDirty, set: (_, draft) => dispatch({ draft, key: null }) },
    { name: `integration ${integrationType}` },
  );

  // A playbook's integration reads everything.
  const isDateRequired = saved?.lastSyncDate !== null;
  const { from, to } = getSides(draft.direction);
  const types = useConnectorTypes();
  const ofSource = useEntities(draft.Source.connectorTypeId).data;
  const ofTarget = useEntities(draft.Target.connectorTypeId).data;
  const entities = useMemo(() => ({ Source: ofSource, Target: ofTarget }), [ofSource, ofTarget]);
  const pair = mainPair(draft);
  const main = useMappedFields(pair, integrationType);
  const first = useFirstRecord(draft, main.targets, workflowId, integrationType);
  const problems = useMemo(
    () =>
      draftProblems(draft, {
        isDateRequired,
        parameters: { Source: listQuestions(entities.Source, draft, 'Source'), Target: listQuestions(entities.Target, draft, 'Target') },
        missing: [{ entity: entityTitle(entities[to], draft[to].entityType), titles: missingTitles(main.targets, draft) }],
        titles: new Map(main.targets.map((field) => [field.path, fullTitle(field)])),
      }),
    [draft, entities, main.targets, to, isDateRequired],
  );
  const problemOf = (field: string) => (isChecked ? problems.get(field) : undefined);
  const mappingProblems = [...problems].filter(([field]) => field.startsWith('mappings')).map(([, message]) => message);
  const edit = (changes: Partial<IntegrationDraft>, key: string | null = null) => dispatch({ draft: { ...draft, ...changes }, key });
  const systemName = (name: 'Source' | 'Target') => types.data?.find(({ id }) => id === draft[name].connectorTypeId)?.name ?? '';
  const systems = { from: systemName(from), to: systemName(to) };

  async function trySave(): Promise<void> {
    setIsChecked(true);
    if (problems.size > 0) {
      notify.warning([...problems.values()][0] ?? '');
      return;
    }
    const next = await save(draft, saved);
    if (saved !== null && mapsOtherwise(createDraft(saved), createDraft(next))) setIsMappingChanged(true);
    setSaved(next);
    dispatch({ draft: createDraft(next), key: null });
    setIsChecked(false);
    notify.success('Integration settings saved');
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.nativeEvent.isComposing) return;
    const key = event.key.toLowerCase();
    if (key === 's' && !isReadOnly) {
      event.preventDefault();
      trySave().catch((error: unknown) => notify.error(error));
    }
    // Fields handle undo of their own typing.
    if (key !== 'z' || event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
    event.preventDefault();
    dispatch(event.shiftKey ? 'redo' : 'undo');
  }

  return (
    <Frame onKeyDown={onKeyDown}>
      <Bar>
        <Button variant="primary" icon={<Save aria-hidden />} onPress={trySave} isDisabled={isReadOnly || (!isDirty && saved !== null)}>
          Save
        </Button>
        <Button icon={<Eye aria-hidden />} onPress={() => setIsPreviewing(true)} isDisabled={pair === null || draft.mappings.length === 0}>
          Preview
        </Button>
        <IconButton label="Undo" icon={<Undo2 aria-hidden />} onPress={() => dispatch('undo')} isDisabled={history.past.length === 0} />
        <IconButton label="Redo" icon={<Redo2 aria-hidden />} onPress={() => dispatch('redo')} isDisabled={history.future.length === 0} />
        <Muted $size="small" role="status">
          {isDirty ? 'Not saved yet' : saved ? 'Saved' : ''}
        </Muted>
        {isMappingChanged ? (
          <CarryAgain workflowId={workflowId} integrationType={integrationType} onDone={() => setIsMappingChanged(false)} />
        ) : null}
      </Bar>
      <Stack>
        <StoredInputNotice kept={kept} />
        {saved?.operations.Target && createDraft(saved).mappings.length === 0 ? (
          <Banner tone="info">Please fill the mappings on Settings tab</Banner>
        ) : null}
        <Card title="Sync">
          <Sides>
            <DateTimePicker
              label="Last Sync Date"
              value={draft.lastSyncDate}
              onChange={(lastSyncDate) => edit({ lastSyncDate }, 'lastSyncDate')}
              hint={dateHint(draft.lastSyncDate, saved)}
              isRequired={isDateRequired}
              isDisabled={isReadOnly}
              errorMessage={problemOf('lastSyncDate')}
            />
            <Select<Direction>
              label="Direction"
              value={draft.direction}
              onChange={(direction) => dispatch({ draft: withDirection(draft, direction), key: null })}
              options={[
                { value: 'SourceToTarget', label: 'Source to target' },
                { value: 'TargetToSource', label: 'Target to source' },
              ]}
              isDisabled={isReadOnly}
            />
          </Sides>
        </Card>
        <Sides>
          {(['Source', 'Target'] as const).map((side) => (
            <SideFields
              key={side}
              side={side}
              draft={draft}
              definition={definition}
              onChange={(changes, key) => dispatch({ draft: withSide(draft, side, changes), key: key ?? null })}
              problemOf={problemOf}
              isReadOnly={isReadOnly}
            />
          ))}
        </Sides>
        {isChecked && mappingProblems.length > 0 ? (
          <Banner tone="danger" title="The mapping is not complete">
            {mappingProblems.join(' ')}
          </Banner>
        ) : null}
        {pair === null ? (
          <Banner tone="neutral">Choose both connectors and what to synchronise. Then map the fields of both sides here.</Banner>
        ) : (
          <MappingPanels
            key={JSON.stringify(pair)}
            {...{ draft, integrationType, stepId, systems, main, isReadOnly }}
            fromEntities={entities[from] ?? []}
            toEntities={entities[to] ?? []}
            record={first.record}
            recordNote={<RecordNote query={first.query} />}
            onChange={edit}
          />
        )}
        {pair === null ? null : (
          <IntegrationOptions
            draft={draft}
            onChange={edit}
            entity={entities[to]?.find(({ name }) => name === draft[to].entityType)}
            targets={main.targets}
            isReadOnly={isReadOnly}
          />
        )}
      </Stack>
      {isPreviewing ? (
        <PreviewDialog previewKey={[workflowId, draft]} load={(signal) => preview(draft, signal)} onClose={() => setIsPreviewing(false)} />
      ) : null}
    </Frame>
  );
}

function RecordNote({ query }: { query: ReturnType<typeof useFirstRecord>['query'] }) {
  if (query.isFetching) {
    return (
      <Inline role="status">
        <Spinner /> Reading the first record…
      </Inline>
    );
  }
  if (query.error) {
    return (
      <Inline>
        <Badge tone="warning">No values</Badge>
        <Muted $size="small">{getErrorMessage(query.error)}</Muted>
        <Button size="dense" onPress={() => query.refetch()}>
          Read again
        </Button>
      </Inline>
    );
  }
  return query.data === null ? <Muted $size="small">The source has no record yet, so no values are shown.</Muted> : null;
}

/** @param saved its date is how far the source was read, as far as this page knows */
function dateHint(chosen: string | null, saved: Integration | null): string {
  if (chosen === null && saved?.lastSyncDate === null) return 'Without a date, all records are read.';
  const readUntil = saved?.lastSyncDate ?? null;
  const isLater = chosen !== null && readUntil !== null && Date.parse(chosen) > Date.parse(readUntil);
  return isLater ? 'Later than the last sync: what changed between the two is left out.' : 'Records that changed since then are read.';
}

function startDraft(integration: Integration | null, suggested: IntegrationSettingsProps['suggested']): IntegrationDraft {
  const draft = createDraft(integration);
  if (integration) return draft;
  return { ...draft, Source: { ...draft.Source, ...suggested.Source }, Target: { ...draft.Target, ...suggested.Target } };
}
