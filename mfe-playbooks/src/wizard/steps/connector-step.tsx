import { ConnectorMark, type ListedConnector, UseSimulatedButton, useApi, useConnectorsByType } from '@portage/area-kit';
import { getStepKind } from '@portage/playbooks/wizard';
import { Banner, FailedRead, formatDateTime, Inline, LinkButton, Problem, RadioGroup, Spinner, Stack, Text } from '@portage/ui';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import type { Template, WizardStep } from '../../playbooks/api-types.ts';
import { wizardPath } from '../../playbooks/playbook-queries.ts';
import { connectorProblems } from '../step-problems.ts';
import { type StepProps, useProblems } from '../step-props.ts';

/** Lets the person choose one of their connectors of the system, or make one on a detour (spec PB-44). */
export function ConnectorStep({ playbook, template, step, answers, change, propose, ...rest }: StepProps) {
  const wanted = connectorOfStep(template, playbook.wizard.steps, step);
  const { types, isPending } = useTypesById(wanted ? [wanted.connectorTypeId, ...wanted.orConnectorTypeIds] : []);
  const connectors = useConnectorsByType(types.map(({ id }) => ({ id, isAvailable: true })));
  const problems = useProblems(rest, connectorProblems(answers));
  const [search, setSearch] = useSearchParams();
  const all = connectors.data;
  const chosen = all?.find(({ id }) => id === answers.connectorId);
  const isGone = playbook.problems.some(({ stepId, isConnectorGone }) => stepId === step.id && isConnectorGone);
  const take = (connectorId: string) => change((before) => ({ ...before, connectorId }));

  // The person is back from making a new connector for this step.
  const added = search.get('connectorId');
  const taken = useRef<string | null>(null);
  useEffect(() => {
    if (added === null) taken.current = null;
    // The address changes in a transition: a render in between would bring a person who has moved on back here.
    if (added === null || !all || taken.current === added) return;
    taken.current = added;
    if (all.some(({ id }) => id === added)) take(added);
    setSearch({ step: step.id }, { replace: true });
  });

  // A single connector needs no choosing (as spec TPL-25).
  const onlyId = all?.length === 1 ? all[0]?.id : undefined;
  useEffect(() => {
    if (onlyId !== undefined && !answers.connectorId && added === null) propose((before) => ({ ...before, connectorId: onlyId }));
  });

  const returnTo = wizardPath(playbook.id, step.id);
  const name = types[0]?.name ?? step.name;
  return (
    <Stack>
      <Text $whiteSpace="pre-line" $maxWidth="70ch">
        {wanted?.text}
      </Text>
      {isGone && answers.connectorId === step.connectorId ? (
        <Banner tone="danger">The connector that was chosen here was deleted. Choose or create another one.</Banner>
      ) : null}
      {connectors.error ? (
        <FailedRead title="Error loading connectors" query={connectors} />
      ) : !all || isPending ? (
        <Inline role="status">
          <Spinner /> Loading connectors…
        </Inline>
      ) : all.length > 0 ? (
        <RadioGroup
          label={`${name} connector`}
          isRequired
          value={chosen?.id ?? null}
          onChange={take}
          options={all.map((connector) => ({
            value: connector.id,
            label: connector.name,
            hint: connectorHint(
              connector,
              types.length > 1 ? (types.find(({ id }) => id === connector.connectorTypeId)?.name ?? null) : null,
              all.filter(({ name }) => name === connector.name).length > 1,
            ),
          }))}
          errorMessage={problems.connectorId}
        />
      ) : (
        <div>
          <Inline as="p" $gap={3} $isNowrap $color="muted">
            {types[0] ? <ConnectorMark type={types[0]} /> : null}
            {`You have no ${name} connector yet.`}
          </Inline>
          {problems.connectorId ? (
            <Problem as="span" role="alert" data-problem tabIndex={-1}>
              {problems.connectorId}
            </Problem>
          ) : null}
        </div>
      )}
      {chosen?.connectionProblem ? (
        <Banner
          tone="danger"
          title="This connector isn’t working right now"
          action={
            <LinkButton href={`/connectors/${encodeURIComponent(chosen.id)}/edit?${new URLSearchParams({ returnTo })}`}>
              Re-Connect
            </LinkButton>
          }
        >
          {chosen.connectionProblem}
        </Banner>
      ) : null}
      <Inline>
        {types.map((type) =>
          type.isOffered ? (
            <LinkButton key={type.id} href={`/connectors/add?${new URLSearchParams({ connectorTypeId: type.id, returnTo })}`}>
              {`Add ${type.name ?? type.id} connector`}
            </LinkButton>
          ) : null,
        )}
        {isPending ? null : types.map((type) => <UseSimulatedButton key={type.id} type={type} onMade={take} />)}
      </Inline>
    </Stack>
  );
}

/** The template's connector of a step; found by position if ids don't match. */
function connectorOfStep(
  { connectors }: Template,
  steps: readonly WizardStep[],
  step: WizardStep,
): Template['connectors'][number] | undefined {
  const place = steps.filter((one) => getStepKind(one) === 'connector').findIndex(({ id }) => id === step.id);
  return connectors.find(({ key }) => step.id === `connector-${key}`) ?? connectors[place];
}

/** @param hasTwin another connector has the same name: the hint says when each was added */
function connectorHint(
  { connectionProblem, isSimulated, testedAt, connectedAt, createdAt }: ListedConnector,
  typeName: string | null,
  hasTwin: boolean,
): string {
  const state = connectionProblem
    ? 'Needs to be connected again'
    : isSimulated
      ? 'Simulated'
      : testedAt
        ? 'Works'
        : connectedAt
          ? 'Connected'
          : 'Ready to use';
  return [typeName, state, hasTwin ? `Added ${formatDateTime(createdAt)}` : null].filter(Boolean).join(' · ');
}

/** Connector types by id, with their names; only the id if the person may not see the type. */
function useTypesById(ids: readonly string[]) {
  const api = useApi();
  return useQueries({
    queries: ids.map((id) => ({
      queryKey: ['connector-types', 'one', id],
      queryFn: ({ signal }: { signal: AbortSignal }) => api('GET /api/connector-types/{id}', { params: { id } }, { signal }),
      retry: false,
    })),
    combine: (results) => ({
      isPending: results.some(({ isPending }) => isPending),
      types: results.map(({ data }, index) => ({
        id: ids[index] ?? '',
        name: data?.connectorType.name ?? null,
        hasLogo: Boolean(data?.connectorType.logo),
        isAvailable: data !== undefined,
        isOffered: data !== undefined && !data.connectorType.isHiddenForNewConnectors,
      })),
    }),
  });
}
