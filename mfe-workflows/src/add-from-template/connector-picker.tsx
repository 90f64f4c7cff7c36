import { ConnectorMark, color, Link, MISSING_SYSTEM, Select, size, space } from '@portage/ui';
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
const Missing = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(3)};
  color: ${color.muted};
`;

export interface ConnectorPickerProps {
  type: NeededType;
  connectors: readonly { id: string; name: string }[];
  value: string | null;
  onChange: (connectorId: string) => void;
  /** What is missing is said: the person wanted to go on. */
  isTold: boolean;
  /** Where the page of a new connector leads back to. */
  returnTo: string;
  onLeaving: () => void;
}

/** The connector of one type, with the way to add one (spec TPL-21, TPL-23). */
export function ConnectorPicker({ type, connectors, value, onChange, isTold, returnTo, onLeaving }: ConnectorPickerProps) {
  if (!type.isAvailable) {
    return (
      <Missing>
        <ConnectorMark type={type} />
        {MISSING_SYSTEM}
      </Missing>
    );
  }
  const query = new URLSearchParams({ connectorTypeId: type.id, returnTo });
  const isClosed = type.isHiddenForNewConnectors;
  return (
    <Row>
      <ConnectorMark type={type} />
      <Select
        label={type.name ?? type.id}
        isRequired
        value={value}
        onChange={onChange}
        isDisabled={connectors.length === 0}
        placeholder={connectors.length > 0 ? 'Select a connector' : 'You have none yet'}
        options={connectors.map(({ id, name }) => ({ value: id, label: name }))}
        errorMessage={isTold && value === null ? `Please select a connector for ${type.name ?? type.id}` : undefined}
        hint={isClosed && connectors.length === 0 ? 'New connectors of this type cannot be made at the moment.' : undefined}
      />
      {isClosed ? null : (
        <Link href={`/connectors/add?${query}`} onClick={onLeaving} aria-label={`Add connector for ${type.name ?? type.id}`}>
          Add connector
        </Link>
      )}
    </Row>
  );
}
