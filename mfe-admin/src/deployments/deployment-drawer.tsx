import { describeSource, formatKilobytes } from '@portage/contracts';
import { Badge, Button, DASH, DateTime, Drawer, Hint, Inline, KeyValueList, PlainList, Stack } from '@portage/ui';
import {
  choosableVersions,
  type Deployment,
  describeEvent,
  describeReports,
  findFailure,
  findFallback,
  formatActor,
  isBad,
} from './deployment.ts';
import { VersionName } from './deployment-columns.tsx';
import { Heading, Line, Words } from './drawer-parts.tsx';
import { FailureBanner, FallBackBanner } from './fall-back-banner.tsx';
import { compareMounts, describeLoads, describeShared, describeTimes, findObserved } from './observed.ts';
import type { DeploymentActions } from './use-deployment-actions.tsx';

interface DeploymentDrawerProps {
  deployment: Deployment;
  actions: DeploymentActions;
  onClose: () => void;
}

export function DeploymentDrawer({ deployment, actions, onClose }: DeploymentDrawerProps) {
  const { name, live, previous, canary, isHeld, history, versions } = deployment;
  const choosable = choosableVersions(deployment).map(({ version }) => version);
  const fallBack = findFallback(deployment);
  const failure = findFailure(deployment);
  const observed = findObserved(deployment, live);
  const sharing = versions.filter((one) => (one.version === live || one.version === canary?.version) && one.observed?.shared.length);
  return (
    <Drawer isOpen onClose={onClose} title={name} width={460}>
      <Stack>
        {failure ? <FailureBanner name={name} event={failure} /> : null}
        {fallBack ? <FallBackBanner name={name} event={fallBack} /> : null}
        <Inline>
          {actions.actionsOf(deployment).map(({ id, label, onAction }) => (
            <Button key={id} size="dense" onPress={onAction}>
              {label}
            </Button>
          ))}
        </Inline>
        <KeyValueList
          items={[
            { label: 'Live', value: live ? <VersionName>{live}</VersionName> : DASH },
            { label: 'It works for', value: describeReports(deployment, live) ?? 'no reports yet' },
            ...(observed
              ? [
                  { label: 'Loads', value: describeLoads(observed) },
                  { label: 'Time to load', value: describeTimes(observed.load) ?? DASH },
                  { label: 'Time to mount', value: describeTimes(observed.mount) ?? DASH },
                  { label: 'Compared', value: compareMounts(observed, findObserved(deployment, previous)) ?? 'too few loads to compare' },
                ]
              : []),
            ...(canary
              ? [
                  {
                    label: 'Canary',
                    value: (
                      <>
                        <VersionName>{canary.version}</VersionName> for {canary.percent} % of people
                      </>
                    ),
                  },
                  { label: 'The canary works for', value: describeReports(deployment, canary.version) ?? 'no reports yet' },
                ]
              : []),
            { label: 'Previous', value: previous ? <VersionName>{previous}</VersionName> : DASH },
            { label: 'When it fails', value: isHeld ? 'it stays: it is held' : 'a new version is rolled back automatically' },
          ]}
        />
        <section>
          <Heading>Versions</Heading>
          <PlainList>
            {versions.map(({ version, uploadedAt, by, sizeBrotliBytes, source, isPreview, hasFiles, observed: seen }) => (
              <Line key={version}>
                <Words>
                  <VersionName>{version}</VersionName> {version === live ? <Badge tone="success">Live</Badge> : null}
                  {version === canary?.version ? <Badge tone="warning">Canary</Badge> : null}{' '}
                  {isPreview ? <Badge tone="info">Preview</Badge> : null}{' '}
                  {isBad(deployment, version) ? <Badge tone="danger">Bad</Badge> : null}
                  <Hint>
                    {formatKilobytes(sizeBrotliBytes)}, {formatActor(by)}, <DateTime value={uploadedAt} />
                    {hasFiles ? '' : '; removed, deploy it again'}
                  </Hint>
                  {seen ? <Hint>{[describeLoads(seen), describeTimes(seen.mount)].filter(Boolean).join('; ')}</Hint> : null}
                  {source ? (
                    <Hint>
                      {describeSource(source)}
                      {source.pipeline ? `, by ${source.pipeline}` : ''}
                    </Hint>
                  ) : null}
                </Words>
                {choosable.includes(version) ? (
                  <Inline>
                    <Button
                      size="dense"
                      aria-label={`Canary: ${version}`}
                      onPress={() => actions.askForShare(deployment, version)}
                      isDisabled={live === null}
                    >
                      Canary
                    </Button>
                    <Button size="dense" onPress={() => actions.mark(deployment, version, !isBad(deployment, version))}>
                      {isBad(deployment, version) ? 'Not bad' : 'Mark as bad'}
                    </Button>
                    <Button size="dense" aria-label={`Make live: ${version}`} onPress={() => actions.askToMakeLive(deployment, version)}>
                      Make live
                    </Button>
                  </Inline>
                ) : null}
              </Line>
            ))}
          </PlainList>
        </section>
        {sharing.map(({ version, shared, observed: seen }) => (
          <section key={version}>
            <Heading>Shared packages{sharing.length > 1 ? ` of ${version}` : ''}</Heading>
            <PlainList>
              {seen?.shared.map((copy) => (
                <Line key={`${copy.package} ${copy.version} ${copy.from}`}>
                  <Words>{describeShared(copy, shared?.[copy.package], seen.loads)}</Words>
                </Line>
              ))}
            </PlainList>
          </section>
        ))}
        <section>
          <Heading>History</Heading>
          <PlainList>
            {history.map((event) => (
              <Line key={`${event.at} ${event.action} ${event.version}`}>
                <Words>
                  {describeEvent(event)}
                  <Hint>
                    {formatActor(event.by)}, <DateTime value={event.at} />
                  </Hint>
                  {event.note ? <Hint>{event.note}</Hint> : null}
                </Words>
              </Line>
            ))}
          </PlainList>
        </section>
      </Stack>
    </Drawer>
  );
}
