import { useHost } from '@portage/area-kit';
import { Button, Card, color, font, Link, motion, radius, Span, size, space } from '@portage/ui';
import { useQueryClient } from '@tanstack/react-query';
import { LayoutTemplate, PencilRuler, Plus, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { markCreated } from '../add-workflow/created-workflow-marker.ts';
import { workflowKeys } from '../workflows/workflow-queries.ts';

const SAMPLE_NAME = 'Sample: orders by size';

const WAYS: readonly { href: string; icon: ReactNode; title: string; text: string }[] = [
  {
    href: '/workflows/add-from-template',
    icon: <LayoutTemplate aria-hidden />,
    title: 'Start from a template',
    text: 'Choose a ready-made workflow. Starters run at once, without an account elsewhere.',
  },
  {
    href: '/workflows/add',
    icon: <PencilRuler aria-hidden />,
    title: 'Start from scratch',
    text: 'Name a workflow, choose what starts it, and add your own steps.',
  },
  {
    href: '/playbooks-and-templates',
    icon: <RefreshCw aria-hidden />,
    title: 'Connect two systems',
    text: 'A playbook keeps records in two systems in sync. A few questions set it up.',
  },
];

const Intro = styled.div`
  h2 {
    font-size: ${font.size.title};
  }
  p {
    margin-top: ${space(1)};
    color: ${color.muted};
  }
`;
const Room = styled.div`
  container-type: inline-size;
`;
const Ways = styled.ul`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: ${space(4)};
  margin: 0;
  padding: 0;
  list-style: none;
  @container (max-width: ${size.cards}) {
    grid-template-columns: minmax(0, 1fr);
  }
`;
const Way = styled(Link)`
  display: grid;
  grid-template-columns: auto 1fr;
  align-items: center;
  gap: ${space(2)} ${space(3)};
  align-content: start;
  height: 100%;
  padding: ${space(4)};
  background: ${color.surface};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.card};
  color: ${color.text};
  text-decoration: none;
  transition: border-color ${motion.quick} ${motion.ease}, background-color ${motion.quick} ${motion.ease};
  &:hover {
    border-color: ${color.brand};
    background: ${color.hover};
    text-decoration: none;
  }
  svg {
    width: ${size.iconLarge};
    height: ${size.iconLarge};
    color: ${color.brand};
  }
`;
const Text = styled.span`
  grid-column: 1 / -1;
  color: ${color.muted};
  font-size: ${font.size.small};
`;
const Sample = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space(3)};
  p {
    flex: 1 1 ${size.field};
    color: ${color.muted};
  }
`;

export function WaysToStart({ sampleTemplateId }: { sampleTemplateId: string | null }) {
  return (
    <>
      <Intro>
        <h2>No workflows yet</h2>
        <p>
          A workflow starts with an event, such as an order or a form, and carries its data to your other systems.{' '}
          <Link href="/help/first-workflow">How to build one</Link>
        </p>
      </Intro>
      <Room>
        <Ways aria-label="Ways to start">
          {WAYS.map(({ href, icon, title, text }) => (
            <li key={href}>
              <Way href={href}>
                {icon}
                <Span $weight="bold">{title}</Span>
                <Text>{text}</Text>
              </Way>
            </li>
          ))}
        </Ways>
      </Room>
      {sampleTemplateId === null ? null : <SampleOffer templateId={sampleTemplateId} />}
    </>
  );
}

function SampleOffer({ templateId }: { templateId: string }) {
  const { api, navigate } = useHost();
  const queryClient = useQueryClient();
  async function addSample() {
    const { workflow } = await api('POST /api/workflows', { body: { name: SAMPLE_NAME, templateId } });
    markCreated(sessionStorage, workflow.id, Date.now());
    navigate(`/workflows/${workflow.id}/edit`);
    await queryClient.invalidateQueries({ queryKey: workflowKeys.all });
  }
  return (
    <Card>
      <Sample>
        <p>Just looking around? The sample workflow sorts orders by size. Press Run in it and send the sample order.</p>
        <Button icon={<Plus aria-hidden />} onPress={addSample}>
          Add the sample workflow
        </Button>
      </Sample>
    </Card>
  );
}
