import { Banner, Button, Card, EmptyState, Page, Table, usePageTitle } from '@portage/ui';
import { Fragment, useState } from 'react';
import { useSearchParams } from 'react-router';
import { findFailure, findFallback } from './deployment.ts';
import { areaColumns, workerColumns } from './deployment-columns.tsx';
import { DeploymentDrawer } from './deployment-drawer.tsx';
import { useDeployments, useSets } from './deployment-queries.ts';
import { FailureBanner, FallBackBanner } from './fall-back-banner.tsx';
import { FreezeBanner, FreezeDialog } from './freezes.tsx';
import { HooksCard } from './hooks-card.tsx';
import { PreviewsCard } from './previews-card.tsx';
import { SetDrawer } from './set-drawer.tsx';
import { SetsCard } from './sets-card.tsx';
import { useDeploymentActions } from './use-deployment-actions.tsx';

/** /admin/deployments: which versions people get, since when and by whom, and the actions on them. */
export function DeploymentsPage() {
  usePageTitle('Deployments');
  const query = useDeployments();
  const actions = useDeploymentActions();
  const [search, setSearch] = useSearchParams();
  const open = (name: string | null) => setSearch(name === null ? {} : { name });
  const all = query.data?.deployments;
  const areas = all?.filter(({ kind }) => kind === 'area');
  const opened = areas?.find(({ name }) => name === search.get('name'));
  const [isFreezing, setIsFreezing] = useState(false);
  const { data: sets } = useSets();
  const openedSet = sets?.find(({ number }) => String(number) === search.get('set'));
  const isWaiting = query.data !== undefined && query.data.registry.published < query.data.registry.revision;
  const error = query.data ? null : query.error;

  return (
    <Page>
      {isWaiting ? (
        <Banner tone="warning" title="The last change isn’t published yet">
          Browsers still get the last published version. Portage will retry automatically.
        </Banner>
      ) : null}
      {query.data?.freezes?.map((freeze) => (
        <FreezeBanner key={freeze.name} freeze={freeze} />
      ))}
      {areas?.map((deployment) => {
        const [fallBack, failure] = [findFallback(deployment), findFailure(deployment)];
        if (!fallBack && !failure) return null;
        const details = (
          <Button size="dense" onPress={() => open(deployment.name)}>
            Details
          </Button>
        );
        return (
          <Fragment key={deployment.name}>
            {fallBack ? <FallBackBanner name={deployment.name} event={fallBack} action={details} /> : null}
            {failure ? <FailureBanner name={deployment.name} event={failure} action={details} /> : null}
          </Fragment>
        );
      })}
      <Card
        title="Areas"
        isFlush
        actions={
          <Button size="dense" onPress={() => setIsFreezing(true)} isDisabled={!all}>
            Freeze
          </Button>
        }
      >
        <Table
          label="Areas"
          columns={areaColumns(actions, open)}
          rows={areas}
          rowKey={({ name }) => name}
          error={error}
          onRetry={query.refetch}
          emptyState={
            <EmptyState title="Nothing is deployed yet">npm run deploy -w mfe-workflows deploys an area; it appears here.</EmptyState>
          }
        />
      </Card>
      {all?.some(({ kind }) => kind === 'worker') ? (
        <Card title="Workers" isFlush>
          <Table label="Workers" columns={workerColumns} rows={all.filter(({ kind }) => kind === 'worker')} rowKey={({ name }) => name} />
        </Card>
      ) : null}
      <PreviewsCard />
      <SetsCard onOpen={(number) => setSearch({ set: String(number) })} />
      <HooksCard />
      {openedSet && sets ? (
        <SetDrawer key={openedSet.number} set={openedSet} sets={sets} deployments={all ?? []} onClose={() => open(null)} />
      ) : null}
      {opened ? <DeploymentDrawer deployment={opened} actions={actions} onClose={() => open(null)} /> : null}
      {isFreezing && all ? <FreezeDialog names={all.map(({ name }) => name)} onClose={() => setIsFreezing(false)} /> : null}
      {actions.dialogs}
    </Page>
  );
}
