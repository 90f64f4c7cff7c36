import { type ReactNode, Suspense, use, useEffect, useRef, useState } from 'react';
import styled from 'styled-components';
import { Spinner } from '../button/spinner.tsx';
import { color, space } from '../theme/tokens.ts';
import { useCodeLoads } from './code-loads.ts';
import { createLoadingGate, LOADING_MINIMUM_MS, type LoadingGate } from './loading-gate.ts';

/** Whether an indicator should be visible now (spec CONST-01). */
export function useLoadingVisibility(isLoading: boolean): boolean {
  const [isVisible, setIsVisible] = useState(false);
  const gate = useRef<LoadingGate | null>(null);
  useEffect(() => {
    const created = createLoadingGate(setIsVisible);
    gate.current = created;
    return () => created.dispose();
  }, []);
  useEffect(() => (isVisible ? gate.current?.noteShown() : undefined), [isVisible]);
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

/**
 * Holds data back until a visible indicator has been shown for its 800 ms (spec CONST-01), so that it never flickers:
 *
 * `const { shown, indicator } = useLoaded(query.data, 'Loading the run'); if (shown === undefined) return indicator;`
 */
export function useLoaded<Data>(data: Data | undefined, label = 'Loading'): { shown: Data | undefined; indicator: ReactNode } {
  const isVisible = useLoadingVisibility(data === undefined);
  return { shown: isVisible ? undefined : data, indicator: <Indicator isVisible={isVisible} label={label} /> };
}

export interface LoadingBoundaryProps {
  label?: string | undefined;
  children: ReactNode;
}

/** Like `useLoaded`, for lazily loaded code: wraps the component made by `lazy`. */
export function LoadingBoundary({ label = 'Loading', children }: LoadingBoundaryProps) {
  const [hold] = useState<Hold>(() => ({ until: null }));
  useCodeLoads();
  return (
    <Suspense fallback={<Waiting hold={hold} label={label} />}>
      {children}
      <HeldBack hold={hold} />
    </Suspense>
  );
}

/** Set while a visible indicator must stay. */
interface Hold {
  until: Promise<void> | null;
}

function Waiting({ hold, label }: { hold: Hold; label: string }) {
  const isVisible = useLoadingVisibility(true);
  useEffect(() => {
    if (!isVisible) return;
    hold.until = new Promise((resolve) => setTimeout(resolve, LOADING_MINIMUM_MS));
  }, [hold, isVisible]);
  return <Indicator isVisible={isVisible} label={label} />;
}

/** Suspends next to the loaded content, so that the fallback stays until both are ready. */
function HeldBack({ hold }: { hold: Hold }) {
  if (hold.until) use(hold.until);
  return null;
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
