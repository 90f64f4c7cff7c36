import { type EntitySource, usesOfEntity } from '@portage/connectors/editing';
import { Badge, color, Inline, Muted, radius, Span, space } from '@portage/ui';
import styled from 'styled-components';

const List = styled.ul`
  flex: 1;
  min-height: 0;
  margin: 0;
  padding: 0;
  overflow: auto;
  list-style: none;
`;
const Row = styled.button`
  display: flex;
  flex-direction: column;
  gap: ${space(1)};
  width: 100%;
  padding: ${space(2)} ${space(3)};
  border: 0;
  border-radius: ${radius.control};
  background: none;
  color: inherit;
  font: inherit;
  text-align: left;
  cursor: pointer;
  &:hover {
    background: ${color.hover};
  }
  &[aria-current='true'] {
    background: ${color.brandSoft};
  }
`;

export interface EntityListProps {
  entities: readonly EntitySource[];
  openName: string | null;
  onSelect: (name: string) => void;
}

/** The record types of a document, and what a sync can do with each. */
export function EntityList({ entities, openName, onSelect }: EntityListProps) {
  return (
    <List aria-label="Entities">
      {entities.map(({ name, definition }) => {
        const { isSource, isTarget, uses } = usesOfEntity(definition);
        return (
          <li key={name}>
            <Row type="button" aria-current={name === openName} onClick={() => onSelect(name)}>
              <Inline>
                <Span $weight="bold" $breaks>
                  {name}
                </Span>
                {isSource ? <Badge tone="info">Source</Badge> : null}
                {isTarget ? <Badge tone="success">Target</Badge> : null}
              </Inline>
              <Muted $size="tiny" $isData>
                {uses.join(' · ')}
              </Muted>
            </Row>
          </li>
        );
      })}
    </List>
  );
}
