import { rememberBillingReturn, useAddConnector, useMaySubscribe } from '@portage/area-kit';
import type { ConnectorTypeChoice } from '@portage/connectors/schema';
import { color, font, Link, motion, radius, Span, size, space, useGrowingList } from '@portage/ui';
import { Plus } from 'lucide-react';
import styled from 'styled-components';
import { StepIcon } from '../../step-types/step-icon.tsx';
import { hasWords } from './step-choices.ts';
import { lacksSubscription, usePickedConnectorTypes } from './step-sources.ts';

const LONG_NAME = 12;

const Grid = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(92px, 1fr));
  gap: ${space(2)};
`;
const Tile = styled.button`
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  gap: ${space(1)};
  min-width: 0;
  min-height: 76px;
  padding: ${space(2)} 0;
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.control};
  background: ${color.surface};
  color: ${color.text};
  font-size: ${font.size.tiny};
  cursor: pointer;
  transition: border-color ${motion.quick} ${motion.ease};
  > span {
    max-width: 100%;
    padding: 0 ${space(1)};
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  img {
    width: ${space(7)};
    height: ${space(7)};
    object-fit: contain;
  }
  &:hover {
    border-color: ${color.brand};
  }
  &[data-new] {
    border-style: dashed;
    color: ${color.muted};
  }
`;

const HowToGet = styled.p`
  margin: 0 0 ${space(2)};
  color: ${color.muted};
  font-size: ${font.size.small};
`;

/** Spec EDIT-39: "New Connector" and one tile per connector type with a base URL. A connector that was just made is chosen at once. */
export function ConnectorTiles({ onChoose, filter = '' }: { onChoose: (type: ConnectorTypeChoice) => void; filter?: string }) {
  const pickedTypes = usePickedConnectorTypes();
  const shown = useGrowingList(pickedTypes.filter(({ name }) => hasWords(name, filter)));
  const maySubscribe = useMaySubscribe();
  const isLacking = (type: ConnectorTypeChoice) => lacksSubscription(type, maySubscribe);
  const addConnector = useAddConnector((_id, typeId) => {
    const type = pickedTypes.find(({ id }) => id === typeId);
    if (type) onChoose(type);
  });
  return (
    <>
      {shown.some(isLacking) ? (
        <HowToGet>
          Applications marked “Subscription” need one for a new connector.{' '}
          <Link href="/billing" onClick={() => rememberBillingReturn(window.location.pathname + window.location.search)}>
            Billing
          </Link>
        </HowToGet>
      ) : null}
      <Grid>
        <Tile type="button" data-new data-choice onClick={() => addConnector()}>
          <Plus size={size.iconLarge} aria-hidden />
          <span>New Connector</span>
        </Tile>
        {shown.map((type) => (
          // Spec EDIT-81: a tooltip if the name may be cut off.
          <Tile
            key={type.id}
            type="button"
            data-choice
            title={type.name.length > LONG_NAME ? type.name : undefined}
            onClick={() => onChoose(type)}
          >
            {type.logoUrl ? <img src={type.logoUrl} alt="" /> : <StepIcon type="ConnectorOperation" />}
            <span>{type.name}</span>
            {isLacking(type) ? <Span $color="warning">Subscription</Span> : null}
          </Tile>
        ))}
      </Grid>
    </>
  );
}
