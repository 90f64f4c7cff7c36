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

/** The logo of a connector type, or the first letter of its name where it has none. */
export function Logo({ name, url, isLarge = false }: LogoProps) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const isShown = url !== null && url !== failedUrl;
  return (
    <Frame $isLarge={isLarge} data-has-picture={isShown || undefined} aria-hidden>
      {isShown ? <img src={url} alt="" onError={() => setFailedUrl(url)} /> : name.trim().slice(0, 1).toUpperCase()}
    </Frame>
  );
}
