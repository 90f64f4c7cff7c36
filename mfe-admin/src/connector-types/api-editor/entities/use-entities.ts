import { useApi } from '@portage/area-kit';
import { useQuery } from '@tanstack/react-query';
import { editorKey } from '../use-document-lists.ts';

/** The entities of a connector type's document, as written in it. */
export function useEntities(typeId: string) {
  const api = useApi();
  return useQuery({
    queryKey: [...editorKey(typeId), 'entities'],
    queryFn: ({ signal }) => api('GET /api/connector-types/{id}/edit-entities', { params: { id: typeId } }, { signal }),
    refetchOnWindowFocus: false,
  });
}
