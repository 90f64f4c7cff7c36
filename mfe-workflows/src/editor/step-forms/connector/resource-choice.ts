import { useState } from 'react';

interface Offered {
  id: string;
  resourceId: string;
}

/**
 * The resource of a step. It is not kept: the operation or event that was chosen says it, and until one is chosen the form
 * remembers it.
 */
export function useResource(connectorId: string | null | undefined, chosen: Offered | undefined): [string | null, (id: string) => void] {
  const [picked, setPicked] = useState<{ connectorId: string | null | undefined; id: string } | null>(null);
  const resourceId = chosen?.resourceId ?? (picked?.connectorId === connectorId ? (picked?.id ?? null) : null);
  return [resourceId, (id) => setPicked({ connectorId, id })];
}
