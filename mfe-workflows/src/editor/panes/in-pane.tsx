import { type StepSamples, useValueActions } from '@portage/mapping-editor/value-field';
import { Banner, Button, EmptyState, Hint, Inline, Select, Stack, useEditable, useLoaded } from '@portage/ui';
import { type AvailableReferences, type ExpressionScope, stepsBehind } from '@portage/workflow';
import { memo, useEffect, useMemo, useState } from 'react';
import { StepIcon } from '../../step-types/step-icon.tsx';
import { DataSource } from '../design-data/data-source.tsx';
import { findReferredSteps, proposeGiven, readGiven } from '../run/given-values.ts';
import type { StepTesting } from '../run/use-step-test.tsx';
import { useEditor } from '../state/editor-context.tsx';
import { JsonField, useValueSources } from '../values/index.ts';
import { dataGroups, stepGroups } from '../values/selector/step-groups.ts';
import type { TreeGroup } from '../values/selector/tree-rows.ts';
import type { Picked } from './pane-data.tsx';
import { PaneData } from './pane-data.tsx';
import type { PaneStep } from './step-panes.tsx';
import { useOriginWords } from './use-origin-words.ts';
import { ValueActions } from './value-actions.tsx';

const STORED = 'stored data';

export interface InPaneProps {
  step: PaneStep;
  testing: Pick<StepTesting, 'canTest' | 'written' | 'write'>;
  /** Writes the picked value into the field that the person used last. */
  onInsert: (picked: Picked) => void;
}

/** What reaches the step: the values of one earlier step, or stored data. */
export function InPane(props: InPaneProps) {
  const { availableOf, scopeOf, samples } = useValueSources();
  const { stepId } = props.step;
  return <Reaching {...props} available={availableOf(stepId)} scope={scopeOf(stepId)} samples={samples} />;
}

interface ReachingProps extends InPaneProps {
  available: AvailableReferences;
  scope: ExpressionScope;
  samples: StepSamples;
}

const Reaching = memo(function Reaching({ step, testing, onInsert, available, scope, samples }: ReachingProps) {
  const actions = useValueActions();
  const groups = useMemo(() => {
    const ofSteps = stepGroups(available, scope, () => undefined);
    const stored = dataGroups(available, scope);
    const roots = stored.flatMap((group) => group.roots);
    return stored.length === 0 ? ofSteps : [...ofSteps, { id: STORED, label: 'Stored data', roots } satisfies TreeGroup];
  }, [available, scope]);
  // Hundreds of steps aren't listed again at every key.
  const options = useMemo(
    () =>
      groups.map(({ id, label, stepType, note }) => ({
        value: id,
        label,
        detail: note === '' ? undefined : note,
        icon: stepType === undefined ? undefined : <StepIcon type={stepType} />,
      })),
    [groups],
  );
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [isEditing, setIsEditing] = useState(testing.written !== null);
  const group = groups.find(({ id }) => id === chosenId) ?? groups[0];
  const isStored = group?.id === STORED;
  const name = group === undefined || isStored ? null : group.label;
  useEffect(() => {
    if (name !== null) actions?.wantSteps([name]);
    if (isStored) actions?.wantStoredData();
  }, [actions, name, isStored]);
  const origin = useOriginWords(samples, name, group?.roots.some(({ sample }) => sample !== undefined) ?? false);

  if (isEditing && testing.canTest) return <GivenValues clientId={step.clientId} testing={testing} onDone={() => setIsEditing(false)} />;
  if (!group) {
    return (
      <EmptyState title={step.type === 'Trigger' ? 'The start' : 'Nothing reaches this step yet'}>
        {step.type === 'Trigger' ? 'A trigger starts the run, so no step comes before it.' : 'Values of the steps before it appear here.'}
      </EmptyState>
    );
  }
  const isReading = name !== null && samples.isReading(name);
  return (
    <Stack $gap={2} $grows $shrinks>
      <Select label="Values of" value={group.id} onChange={setChosenId} options={options} />
      <Hint $size="tiny">{isReading ? 'Reading…' : origin}</Hint>
      {testing.written !== null && testing.canTest ? (
        <Banner tone="info">Tests of this step use the values that you wrote under Edit values.</Banner>
      ) : null}
      {group.roots.length > 0 ? (
        <PaneData
          key={group.id}
          label={`Values of ${group.label}`}
          group={group}
          onPick={onInsert}
          renderActions={(picked) => <ValueActions step={step} picked={picked} />}
        />
      ) : (
        <Hint>This step gives no values.</Hint>
      )}
      <Inline $gap={2} $justify="space-between" $align="end">
        <DataSource />
        {testing.canTest ? (
          <Button size="dense" variant="ghost" onPress={() => setIsEditing(true)}>
            Edit values
          </Button>
        ) : null}
      </Inline>
    </Stack>
  );
});

interface GivenValuesProps {
  clientId: string;
  testing: InPaneProps['testing'];
  onDone: () => void;
}

/** The values that tests of the step use instead of those that are known. */
function GivenValues({ clientId, testing: { written, write }, onDone }: GivenValuesProps) {
  const step = useEditor((state) => state.steps.find((one) => one.clientId === clientId));
  const { availableOf, scopeOf, samples } = useValueSources();
  const actions = useValueActions();
  const available = availableOf(step?.stepId ?? '');
  const names = findReferredSteps(
    JSON.stringify(step ?? null),
    available.steps.map((offered) => offered.step.stepId),
  );
  const wanted = names.flatMap((name) => stepsBehind(`$Steps[${JSON.stringify(name)}]`, available).steps);
  const wantedKey = JSON.stringify(wanted);
  const [areRequested, setAreRequested] = useState(false);
  useEffect(() => {
    actions?.wantSteps(JSON.parse(wantedKey) as string[]);
    setAreRequested(true);
  }, [actions, wantedKey]);
  const isReading = written === null && (!areRequested || wanted.some(samples.isReading));
  const proposed = proposeGiven(names, scopeOf(step?.stepId ?? '').steps);
  const [text, setText] = useEditable(isReading ? undefined : (written ?? proposed ?? ''));
  const { shown, indicator } = useLoaded(text, 'Reading the values');
  if (shown === undefined) return indicator;
  const isLong = written === null && proposed === null;
  const given = isLong ? null : readGiven(shown);
  return (
    <Stack $gap={2} $grows $shrinks>
      <JsonField
        label="Values from other steps"
        value={shown}
        onChange={(next) => {
          setText(next);
          write(next);
        }}
        rows={14}
        errorMessage={given && !given.ok ? given.message : undefined}
      />
      {isLong ? (
        <Banner tone="info">These values are too long to edit here. Tests use them as they are, unless you write your own.</Banner>
      ) : null}
      <Hint>By step name, e.g. {'{ "start": { "Payload": … } }'}. Tests of this step use them, and this browser remembers them.</Hint>
      <Inline $justify="end">
        <Button size="dense" variant="ghost" onPress={onDone}>
          Back to all values
        </Button>
        <Button
          size="dense"
          onPress={() => {
            write(null);
            onDone();
          }}
        >
          Use the known values
        </Button>
      </Inline>
    </Stack>
  );
}
