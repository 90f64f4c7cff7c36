import { useEffect, useRef, useState } from 'react';

type Functions = Record<string, (...given: never[]) => void>;

/** The same object for the component's lifetime; its functions call the latest ones, so that rows need not be redrawn. */
export function useStable<Actions extends Functions>(actions: Actions): Actions {
  const latest = useRef<Functions>(actions);
  useEffect(() => {
    latest.current = actions;
  });
  const [stable] = useState(() =>
    Object.fromEntries(Object.keys(actions).map((name) => [name, (...given: never[]) => latest.current[name]?.(...given)])),
  );
  return stable as Actions;
}
