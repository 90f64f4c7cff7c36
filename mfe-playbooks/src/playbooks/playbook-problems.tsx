import { Banner, LinkButton } from '@portage/ui';
import type { Playbook } from './api-types.ts';
import { wizardPath } from './playbook-queries.ts';

interface PlaybookProblemsProps {
  playbook: Playbook;
  /** Where Re-Connect returns to. */
  returnTo: string;
  /** The wizard step that is open and shows its own connector. */
  openStepId?: string;
}

/** Connectors that are deleted or need a person's attention. */
export function PlaybookProblems({ playbook: { id, problems, wizard }, returnTo, openStepId }: PlaybookProblemsProps) {
  return problems
    .filter(({ stepId }) => stepId !== openStepId)
    .map(({ stepId, message, isConnectorGone }) => {
      const step = wizard.steps.find((one) => one.id === stepId);
      const connectorId = isConnectorGone ? null : step?.connectorId;
      return (
        <Banner
          key={stepId}
          tone="danger"
          title={step ? `${step.name}: the connection is broken` : 'A connection is broken'}
          action={
            connectorId ? (
              <LinkButton href={`/connectors/${encodeURIComponent(connectorId)}/edit?${new URLSearchParams({ returnTo })}`}>
                Re-Connect
              </LinkButton>
            ) : (
              <LinkButton href={wizardPath(id, stepId)}>Choose a connector</LinkButton>
            )
          }
        >
          {message}
        </Banner>
      );
    });
}
