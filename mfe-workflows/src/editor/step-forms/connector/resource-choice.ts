import { useState } from 'react';

interface Offered {
  id: string;
  resourceId: string;
}

/** Not stored: the operation or event implies it, or the form remembers it. Choosing a connector clears it (spec STEP-24, STEP-42). */
export function useResource(connectorId: string | null | undefined, chosen: Offered | undefined): [string | null, (id: string) => void] {
  const [picked, setPicked] = useState<{ connectorId: string | null | undefined; id: string | null }>({ connectorId, id: null });
  if (picked.connectorId !== connectorId) setPicked({ connectorId, id: null });
  const pickedId = picked.connectorId === connectorId ? picked.id : null;
  return [chosen?.resourceId ?? pickedId, (id) => setPicked({ connectorId, id })];
}
