import { Badge, Button, color, DASH, DateTime, Drawer, font, Hint, Inline, KeyValueList, PlainList, Stack, size, space } from '@portage/ui';
import styled from 'styled-components';
import {
  choosableVersions,
  type Deployment,
  describeEvent,
  describeReports,
  findFailure,
  findFallback,
  formatActor,
} from './deployment.ts';
import { VersionName } from './deployment-columns.tsx';
import { FailureBanner, FallBackBanner } from './fall-back-banner.tsx';
import type { DeploymentActions } from './use-deployment-actions.tsx';

const Heading = styled.h3`
  margin: ${space(2)} 0 ${space(1.5)};
  font-size: ${font.size.base};
`;
const Line = styled.li`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space(1)} ${space(3)};
  padding: ${space(2)} 0;
  border-top: ${size.hairline} solid ${color.line};
  overflow-wrap: anywhere;
`;
const Words = styled.div`
  flex: 1 1 ${size.menu};
  min-width: 0;
`;

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
            {versions.map(({ version, uploadedAt, by, sizeBrotliBytes, hasFiles }) => (
              <Line key={version}>
                <Words>
                  <VersionName>{version}</VersionName> {version === live ? <Badge tone="success">Live</Badge> : null}
                  {version === canary?.version ? <Badge tone="warning">Canary</Badge> : null}
                  <Hint>
                    {(sizeBrotliBytes / 1024).toFixed(1)} KB, {formatActor(by)}, <DateTime value={uploadedAt} />
                    {hasFiles ? '' : '; removed, deploy it again'}
                  </Hint>
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
                    <Button size="dense" aria-label={`Make live: ${version}`} onPress={() => actions.askToMakeLive(deployment, version)}>
                      Make live
                    </Button>
                  </Inline>
                ) : null}
              </Line>
            ))}
          </PlainList>
        </section>
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
