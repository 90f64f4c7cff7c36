import { ConnectorMarks, shortDescription, statusWord } from '@portage/area-kit';
import { Badge, color, Hint, IconButton, LinkButton, motion, radius, size, space, Text } from '@portage/ui';
import { Pencil, Play, Workflow } from 'lucide-react';
import styled from 'styled-components';
import type { Playbook, TemplateSummary } from './api-types.ts';
import { playbookPath, useStartPlaybook, wizardPath } from './playbook-queries.ts';

const Frame = styled.article`
  position: relative;
  display: flex;
  flex-direction: column;
  gap: ${space(2)};
  height: 100%;
  min-height: ${space(38)};
  padding: ${space(4)};
  background: ${color.surface};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.card};
  transition: border-color ${motion.quick} ${motion.ease}, background-color ${motion.quick} ${motion.ease};
  &:hover,
  &:focus-within {
    border-color: ${color.brand};
    background: ${color.hover};
  }
`;
const Head = styled.div`
  display: flex;
  align-items: flex-start;
  justify-content: space-between;
  gap: ${space(2)};
  /* The whole card starts the playbook. */
  > :last-child::after {
    content: '';
    position: absolute;
    inset: 0;
    border-radius: ${radius.card};
  }
`;
const Badges = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1)};
  margin-top: auto;
`;

export interface PlaybookCardProps {
  template: TemplateSummary;
  /** The person's playbook made from the template; undefined while it loads, or if there is none. */
  playbook: Playbook | undefined;
}

/** One playbook template (spec PB-06, PB-07): starts it, or links to the playbook made from it. */
export function PlaybookCard({ template, playbook }: PlaybookCardProps) {
  const { id, name, description, connectorTypes, playbookId, isActive } = template;
  const start = useStartPlaybook();
  // The playbook's page decides what comes next, even for a playbook that is still loading here.
  const edit = playbook && !playbook.isConverted ? wizardPath : playbookPath;
  const isMissing = connectorTypes.some(({ isAvailable }) => !isAvailable);
  return (
    <Frame aria-label={name}>
      <Head>
        {connectorTypes.length > 0 ? <ConnectorMarks types={connectorTypes} /> : <Workflow aria-hidden />}
        {playbookId === null ? (
          <IconButton label={`Start ${name}`} icon={<Play />} variant="ghost" onPress={() => start(id)} />
        ) : (
          <LinkButton isIconOnly variant="ghost" href={edit(playbookId)} aria-label={`Edit ${name}`}>
            <Pencil aria-hidden size={size.icon} />
          </LinkButton>
        )}
      </Head>
      <Text as="h2" $size="base" $weight="bold" $breaks>
        {name}
      </Text>
      <Hint $breaks>{shortDescription(description)}</Hint>
      <Badges>
        {playbook ? <PlaybookBadge playbook={playbook} /> : null}
        {isMissing ? <Badge tone="warning">A system is missing</Badge> : null}
        {isActive ? null : <Badge>Not Active</Badge>}
      </Badges>
    </Frame>
  );
}

export function PlaybookBadge({
  playbook,
}: {
  playbook: Pick<Playbook, 'isConverted' | 'isPaused' | 'problems' | 'wizard' | 'workflows'>;
}) {
  if (!playbook.isConverted) return <Badge tone="info">Not finished</Badge>;
  if (playbook.problems.length > 0) return <Badge tone="danger">Needs a connector</Badge>;
  if (!playbook.wizard.isFinished) return <Badge tone="warning">Open questions</Badge>;
  if (playbook.isPaused) return <Badge tone="warning">Paused</Badge>;
  const hasErrors = playbook.workflows.some(({ itemsInError }) => itemsInError > 0);
  return hasErrors ? <Badge tone="warning">{statusWord('FinishedWithErrors')}</Badge> : <Badge tone="success">Running</Badge>;
}
