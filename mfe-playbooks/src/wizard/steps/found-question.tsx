import { getErrorMessage } from '@portage/contracts';
import { Banner, Button, color, Inline, LinkButton, Muted, radius, Span, Spinner, Stack, size, space } from '@portage/ui';
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

interface FoundQuestionProps {
  question: Question;
  place: LookupField;
  /** Where the person fills the connector field that the record comes from; undefined if nothing is to be filled there. */
  connectorPath: string | undefined;
}

/** A record that the playbook looks up by itself. Shows the found record, or what to do so that it is found. */
export function FoundQuestion({ question, place, connectorPath }: FoundQuestionProps) {
  const { title, description, message, help } = question;
  const lookup = useLookup(place);
  const again = (words: string) => (
    <Button size="dense" aria-label={`${words}: ${title}`} isPending={lookup.isFetching} onPress={() => lookup.refetch()}>
      {words}
    </Button>
  );
  return (
    <Stack $gap={2} role="group" aria-label={title}>
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
    </Stack>
  );
}

function Found({ title, label, description }: { title: string; label: string; description: ReactNode }) {
  return (
    <Row role="status">
      <CircleCheck aria-hidden size={size.iconLarge} />
      <Inline as="span" $gap={[1, 3]} $align="stretch">
        <Span $weight="medium">{title}</Span>
        <Muted $breaks>{`Found: ${label}`}</Muted>
        {description ? <Muted $breaks>{description}</Muted> : null}
      </Inline>
    </Row>
  );
}
