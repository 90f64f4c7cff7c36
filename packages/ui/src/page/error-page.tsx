import type { ReactNode } from 'react';
import styled from 'styled-components';
import { Inline, Text } from '../layout/parts.ts';
import { LinkButton } from '../navigation/link.tsx';
import { usePageTitle } from '../services/services.ts';
import { color, font, radius, size, space } from '../theme/tokens.ts';

/** A `div`: it is inside the frame's `main`, below the frame's `h1`. */
const Box = styled.div`
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  gap: ${space(4)};
  min-height: 60vh;
  padding: ${space(6)};
  text-align: center;
`;
const Code = styled.p`
  color: ${color.muted};
  font: ${font.weight.bold} ${font.size.display} ${font.data};
`;
const Detail = styled.pre`
  max-width: min(${size.form}, 100%);
  max-height: ${size.listHeight};
  margin: 0;
  padding: ${space(3)};
  overflow: auto;
  background: ${color.sunken};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.control};
  text-align: left;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;

export interface ErrorPageProps {
  /** Default 500; empty for none. */
  code?: string | undefined;
  title?: string | undefined;
  hint?: ReactNode;
  /** The exact error, for people who can act on it (spec ERR-08). */
  detail?: string | undefined;
  /** Buttons before "Go Home". */
  actions?: ReactNode;
}

/** Shown instead of a page that failed (spec ERR-07). */
export function ErrorPage({ code = '500', title = 'Ooops! Something went wrong', hint, detail, actions }: ErrorPageProps) {
  return (
    <Box>
      {code ? <Code aria-hidden>{code}</Code> : null}
      <Text as="h2" $size="title">
        {title}
      </Text>
      {hint ? (
        <Text $color="muted" $maxWidth={size.dialog}>
          {hint}
        </Text>
      ) : null}
      {detail ? <Detail>{detail}</Detail> : null}
      <Inline $align="stretch" $justify="center">
        {actions}
        <LinkButton href="/">Go Home</LinkButton>
      </Inline>
    </Box>
  );
}

export function NotFound() {
  usePageTitle('Page not found');
  return <ErrorPage code="404" title="Page not found" hint="The address may be mistyped, or the page may no longer exist." />;
}
