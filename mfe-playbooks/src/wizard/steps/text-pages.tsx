import { ConnectorMarks } from '@portage/area-kit';
import { Banner, color, font, Link, radius, space } from '@portage/ui';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import type { Playbook, Template } from '../../playbooks/api-types.ts';
import { getListPath, playbookPath } from '../../playbooks/playbook-queries.ts';
import { hasUsualSchedule, syncStartText } from '../../playbooks/sync-start.ts';

const Box = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space(4)};
  max-width: 70ch;
  line-height: 1.55;
  p {
    margin: 0;
    white-space: pre-line;
  }
`;
const Points = styled.ul`
  display: flex;
  flex-direction: column;
  gap: ${space(2)};
  margin: 0;
  padding: 0;
  list-style: none;
  li {
    display: grid;
    grid-template-columns: ${space(6)} minmax(0, 1fr);
  }
  svg {
    width: ${space(4)};
    margin-top: ${space(0.5)};
    color: ${color.brand};
  }
`;
/** A dot, not a tick: these points have yet to be done or known. */
const Dot = styled.span`
  width: ${space(1.5)};
  height: ${space(1.5)};
  margin: ${space(2)} 0 0 ${space(1)};
  border-radius: ${radius.round};
  background: ${color.brand};
`;
const Made = styled.dl`
  display: grid;
  gap: ${space(3)};
  margin: 0;
  dt {
    font-weight: ${font.weight.medium};
  }
  dd {
    margin: 0;
    color: ${color.muted};
  }
`;
const Title = styled.h3`
  margin-bottom: ${space(2)};
  font-size: ${font.size.base};
`;

interface PageText {
  text: string;
  points: readonly string[];
  mark: ReactNode;
}

function Text({ text, points, mark }: PageText) {
  return (
    <>
      {text ? <p>{text}</p> : null}
      {points.length > 0 ? (
        <Points>
          {points.map((point) => (
            <li key={point}>
              {mark}
              <span>{point}</span>
            </li>
          ))}
        </Points>
      ) : null}
    </>
  );
}

/** Says what the playbook does, before its first question (spec CPB-11). */
export function StartPage({ template }: { template: Template }) {
  const { startPage, connectorTypes, workflows, description } = template;
  return (
    <Box>
      <ConnectorMarks types={connectorTypes} />
      <Text text={startPage?.text ?? description} points={startPage?.points ?? []} mark={<Dot />} />
      {workflows.length > 0 ? (
        <section>
          <Title>What it sets up</Title>
          <Made>
            {workflows.map(({ id, name, description: what }) => (
              <div key={id}>
                <dt>{name}</dt>
                <dd>{what}</dd>
              </div>
            ))}
          </Made>
        </section>
      ) : null}
    </Box>
  );
}

const READY = 'The integration is ready. Click Finish, or go Back to list.';
/** A sentence of a template about the usual schedule. */
const USUAL_START = /[^.!?]*10 minutes[^.!?]*[.!?]/g;
const LIST_WORDS = /(Back to list)/i;

/** Spec CPB-11..14. Every end page shows the shared texts, even if the template doesn't have them. */
export function EndPage({ template, playbook }: { template: Template; playbook: Playbook }) {
  const { id, isConverted } = playbook;
  const starts = syncStartText(playbook, new Date());
  if (!isConverted) return <Banner title="One more click">Every step is answered. Create the playbook. {starts}</Banner>;
  if (playbook.problems.length > 0) {
    return (
      <Banner tone="warning" title="The playbook can't sync yet">
        A connection is broken. Fix it, and the playbook syncs on its schedule.
      </Banner>
    );
  }
  const { title, points } = template.endPage;
  const text = hasUsualSchedule(playbook) ? template.endPage.text : template.endPage.text.replace(USUAL_START, '').trim();
  const said = [/Finish/.test(text) ? '' : READY, text, /10 minutes/.test(text) ? '' : starts].filter(Boolean).join(' ');
  return (
    <Box>
      <Banner tone="success" title={title}>
        {said.split(LIST_WORDS).map((part) =>
          LIST_WORDS.test(part) ? (
            <Link key={part} href={getListPath(template)}>
              {part}
            </Link>
          ) : (
            part
          ),
        )}
      </Banner>
      <Text text="" points={points} mark={<Check aria-hidden />} />
      <p>
        <Link href={playbookPath(id)}>Open the playbook</Link> to see its syncs and what failed, to pause it or to edit it.
      </p>
    </Box>
  );
}
