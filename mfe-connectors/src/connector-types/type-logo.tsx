import { color, font, radius, size, space } from '@portage/ui';
import { useState } from 'react';
import styled from 'styled-components';
import type { ConnectorType } from '../connectors/api-types.ts';

const Frame = styled.span<{ $isSmall: boolean }>`
  flex: none;
  display: grid;
  place-items: center;
  width: ${({ $isSmall }) => ($isSmall ? space(6) : space(10))};
  height: ${({ $isSmall }) => ($isSmall ? space(6) : space(10))};
  border-radius: ${radius.control};
  background: ${({ $isSmall }) => ($isSmall ? 'transparent' : color.sunken)};
  color: ${color.muted};
  font-size: ${({ $isSmall }) => ($isSmall ? font.size.small : font.size.large)};
  font-weight: ${font.weight.bold};
  img {
    width: ${({ $isSmall }) => ($isSmall ? size.iconLarge : space(7))};
    height: ${({ $isSmall }) => ($isSmall ? size.iconLarge : space(7))};
    object-fit: contain;
  }
`;

/** The mark of a connector type; its first letter where there is none. */
export function TypeLogo({ type, isSmall = false }: { type: Pick<ConnectorType, 'id' | 'name' | 'logo'> | undefined; isSmall?: boolean }) {
  const [isBroken, setIsBroken] = useState(false);
  const hasLogo = type?.logo && !isBroken;
  return (
    <Frame $isSmall={isSmall} aria-hidden>
      {hasLogo ? (
        <img
          src={`/api/connector-types/${encodeURIComponent(type.id)}/logo?v=${encodeURIComponent(type.logo?.fileStorageId ?? '')}`}
          alt=""
          onError={() => setIsBroken(true)}
        />
      ) : (
        (type?.name.trim().charAt(0).toUpperCase() ?? '?')
      )}
    </Frame>
  );
}
