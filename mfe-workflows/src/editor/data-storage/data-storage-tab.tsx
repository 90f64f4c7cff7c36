import { useApi } from '@portage/area-kit';
import {
  Button,
  color,
  DateTime,
  Dialog,
  EmptyState,
  FailedRead,
  font,
  JsonView,
  Link,
  Muted,
  Stack,
  size,
  space,
  Table,
  useLoaded,
} from '@portage/ui';
import { useQuery } from '@tanstack/react-query';
import { Database, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import styled from 'styled-components';
import { useOpenWorkflow } from '../save/saving-context.tsx';
import { buildPreview } from './preview-of.ts';

const Frame = styled(Stack)`
  max-width: ${size.page};
  padding: ${space(4)} 0;
`;
const Value = styled.code`
  font-family: ${font.data};
  font-size: ${font.size.small};
  overflow-wrap: anywhere;
  white-space: pre-wrap;
`;
const LinkLike = styled.button`
  margin-left: ${space(2)};
  padding: 0;
  border: 0;
  background: none;
  color: ${color.brand};
  font: inherit;
  text-decoration: underline;
  white-space: nowrap;
  cursor: pointer;
`;

interface Entry {
  key: string;
  value: unknown;
  expiresAt: string | null;
}

/** Values that Data Storage steps store for the next run (spec EDIT-32..34). */
export function DataStorageTab() {
  const api = useApi();
  const { id } = useOpenWorkflow();
  const [viewed, setViewed] = useState<Entry | null>(null);
  const query = useQuery({
    queryKey: ['workflows', id, 'context-data'],
    queryFn: ({ signal }) => api('GET /api/workflows/{id}/workflow-context-data', { params: { id } }, { signal }),
    select: (answer) => answer.contextData,
    staleTime: 0,
  });
  const { shown, indicator } = useLoaded(query.data, 'Loading the data');
  if (query.error && !query.data) {
    return <FailedRead query={query} />;
  }
  if (!shown) return indicator;
  return (
    <Frame>
      <Muted as="p">
        The table presents workflow context data that is set using the "Data Storage" step and will be accessible in the next workflow run:
      </Muted>
      <Table
        label="Stored data"
        rowKey={(entry: Entry) => entry.key}
        rows={shown}
        columns={[
          { id: 'key', header: 'Key', width: '240px', render: (entry) => <Value>{entry.key}</Value> },
          {
            id: 'value',
            header: 'Value',
            render: (entry) => {
              const { text, isCut } = buildPreview(entry.value);
              return (
                <>
                  <Value>{text}</Value>
                  {isCut ? (
                    <LinkLike type="button" onClick={() => setViewed(entry)}>
                      View Full JSON
                    </LinkLike>
                  ) : null}
                </>
              );
            },
          },
          { id: 'expiresAt', header: 'Expires', width: '220px', render: (entry) => <DateTime value={entry.expiresAt} fallback="Never" /> },
        ]}
        emptyState={
          <EmptyState icon={<Database aria-hidden />} title="Nothing stored yet">
            A Data Storage step with the scope Workflow stores values here from one run to the next.{' '}
            <Link href="/help/steps#data-storage" target="_blank">
              How it works
            </Link>
          </EmptyState>
        }
      />
      <div>
        <Button icon={<RefreshCw aria-hidden />} onPress={() => query.refetch()}>
          Refresh
        </Button>
      </div>
      <Dialog
        isOpen={viewed !== null}
        onClose={() => setViewed(null)}
        title="JSON Viewer"
        width="800px"
        actions={<Button onPress={() => setViewed(null)}>Close</Button>}
      >
        <JsonView label={viewed?.key ?? 'Value'} value={viewed?.value} />
      </Dialog>
    </Frame>
  );
}
