import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { EmptyState, ListCard, Stack, type TableColumn, TextField, Toolbar, toPageIndex, useListFilters } from '../../src/index.ts';

interface Town {
  id: string;
  name: string;
}

const PAGE_SIZE = 10;
const FILTERS = ['name'] as const;
const towns: Town[] = Array.from({ length: 43 }, (_, index) => ({ id: String(index), name: `Town ${String(index + 1).padStart(2, '0')}` }));
const columns: TableColumn<Town>[] = [{ id: 'name', header: 'Name', render: (town) => town.name }];

/** A list as pages have it: filters in the address, paging, every state. Searching for "fail" fails once. */
export function ListSection() {
  const filters = useListFilters(FILTERS);
  const hasFailed = useRef(false);
  const query = useQuery({
    queryKey: ['towns', filters.filter.name, filters.page],
    queryFn: async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      if (filters.filter.name === 'fail' && !hasFailed.current) {
        hasFailed.current = true;
        throw new Error('The towns could not be read.');
      }
      const found = towns.filter((town) => town.name.includes(filters.filter.name));
      const first = toPageIndex(filters.page) * PAGE_SIZE;
      return { rows: found.slice(first, first + PAGE_SIZE), totalCount: found.length };
    },
    placeholderData: keepPreviousData,
    retry: false,
  });
  return (
    <Stack>
      <Toolbar label="Search towns" onSubmit={() => filters.search()}>
        <TextField label="Town" {...filters.bind('name')} />
      </Toolbar>
      <ListCard
        label="Towns"
        columns={columns}
        list={{ ...filters, query, pageSize: PAGE_SIZE, sortBy: undefined }}
        emptyState={<EmptyState title="No towns yet" />}
      />
    </Stack>
  );
}
