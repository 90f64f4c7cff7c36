import { createContext, type ReactNode, useContext } from 'react';
import type { ValueSources } from './value-types.ts';

const SourcesContext = createContext<ValueSources>({ steps: [] });

/** Around everything that holds step forms: tells their fields of the workflow, and shows the value selector (spec STEP-03). */
export function ValueSelectorProvider({ steps, workflowId, children }: ValueSources & { children: ReactNode }) {
  return <SourcesContext value={{ steps, workflowId }}>{children}</SourcesContext>;
}

export function useValueSources(): ValueSources {
  return useContext(SourcesContext);
}
