import { getErrorMessage } from '@portage/contracts';
import { Banner, Button, color, font, LinkButton, radius, Spinner, size, space } from '@portage/ui';
import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import type { Question } from '../../playbooks/api-types.ts';
import { type LookupField, useLookup } from './use-lookup.ts';

const Row = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  align-items: center;
  gap: ${space(3)};
  padding: ${space(3)};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.control};
  > svg {
    flex: none;
    color: ${color.success};
  }
`;
const Title = styled.span`
  font-weight: ${font.weight.medium};
`;
const Muted = styled.span`
  color: ${color.muted};
  overflow-wrap: anywhere;
`;
const Words = styled.span`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1)} ${space(3)};
`;
const Group = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space(2)};
`;

interface FoundQuestionProps {
  question: Question;
  place: LookupField;
  /** Where the person fills the connector field that the record comes from; undefined if nothing is to be filled there. */
  connectorPath: string | undefined;
}

/** A record that the playbook looks up by itself: shown as found, or with what to do so that it is found. */
export function FoundQuestion({ question, place, connectorPath }: FoundQuestionProps) {
  const { title, description, message, help } = question;
  const lookup = useLookup(place);
  const again = (words: string) => (
    <Button size="dense" aria-label={`${words}: ${title}`} isPending={lookup.isFetching} onPress={() => lookup.refetch()}>
      {words}
    </Button>
  );
  return (
    <Group role="group" aria-label={title}>
      {lookup.error ? (
        <Banner tone="danger" title={`${title} could not be looked up`} action={again('Retry')}>
          {getErrorMessage(lookup.error)}
        </Banner>
      ) : !lookup.data ? (
        <Row>
          <Spinner size="large" />
          <span role="status">{`Looking for ${title}…`}</span>
        </Row>
      ) : lookup.data[0] ? (
        <Found title={title} label={lookup.data[0].label} description={description} />
      ) : question.isRequired ? (
        <Banner
          tone="danger"
          title={message ?? `${title} not found`}
          action={
            <>
              {connectorPath ? (
                <LinkButton size="dense" href={connectorPath}>
                  Open the connector
                </LinkButton>
              ) : null}
              {again('Look again')}
            </>
          }
        >
          {help ?? description}
        </Banner>
      ) : (
        <Banner title={message ?? `${title} not found`} action={again('Look again')}>
          {help ?? description} It is not required.
        </Banner>
      )}
    </Group>
  );
}

function Found({ title, label, description }: { title: string; label: string; description: ReactNode }) {
  return (
    <Row role="status">
      <CircleCheck aria-hidden size={size.iconLarge} />
      <Words>
        <Title>{title}</Title>
        <Muted>{`Found: ${label}`}</Muted>
        {description ? <Muted>{description}</Muted> : null}
      </Words>
    </Row>
  );
}
