import { describeSetPart } from '@portage/contracts';
import { actionColumn, Badge, Button, Card, DASH, DateTime, Stack, Table, type TableColumn } from '@portage/ui';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import { type DeploymentSet, formatActor } from './deployment.ts';
import { VersionName } from './deployment-columns.tsx';
import { useSets } from './deployment-queries.ts';

const FIRST_SETS = 10;

/** Every change of what people get, newest first. */
export function SetsCard({ onOpen }: { onOpen: (number: number) => void }) {
  const { data: sets, error, refetch } = useSets();
  const [isLong, setIsLong] = useState(false);
  if (sets?.length === 0) return null;
  const shown = isLong ? sets : sets?.slice(0, FIRST_SETS);
  return (
    <Card
      title="Sets"
      isFlush
      actions={
        sets && shown && shown.length < sets.length ? (
          <Button size="dense" onPress={() => setIsLong(true)}>
            Show older sets
          </Button>
        ) : null
      }
    >
      <Table
        label="Sets"
        columns={setColumns(sets?.[0]?.number, onOpen)}
        rows={shown}
        rowKey={({ number }) => String(number)}
        error={sets ? null : error}
        onRetry={refetch}
      />
    </Card>
  );
}

function setColumns(live: number | undefined, onOpen: (number: number) => void): TableColumn<DeploymentSet>[] {
  return [
    {
      id: 'number',
      header: 'Set',
      render: ({ number }) => (
        <>
          {number} {number === live ? <Badge tone="success">Live</Badge> : null}
        </>
      ),
    },
    {
      id: 'changes',
      header: 'What changed',
      render: ({ changes }) =>
        changes.length === 0 ? (
          DASH
        ) : (
          <Stack $gap={0.5}>
            {changes.map(({ name, to }) => (
              <span key={name}>
                {name} <VersionName>{describeSetPart(to)}</VersionName>
              </span>
            ))}
          </Stack>
        ),
    },
    { id: 'note', header: 'Why', render: ({ note }) => note ?? DASH },
    { id: 'by', header: 'Changed by', render: ({ by }) => formatActor(by) },
    { id: 'at', header: 'Changed at', render: ({ at }) => <DateTime value={at} /> },
    actionColumn({
      buttons: ({ number }) => (
        <Button size="dense" icon={<Eye />} aria-label={`Details of set ${number}`} onPress={() => onOpen(number)}>
          Details
        </Button>
      ),
    }),
  ];
}
