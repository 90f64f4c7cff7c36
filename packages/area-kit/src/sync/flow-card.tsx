import {
  Badge,
  Banner,
  Button,
  Card,
  color,
  DASH,
  DateTime,
  font,
  formatNumber,
  Inline,
  Link,
  Muted,
  ProgressBar,
  Spinner,
  Stack,
  space,
  Text,
} from '@portage/ui';
import { Pause, Play, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import type { SyncFlow } from './api-types.ts';
import { computeProgress, countParts, flowLook, flowName, formatSystems, lagText, readText } from './flow-words.ts';

const Facts = styled.dl`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)} ${space(8)};
  margin: 0;
  > div {
    min-width: 0;
  }
  dt {
    color: ${color.muted};
    font-size: ${font.size.tiny};
  }
  dd {
    margin: 0;
    font-size: ${font.size.small};
    font-variant-numeric: tabular-nums;
  }
`;
const Counts = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1)} ${space(4)};
  margin: 0;
  color: ${color.muted};
  font-size: ${font.size.small};
  font-variant-numeric: tabular-nums;
  [data-bad] {
    color: ${color.danger};
    font-weight: ${font.weight.medium};
  }
`;

export interface FlowCardActions {
  pause: (flow: SyncFlow) => unknown;
  resume: (flow: SyncFlow) => unknown;
  syncNow: (flow: SyncFlow) => unknown;
  /** Whether a sync that the person started hasn't begun yet. */
  isStarting: (flow: SyncFlow) => boolean;
}

export interface FlowCardProps {
  flow: SyncFlow;
  actions: FlowCardActions;
  /** For lists with flows of several workflows. */
  workflowHref?: string | undefined;
  itemsHref?: string | undefined;
  /** Buttons after the card's own. */
  more?: ReactNode;
}

/** A flow's state at a glance, its progress while it runs, and its actions. */
export function FlowCard({ flow, actions, workflowHref, itemsHref, more }: FlowCardProps) {
  const isStarting = actions.isStarting(flow);
  const look = flowLook(flow, isStarting);
  const isUnderWay = isStarting || flow.state === 'Running';
  const name = flowName(flow);
  return (
    <Card>
      <Stack $gap={3} role="group" aria-label={`${name}, ${formatSystems(flow)}`}>
        <Inline $gap={[2, 4]} $justify="space-between">
          <Stack $gap={0.5}>
            <Inline>
              <Text as="h3" $size="base" $breaks>
                {name}
              </Text>
              <Badge tone={look.tone} icon={isUnderWay ? <Spinner /> : undefined}>
                {look.word}
              </Badge>
            </Inline>
            <Muted $size="small">
              {formatSystems(flow)}
              {workflowHref ? (
                <>
                  {' · '}
                  <Link href={workflowHref}>{flow.workflowName}</Link>
                </>
              ) : null}
            </Muted>
          </Stack>
          <Inline>
            {more}
            {flow.isPaused ? (
              <Button icon={<Play aria-hidden />} onPress={() => actions.resume(flow)} aria-label={`Resume ${name}`}>
                Resume
              </Button>
            ) : (
              <Button icon={<Pause aria-hidden />} onPress={() => actions.pause(flow)} aria-label={`Pause ${name}`}>
                Pause
              </Button>
            )}
            <Button
              icon={<RefreshCw aria-hidden />}
              onPress={() => actions.syncNow(flow)}
              isDisabled={flow.isPaused}
              // A disabled button would lose the focus of the person who just pressed it.
              isPending={isUnderWay}
              aria-label={`Sync now: ${name}`}
            >
              Sync now
            </Button>
          </Inline>
        </Inline>
        <Facts>
          <Fact label="Last sync">
            <DateTime value={flow.syncedAt} fallback="Never" />
          </Fact>
          <Fact label="Next sync">
            <DateTime value={flow.nextSyncAt} fallback={flow.isPaused ? 'Paused' : 'By hand'} />
          </Fact>
          <Fact label="Lag">{lagText(flow.lagSeconds) ?? DASH}</Fact>
          <Fact label="Failed items">
            {itemsHref && flow.items.Error > 0 ? (
              <Link href={`${itemsHref}&status=Error`}>{formatNumber(flow.items.Error)}</Link>
            ) : (
              formatNumber(flow.items.Error)
            )}
          </Fact>
          <Fact label="Items in sync">
            {itemsHref ? <Link href={itemsHref}>{formatNumber(flow.items.Success)}</Link> : formatNumber(flow.items.Success)}
          </Fact>
        </Facts>
        {flow.state === 'Running' ? <Progress flow={flow} /> : null}
        {flow.error !== null && !isUnderWay ? (
          <Banner tone="danger" title="The last sync ended early">
            {flow.error}
          </Banner>
        ) : null}
        {flow.state !== 'Running' && flow.startedAt !== null ? <CountLine flow={flow} start="Last sync:" /> : null}
      </Stack>
    </Card>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Progress({ flow }: { flow: SyncFlow }) {
  const progress = computeProgress(flow);
  return (
    <Stack $gap={1}>
      {progress ? <ProgressBar label="Syncing" {...progress} valueText={readText(flow.counts)} /> : null}
      <CountLine flow={flow} start={progress ? '' : `${readText(flow.counts)}:`} />
    </Stack>
  );
}

function CountLine({ flow, start }: { flow: SyncFlow; start: string }) {
  return (
    <Counts>
      {start ? <span>{start}</span> : null}
      {countParts(flow.counts).map(({ label, count, isBad }) => (
        <span key={label} data-bad={isBad || undefined}>{`${formatNumber(count)} ${label}`}</span>
      ))}
    </Counts>
  );
}
