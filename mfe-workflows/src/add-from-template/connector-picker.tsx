import { ConnectorMark, MISSING_SYSTEM, UseSimulatedButton } from '@portage/area-kit';
import { Button, Inline, Link, Muted, Problem, Select, Span, Stack, size, space } from '@portage/ui';
import { Plus } from 'lucide-react';
import styled from 'styled-components';
import type { NeededType } from './template.ts';

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-start;
  gap: ${space(3)};
  > div {
    flex: 1 1 ${size.field};
    min-width: 0;
  }
  > a {
    margin-top: ${space(7)};
    line-height: ${space(5)};
  }
  > [aria-hidden] {
    margin-top: ${space(6)};
  }
  @media (max-width: ${size.narrow}) {
    > a {
      flex-basis: 100%;
      margin: 0 0 0 ${space(11)};
    }
    > div {
      flex-basis: 0;
    }
  }
`;

export interface ConnectorPickerProps {
  type: NeededType;
  connectors: readonly { id: string; name: string }[];
  value: string | null;
  onChange: (connectorId: string) => void;
  /** The person has tried to continue, so missing choices are reported. */
  isTold: boolean;
  returnTo: string;
  onLeaving: () => void;
  onAdd: () => void;
  /** Called after a connector was made without leaving the page. */
  onMade: (connectorId: string) => unknown;
}

/** The connector of one type, with the ways to add one (spec TPL-21, TPL-23). */
export function ConnectorPicker(props: ConnectorPickerProps) {
  const { type, connectors, value, onChange, isTold, returnTo, onLeaving, onMade } = props;
  if (!type.isAvailable) {
    return (
      <Inline $gap={3} $isNowrap $color="muted">
        <ConnectorMark type={type} />
        {MISSING_SYSTEM}
      </Inline>
    );
  }
  const name = type.name ?? type.id;
  if (connectors.length === 0) return <NoConnector {...props} name={name} />;
  return (
    <Row>
      <ConnectorMark type={type} />
      <Select
        label={name}
        isRequired
        value={value}
        onChange={onChange}
        placeholder="Select a connector"
        options={connectors.map((connector) => ({ value: connector.id, label: connector.name }))}
        errorMessage={isTold && value === null ? `Please select a connector for ${name}` : undefined}
      />
      {type.isHiddenForNewConnectors ? null : <AddLink typeId={type.id} name={name} returnTo={returnTo} onLeaving={onLeaving} />}
      {type.isHiddenForNewConnectors || value !== null ? null : <UseSimulatedButton type={type} size="dense" onMade={onMade} />}
    </Row>
  );
}

/** Shown if there is nothing to choose from: ways to add a connector. */
function NoConnector({ type, name, isTold, returnTo, onLeaving, onAdd, onMade }: ConnectorPickerProps & { name: string }) {
  return (
    <Row role="group" aria-label={name}>
      <ConnectorMark type={type} />
      <Stack $gap={2}>
        <span>
          <Span $size="small" $weight="medium">
            {name}
          </Span>{' '}
          <Muted>No {name} connector yet</Muted>
        </span>
        {type.isHiddenForNewConnectors ? (
          <Muted>New connectors of this type can’t be created right now.</Muted>
        ) : (
          <Inline>
            <Button size="dense" icon={<Plus aria-hidden />} onPress={onAdd}>
              Add {name} connector
            </Button>
            <UseSimulatedButton type={type} size="dense" onMade={onMade} />
          </Inline>
        )}
        {isTold ? (
          <Problem as="span" $size="tiny" role="alert">
            Please select a connector for {name}
          </Problem>
        ) : null}
      </Stack>
      {type.isHiddenForNewConnectors ? null : <AddLink typeId={type.id} name={name} returnTo={returnTo} onLeaving={onLeaving} />}
    </Row>
  );
}

interface AddLinkProps extends Pick<ConnectorPickerProps, 'returnTo' | 'onLeaving'> {
  typeId: string;
  name: string;
}

/** Spec TPL-23: links to the page of a new connector of the type. */
function AddLink({ typeId, name, returnTo, onLeaving }: AddLinkProps) {
  return (
    <Link
      href={`/connectors/add?${new URLSearchParams({ connectorTypeId: typeId, returnTo })}`}
      onClick={onLeaving}
      aria-label={`Add connector for ${name}`}
    >
      Add connector
    </Link>
  );
}
