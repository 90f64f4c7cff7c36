import { getErrorMessage, getSupportId } from '@portage/contracts';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { color, font } from '../theme/tokens.ts';
import { Banner } from './banner.tsx';

const Support = styled.p`
  color: ${color.muted};
  font-size: ${font.size.small};
  code {
    font-family: ${font.data};
    user-select: all;
  }
`;

/** The failed action, the reason, and, if the server failed, the id for support. */
export function ErrorBanner({ title, error, action }: { title?: ReactNode; error: unknown; action?: ReactNode }) {
  const supportId = getSupportId(error);
  return (
    <Banner tone="danger" title={title} action={action}>
      {getErrorMessage(error)}
      {supportId ? (
        <Support>
          If this keeps happening, give support this id: <code>{supportId}</code>
        </Support>
      ) : null}
    </Banner>
  );
}
