import { color, font, Hidden, Muted, radius, size, space } from '@portage/ui';
import { Unplug } from 'lucide-react';
import { useState } from 'react';
import styled from 'styled-components';

export const MarkFrame = styled.span`
  flex: none;
  display: inline-grid;
  place-items: center;
  width: ${space(8)};
  height: ${space(8)};
  border-radius: ${radius.control};
  background: ${color.sunken};
  color: ${color.muted};
  font-weight: ${font.weight.bold};
  img {
    width: ${size.iconLarge};
    height: ${size.iconLarge};
    object-fit: contain;
  }
`;
const Marks = styled.ul`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(1)};
  margin: 0;
  padding: 0;
  list-style: none;
  li {
    display: flex;
  }
`;

/** A system that a template needs, as the API returns it. */
export interface NeededConnectorType {
  id: string;
  /** Null if the type is gone or not visible to this person. */
  name: string | null;
  hasLogo: boolean;
  isAvailable: boolean;
}

/** The mark of a connector type; its first letter if it has none. */
export function ConnectorMark({ type }: { type: NeededConnectorType }) {
  const [isBroken, setIsBroken] = useState(false);
  return (
    <MarkFrame aria-hidden>
      {!type.isAvailable ? (
        <Unplug size={size.icon} />
      ) : type.hasLogo && !isBroken ? (
        <img src={`/api/connector-types/${encodeURIComponent(type.id)}/logo`} alt="" onError={() => setIsBroken(true)} />
      ) : (
        type.name?.trim().charAt(0).toUpperCase()
      )}
    </MarkFrame>
  );
}

/** Replaces a system's name that this person can't see. */
export const MISSING_SYSTEM = 'An unavailable system';

/** The systems of a template side by side; only the first ones if there are many. */
export function ConnectorMarks({ types, most = 6 }: { types: readonly NeededConnectorType[]; most?: number }) {
  if (types.length === 0) return null;
  const [shown, rest] = [types.slice(0, most), types.slice(most)];
  return (
    <Marks aria-label="Connectors">
      {shown.map((type) => (
        <li key={type.id} title={type.name ?? MISSING_SYSTEM}>
          <ConnectorMark type={type} />
          <Hidden>{type.name ?? MISSING_SYSTEM}</Hidden>
        </li>
      ))}
      {rest.length > 0 ? (
        <li>
          <Muted $size="small" title={rest.map(({ name }) => name ?? MISSING_SYSTEM).join(', ')}>
            +{rest.length}
          </Muted>
        </li>
      ) : null}
    </Marks>
  );
}
