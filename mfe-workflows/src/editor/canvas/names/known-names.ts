import { useEffect } from 'react';
import { useFlow, useFlowContext } from '../flow-context.tsx';
import { useCalledNames } from './called-names.ts';
import { useOperationNames } from './operation-names.ts';

export function ReferencedNamesLoader() {
  const { store } = useFlowContext();
  const steps = useFlow((state) => state.steps);
  const called = useCalledNames(steps);
  const operations = useOperationNames(steps);
  useEffect(() => {
    store.set({ knownNames: new Map([...called, ...operations]) });
  }, [store, called, operations]);
  return null;
}
