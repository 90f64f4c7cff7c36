import { useApi } from '@portage/area-kit';
import type { CallResponse } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { sortQuery, type TableSort, toPageIndex } from '@portage/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

export type PlaybookTemplate = CallResponse<Calls, 'GET /api/playbook-templates'>['templates'][number];

export const PAGE_SIZE = 20;
export const playbookTemplateKeys = { all: ['playbook-templates'] as const };

/** One page of the playbook templates of all kinds, inactive ones too. @param name matches any part of the name */
export function usePlaybookTemplates(name: string, page: number, sort: TableSort | undefined) {
  const api = useApi();
  const query = { ...(name ? { name } : {}), ...sortQuery(sort, ['name', 'isActive']), pageIndex: toPageIndex(page), pageSize: PAGE_SIZE };
  return useQuery({
    queryKey: [...playbookTemplateKeys.all, 'admin', query],
    queryFn: ({ signal }) => api('GET /api/playbook-templates', { query }, { signal }),
    select: ({ templates, totalCount }) => ({ rows: templates, totalCount }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
