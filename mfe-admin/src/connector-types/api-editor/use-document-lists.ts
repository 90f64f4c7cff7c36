import { useApi } from '@portage/area-kit';
import type { CallResponse } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { useQuery } from '@tanstack/react-query';

export type DocumentLists = CallResponse<Calls, 'GET /api/connector-types/{id}/edit-schema'>;
export type OperationEntry = DocumentLists['schema']['operations'][number];
export type EventEntry = DocumentLists['schema']['events'][number];

export const editorKey = (typeId: string) => ['connector-types', 'editor', typeId] as const;

/** Resources, operations and events of a type's document (API-97). */
export function useDocumentLists(typeId: string) {
  const api = useApi();
  return useQuery({
    queryKey: [...editorKey(typeId), 'lists'],
    queryFn: ({ signal }) => api('GET /api/connector-types/{id}/edit-schema', { params: { id: typeId } }, { signal }),
  });
}
