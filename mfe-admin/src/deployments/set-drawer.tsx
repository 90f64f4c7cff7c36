import { compareSets, compareVersions, describeSetPart } from '@portage/contracts';
import {
  Badge,
  Button,
  DateTime,
  Drawer,
  formatDateTime,
  Hint,
  Inline,
  KeyValueList,
  PlainList,
  Select,
  Stack,
  useConfirm,
} from '@portage/ui';
import { useState } from 'react';
import { type Deployment, type DeploymentSet, formatActor } from './deployment.ts';
import { useChanges, useVersionPair } from './deployment-queries.ts';
import { Heading, Line, Words } from './drawer-parts.tsx';

interface SetDrawerProps {
  set: DeploymentSet;
  /** All sets, newest first. */
  sets: readonly DeploymentSet[];
  deployments: readonly Deployment[];
  onClose: () => void;
}

/** One set: who made it and why, how it differs from another one, and the way back to it. */
export function SetDrawer({ set, sets, deployments, onClose }: SetDrawerProps) {
  const { returnToSet } = useChanges();
  const [confirm, question] = useConfirm();
  const live = sets[0] ?? set;
  const isLive = set.number === live.number;
  const others = sets.filter(({ number }) => number !== set.number);
  const [chosen, setChosen] = useState(String((isLive ? others[0] : live)?.number ?? ''));
  const other = others.find(({ number }) => String(number) === chosen);
  const [from, to] = other && other.number > set.number ? [set, other] : [other, set];
  const changes = compareSets(from?.parts ?? [], to?.parts ?? []);

  function askToReturn(): void {
    const workers = compareSets(live.parts, set.parts).filter(
      ({ name }) => deployments.find((one) => one.name === name)?.kind === 'worker',
    );
    const names = workers.map(({ name }) => name).join(', ');
    confirm({
      title: 'Return to this set',
      message: (
        <>
          <p>Everyone gets all areas as they were in set {set.number}. Open pages update with the next click.</p>
          {names ? (
            <p>
              Workers stay as they are ({names} differ). <code>npm run rollback -- --to-set {set.number}</code> brings them back, too.
            </p>
          ) : null}
        </>
      ),
      confirmLabel: 'Return to this set',
      cancelLabel: 'Cancel',
      isDanger: false,
      onConfirm: () => returnToSet(set, live.number),
    });
  }

  return (
    <Drawer isOpen onClose={onClose} title={`Set ${set.number}`} width={460}>
      <Stack>
        {isLive ? (
          <Inline>
            <Badge tone="success">Live</Badge>
          </Inline>
        ) : set.refusal ? (
          <Hint>{set.refusal.message}</Hint>
        ) : (
          <Inline>
            <Button size="dense" onPress={askToReturn}>
              Return to this set
            </Button>
          </Inline>
        )}
        <KeyValueList
          items={[
            { label: 'Changed by', value: formatActor(set.by) },
            { label: 'Changed at', value: <DateTime value={set.at} /> },
            { label: 'Why', value: set.note ?? 'no reason given' },
            { label: 'Contract of the API', value: set.contractVersion ?? 'not recorded' },
          ]}
        />
        {other ? (
          <section>
            <Heading>Difference</Heading>
            <Select
              label="Compare with"
              options={others.map(({ number, at }) => ({ value: String(number), label: `Set ${number}, of ${formatDateTime(at)}` }))}
              value={chosen}
              onChange={setChosen}
            />
            <PlainList aria-label={`From set ${from?.number} to set ${to?.number}`}>
              {changes.map((change) => (
                <Line key={change.name}>
                  <Words>
                    {change.name}: {describeSetPart(change.from)} → {describeSetPart(change.to)}
                    {change.from && change.to && change.from.live !== change.to.live ? (
                      <VersionDifference name={change.name} from={change.from.live} to={change.to.live} />
                    ) : null}
                  </Words>
                </Line>
              ))}
            </PlainList>
            {changes.length === 0 ? <Hint>Both sets have the same versions.</Hint> : null}
          </section>
        ) : null}
      </Stack>
      {question}
    </Drawer>
  );
}

function VersionDifference({ name, from, to }: { name: string; from: string; to: string }) {
  const { data } = useVersionPair(name, from, to);
  return data ? compareVersions(...data).map((line) => <Hint key={line}>{line}</Hint>) : null;
}
