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

/** The logo of a connector type; its first letter while it loads or if there is none. */
export function TypeLogo({ type, isSmall = false }: { type: Pick<ConnectorType, 'id' | 'name' | 'logo'> | undefined; isSmall?: boolean }) {
  const url = type?.logo
    ? `/api/connector-types/${encodeURIComponent(type.id)}/logo?v=${encodeURIComponent(type.logo.fileStorageId)}`
    : null;
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const [shownUrl, setShownUrl] = useState<string | null>(null);
  const isExpected = url !== null && url !== failedUrl;
  const hasCome = isExpected && url === shownUrl;
  return (
    <Frame $isSmall={isSmall} aria-hidden>
      {isExpected ? <img src={url} alt="" onLoad={() => setShownUrl(url)} onError={() => setFailedUrl(url)} hidden={!hasCome} /> : null}
      {hasCome ? null : (type?.name.trim().charAt(0).toUpperCase() ?? '?')}
    </Frame>
  );
}
