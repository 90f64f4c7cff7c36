/** Records of one kind in one account. */
interface RecordKind {
  connectorId: string;
  entity: string;
}

/** A workflow carries records of one kind to another. */
export interface Carriage {
  workflowId: string;
  from: RecordKind;
  to: RecordKind;
}

/** The circles through the given carriages, each the shortest way that brings the records back. Each begins with its carriage. */
export function findCircles<Carried extends Carriage>(given: readonly Carried[], all: readonly Carried[]): Carried[][] {
  const leaving = Map.groupBy(all, ({ from }) => kindKey(from));
  return given.flatMap((carriage) => {
    const way = wayBack(carriage, leaving);
    return way ? [[carriage, ...way]] : [];
  });
}

function wayBack<Carried extends Carriage>({ from, to }: Carried, leaving: ReadonlyMap<string, Carried[]>): Carried[] | null {
  const reached = new Set<string>();
  let ways: { kind: string; way: Carried[] }[] = [{ kind: kindKey(to), way: [] }];
  while (ways.length > 0) {
    const home = ways.find(({ kind }) => kind === kindKey(from));
    if (home) return home.way;
    ways = ways.flatMap(({ kind, way }) => {
      if (reached.has(kind)) return [];
      reached.add(kind);
      return (leaving.get(kind) ?? []).map((carriage) => ({ kind: kindKey(carriage.to), way: [...way, carriage] }));
    });
  }
  return null;
}

function kindKey({ connectorId, entity }: RecordKind): string {
  return JSON.stringify([connectorId, entity]);
}
