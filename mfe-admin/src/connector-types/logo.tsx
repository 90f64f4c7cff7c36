import { color, radius, size, space } from '@portage/ui';
import { useState } from 'react';
import styled from 'styled-components';

const Frame = styled.span<{ $isLarge: boolean }>`
  display: inline-grid;
  place-items: center;
  flex: none;
  width: ${({ $isLarge }) => ($isLarge ? space(16) : size.control)};
  height: ${({ $isLarge }) => ($isLarge ? space(16) : size.control)};
  overflow: hidden;
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.control};
  background: ${color.sunken};
  color: ${color.muted};
  /* Logos are drawn for white. */
  &[data-has-picture] {
    background: #ffffff;
  }
  img {
    max-width: 80%;
    max-height: 80%;
  }
`;

export interface LogoProps {
  name: string;
  url: string | null;
  isLarge?: boolean;
}

/** The logo of a connector type; its first letter while the logo loads or if there is none. */
export function Logo({ name, url, isLarge = false }: LogoProps) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const [shownUrl, setShownUrl] = useState<string | null>(null);
  const isShown = url !== null && url !== failedUrl;
  const hasCome = isShown && url === shownUrl;
  return (
    <Frame $isLarge={isLarge} data-has-picture={hasCome || undefined} aria-hidden>
      {isShown ? <img src={url} alt="" onLoad={() => setShownUrl(url)} onError={() => setFailedUrl(url)} hidden={!hasCome} /> : null}
      {hasCome ? null : name.trim().slice(0, 1).toUpperCase()}
    </Frame>
  );
}
