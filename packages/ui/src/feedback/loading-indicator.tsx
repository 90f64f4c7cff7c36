import { type ReactNode, useEffect, useRef, useState } from 'react';
import styled from 'styled-components';
import { color, space } from '../theme/tokens.ts';
import { createLoadingGate, type LoadingGate } from './loading-gate.ts';
import { Spinner } from './spinner.tsx';

/** Whether an indicator is to be seen now (spec CONST-01). */
export function useLoadingVisibility(isLoading: boolean): boolean {
  const [isVisible, setIsVisible] = useState(false);
  const gate = useRef<LoadingGate | null>(null);
  useEffect(() => {
    const created = createLoadingGate(setIsVisible);
    gate.current = created;
    return () => created.dispose();
  }, []);
  useEffect(() => gate.current?.set(isLoading), [isLoading]);
  return isVisible;
}

const Box = styled.div`
  display: flex;
  align-items: center;
  justify-content: center;
  gap: ${space(2)};
  min-height: ${space(20)};
  color: ${color.muted};
`;

export interface LoadingIndicatorProps {
  label?: string | undefined;
}

/** Tells that something is being fetched, unless it comes at once. */
export function LoadingIndicator({ label = 'Loading' }: LoadingIndicatorProps) {
  const isVisible = useLoadingVisibility(true);
  return <Indicator isVisible={isVisible} label={label} />;
}

/**
 * Holds data back while an indicator that has appeared has not been seen for its 800 ms (spec CONST-01), so that it never
 * flickers: `const { shown, indicator } = useLoaded(query.data, 'Loading the run'); if (shown === undefined) return indicator;`
 */
export function useLoaded<Data>(data: Data | undefined, label: string): { shown: Data | undefined; indicator: ReactNode } {
  const isVisible = useLoadingVisibility(data === undefined);
  return { shown: isVisible ? undefined : data, indicator: <Indicator isVisible={isVisible} label={label} /> };
}

function Indicator({ isVisible, label }: { isVisible: boolean; label: string }) {
  return (
    <Box role="status" aria-live="polite">
      {isVisible ? (
        <>
          <Spinner size="large" /> {label}…
        </>
      ) : null}
    </Box>
  );
}
