import {
  Button,
  color,
  EmptyState,
  font,
  Inline,
  motion,
  radius,
  SearchField,
  Span,
  Stack,
  size,
  space,
  useGrowingList,
} from '@portage/ui';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import styled from 'styled-components';
import type { ConnectorType } from '../connectors/api-types.ts';
import { matchingTypes } from './offered-types.ts';
import { TypeLogo } from './type-logo.tsx';

const Grid = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(200px, 1fr));
  gap: ${space(2)};
  max-height: 420px;
  margin: 0;
  /* Room for the ring of the tile in focus. */
  padding: ${space(1)};
  overflow: auto;
  list-style: none;
`;
const Tile = styled.button`
  display: flex;
  align-items: center;
  gap: ${space(3)};
  width: 100%;
  min-width: 0;
  height: 100%;
  padding: ${space(2)};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.card};
  background: ${color.surface};
  color: ${color.text};
  font: inherit;
  text-align: left;
  cursor: pointer;
  transition: border-color ${motion.quick} ${motion.ease}, background-color ${motion.quick} ${motion.ease};
  &:hover {
    border-color: ${color.brand};
    background: ${color.hover};
  }
  > span:last-child {
    min-width: 0;
  }
`;
const Label = styled.span`
  display: -webkit-box;
  overflow: hidden;
  color: ${color.muted};
  font-size: ${font.size.tiny};
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
`;
const Chosen = styled(Inline)`
  justify-content: space-between;
  > span:first-child {
    display: flex;
    align-items: center;
    gap: ${space(3)};
    min-width: 0;
  }
  b {
    overflow-wrap: anywhere;
  }
`;
const Filter = styled.div`
  flex: 1 1 ${size.field};
  min-width: 0;
`;
export interface TypePickerProps {
  types: readonly ConnectorType[];
  chosen: ConnectorType | undefined;
  onChoose: (type: ConnectorType | null) => void;
  errorMessage: string | undefined;
  /** Adds an application that isn't listed. */
  ownApi: ReactNode;
}

/** The applications as tiles, with a filter box (spec CONN-08). Enter in the box chooses the only match. */
export function TypePicker({ types, chosen, onChoose, errorMessage, ownApi }: TypePickerProps) {
  const [filter, setFilter] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const matching = matchingTypes(types, filter);
  const shown = useGrowingList(matching);

  if (chosen) {
    return (
      <Chosen>
        <span>
          <TypeLogo type={chosen} />
          <span>
            <b>{chosen.name}</b>
            {chosen.label ? <Label>{chosen.label}</Label> : null}
          </span>
        </span>
        <Button size="dense" onPress={() => onChoose(null)}>
          Change application
        </Button>
      </Chosen>
    );
  }

  function takeOnly(event: KeyboardEvent): void {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const [only] = matching;
    if (matching.length === 1 && only) onChoose(only);
  }

  return (
    <Stack ref={box} $gap={3}>
      <Inline>
        <Filter onKeyDown={takeOnly}>
          <SearchField label="Filter" isLabelHidden placeholder="Filter" value={filter} onChange={setFilter} errorMessage={errorMessage} />
        </Filter>
        {ownApi}
      </Inline>
      {matching.length === 0 ? (
        <EmptyState
          title={types.length === 0 ? 'There are no applications yet' : 'No application matches'}
          {...(types.length > 0 ? { action: <Button onPress={() => setFilter('')}>Show all applications</Button> } : {})}
        >
          {types.length === 0 ? 'Add your own API, or ask an admin for one.' : 'Try another part of the name, or add your own API.'}
        </EmptyState>
      ) : (
        <Grid aria-label="Applications">
          {shown.map((type) => (
            <li key={type.id}>
              <Tile type="button" title={type.name} onClick={() => onChoose(type)}>
                <TypeLogo type={type} />
                <span>
                  <Span $isClipped $isBlock $weight="medium">
                    {type.name}
                  </Span>
                  {type.label ? <Label>{type.label}</Label> : null}
                </span>
              </Tile>
            </li>
          ))}
        </Grid>
      )}
    </Stack>
  );
}
