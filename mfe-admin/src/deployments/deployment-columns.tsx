import { actionColumn, Badge, DASH, DateTime, font, Hint, type TableColumn } from '@portage/ui';
import { Eye } from 'lucide-react';
import styled from 'styled-components';
import { type Deployment, describeReports, formatActor } from './deployment.ts';
import { compareMounts, describeLoads, describeTimes, findObserved } from './observed.ts';
import type { DeploymentActions } from './use-deployment-actions.tsx';

export const VersionName = styled.span`
  display: inline-block;
  /* A build's name is never broken in a narrow column; a longer one may be. */
  min-width: 12ch;
  font-family: ${font.data};
  font-size: ${font.size.small};
  overflow-wrap: anywhere;
`;

const version = (name: string | null) => (name === null ? DASH : <VersionName>{name}</VersionName>);

const common: TableColumn<Deployment>[] = [
  { id: 'name', header: 'Name', render: ({ name }) => name },
  {
    id: 'live',
    header: 'Live',
    render: ({ live, isHeld }) => (
      <>
        {version(live)} {isHeld ? <Badge tone="info">Held</Badge> : null}
      </>
    ),
  },
];

const last: TableColumn<Deployment>[] = [
  { id: 'previous', header: 'Previous', render: ({ previous }) => version(previous) },
  {
    id: 'changed',
    header: 'Changed',
    render: ({ changed }) =>
      changed ? (
        <>
          <DateTime value={changed.at} />
          <Hint>{formatActor(changed.by)}</Hint>
        </>
      ) : (
        DASH
      ),
  },
];

/** Columns for Workers, which have recorded data only. */
export const workerColumns: TableColumn<Deployment>[] = [...common, ...last];

function MountTimes({ deployment }: { deployment: Deployment }) {
  const observed = findObserved(deployment, deployment.live);
  if (!observed) return DASH;
  const comparison = compareMounts(observed, findObserved(deployment, deployment.previous));
  return (
    <>
      {describeTimes(observed.mount) ?? DASH}
      {comparison ? <Hint>{comparison}</Hint> : null}
      <Hint>{describeLoads(observed)}</Hint>
    </>
  );
}

export function areaColumns({ actionsOf }: DeploymentActions, onOpen: (name: string) => void): TableColumn<Deployment>[] {
  return [
    ...common,
    {
      id: 'canary',
      header: 'Canary',
      render: ({ canary }) =>
        canary ? (
          <>
            {version(canary.version)} <Badge tone="warning">{canary.percent} %</Badge>
          </>
        ) : (
          DASH
        ),
    },
    { id: 'mount', header: 'Time to mount', render: (deployment) => <MountTimes deployment={deployment} /> },
    { id: 'people', header: 'People', render: (deployment) => describeReports(deployment, deployment.live) ?? DASH },
    ...last,
    actionColumn({
      split: ({ name }) => ({ label: 'Details', shortIcon: <Eye />, onPress: () => onOpen(name) }),
      menu: actionsOf,
    }),
  ];
}
