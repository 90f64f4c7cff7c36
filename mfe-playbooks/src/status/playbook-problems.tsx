import { Banner, LinkButton } from '@portage/ui';
import type { Playbook } from '../playbooks/api-types.ts';
import { playbookPath, wizardPath } from '../playbooks/playbook-queries.ts';

/** Connectors that are gone or need a person; Re-Connect leads back here. */
export function PlaybookProblems({ playbook }: { playbook: Playbook }) {
  const { id, problems, wizard } = playbook;
  return problems.map(({ stepId, message }) => {
    const step = wizard.steps.find((one) => one.id === stepId);
    const isGone = !step?.connectorId;
    return (
      <Banner
        key={stepId}
        tone="danger"
        title={step ? `${step.name}: the connection is broken` : 'A connection is broken'}
        action={
          isGone ? (
            <LinkButton href={wizardPath(id, stepId)}>Choose a connector</LinkButton>
          ) : (
            <LinkButton
              href={`/connectors/${encodeURIComponent(step.connectorId ?? '')}/edit?${new URLSearchParams({ returnTo: playbookPath(id) })}`}
            >
              Re-Connect
            </LinkButton>
          )
        }
      >
        {message}
      </Banner>
    );
  });
}
