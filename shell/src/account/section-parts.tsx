import { useSessionUser } from '@portage/area-kit/base';
import { getErrorMessage } from '@portage/contracts';
import { Banner, Button, color, Spinner, size, space, useLoadingVisibility } from '@portage/ui/base';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useRef } from 'react';
import styled from 'styled-components';

export const Stack = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space(4)};
  min-width: 0;
  outline: none;
`;

/** The fields of a form, at most as wide as a readable line. */
export const Fields = styled.form`
  display: flex;
  flex-direction: column;
  gap: ${space(4)};
  max-width: 420px;
`;

/** Items of one kind, separated by lines; name and facts on the left, the button on the right. */
export const Rows = styled.ul`
  margin: 0;
  padding: 0;
  list-style: none;
  > li {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-start;
    justify-content: space-between;
    gap: ${space(2)} ${space(4)};
    padding: ${space(4)};
  }
  > li + li {
    border-top: ${size.hairline} solid ${color.line};
  }
`;

export const RowHead = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)};
  margin-bottom: ${space(2)};
  strong {
    overflow-wrap: anywhere;
  }
`;

export const RowBody = styled.div`
  flex: 1 1 240px;
  min-width: 0;
`;

/** The data of a query; a spinner until it loads, and a message with a retry button after a failure. */
export function Loaded<Data>({ query, children }: { query: UseQueryResult<Data>; children: (data: Data) => ReactNode }) {
  const isWaiting = useLoadingVisibility(query.isPending);
  if (query.data !== undefined) return children(query.data);
  if (query.error) {
    return (
      <Banner tone="danger" action={<Button onClick={() => void query.refetch()}>Retry</Button>}>
        {getErrorMessage(query.error)}
      </Banner>
    );
  }
  return isWaiting ? <Spinner label="Loading" /> : null;
}

/** Where the keyboard focus goes after the focused item was removed. Give the ref to the section's `Stack`, with `tabIndex={-1}`. */
export function useSectionFocus(): [RefObject<HTMLDivElement | null>, () => void] {
  const section = useRef<HTMLDivElement>(null);
  return [section, () => section.current?.focus({ preventScroll: true })];
}

/** Replaces what an admin who impersonates a person may not do. */
export function NotWhileImpersonating({ children }: { children: ReactNode }) {
  const user = useSessionUser();
  if (!user?.isImpersonating) return children;
  return <Banner tone="info">You act as {user.email}. Only they can change this.</Banner>;
}
