import { createEntity } from '../entity-of.ts';
import type { Records } from '../store/records.ts';
import type { ZoomAccount } from './zoom-account.ts';
import type { ZoomApp } from './zoom-events.ts';
import { type Gathering, type GatheringKind, gatheringKinds, type Participant, type Registrant, type ZoomUser } from './zoom-records.ts';
import { makeGathering, makeParticipant, makeRegistrant } from './zoom-samples.ts';

export function zoomEntities(account: ZoomAccount) {
  return [
    createEntity<ZoomUser>({
      name: 'users',
      records: account.users,
      fixed: ['created_at', 'pmi'],
      make: () => void account.addUser(account.nextNumber()),
    }),
    ...gatheringKinds.map((kind) =>
      createEntity<Gathering>({
        name: `${kind}s`,
        records: account.gatherings[kind],
        fixed: ['uuid', 'host_id', 'created_at'],
        // Alternates between a past and a future one.
        make: () => void makeGathering(account, kind, account.gatherings[kind].size % 2 === 0 ? -24 : 72, 0),
      }),
    ),
    ...gatheringKinds.map((kind) =>
      ofKind<Registrant>(account, kind, {
        name: `${kind}Registrants`,
        records: account.registrants,
        make: () => void makeRegistrant(account, kind),
      }),
    ),
    ...gatheringKinds.map((kind) =>
      ofKind<Participant>(account, kind, {
        name: `${kind}Participants`,
        records: account.participants,
        make: () => makeParticipant(account, kind),
      }),
    ),
    createEntity<ZoomApp>({ name: 'apps', records: account.events.apps, fixed: [] }),
  ];
}

/** Records of meetings or of webinars, which are stored together. */
function ofKind<Item extends { gatheringId: number }>(
  account: ZoomAccount,
  kind: GatheringKind,
  { name, records, make }: { name: string; records: Records<Item>; make: () => void },
) {
  const entity = createEntity<Item>({ name, records, make, fixed: ['gatheringId', 'create_time'] });
  const isOwn = ({ gatheringId }: Item) => account.gatherings[kind].get(String(gatheringId)) !== undefined;
  let kept: { version: number; items: Item[] } | null = null;
  const own = () => {
    if (kept?.version !== records.version) kept = { version: records.version, items: records.all().filter(isOwn) };
    return kept.items;
  };
  return {
    ...entity,
    count: () => own().length,
    list: (from?: number, to?: number) =>
      own()
        .slice(from, to)
        .map((item) => entity.get(records.getId(item)) ?? {}),
  };
}
