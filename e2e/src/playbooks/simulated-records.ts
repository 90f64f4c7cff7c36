// biome-ignore lint/suspicious/noExplicitAny: records of every shape
export type SimulatedRecord = Record<string, any>;
export type SimulatedRecords = ReturnType<typeof simulatedRecords>;

/** The simulated systems' records: read, made and changed as a person would there. */
export function simulatedRecords(baseUrl: string) {
  async function send(method: string, path: string, body?: object): Promise<SimulatedRecord> {
    const headers = { accept: 'application/json', ...(body ? { 'content-type': 'application/json' } : {}) };
    const answer = await fetch(`${baseUrl}/local/simulators/${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text === '' ? {} : (JSON.parse(text) as SimulatedRecord);
  }

  async function all(system: string, entity: string): Promise<SimulatedRecord[]> {
    const found: SimulatedRecord[] = [];
    for (let pageIndex = 0; ; pageIndex += 1) {
      const { records, totalCount } = await send('GET', `${system}/${entity}?pageIndex=${pageIndex}&pageSize=1000`);
      found.push(...records);
      if (found.length >= totalCount || records.length === 0) return found;
    }
  }

  return {
    all,
    /** Makes this many plausible records. @returns the new ones */
    async fill(system: string, entity: string, count: number): Promise<SimulatedRecord[]> {
      const before = new Set((await all(system, entity)).map(({ id }) => id));
      await send('POST', `${system}/${entity}/fill`, { count });
      return (await all(system, entity)).filter(({ id }) => !before.has(id));
    },
    one: async (system: string, entity: string, id: string) =>
      (await send('GET', `${system}/${entity}/${encodeURIComponent(id)}`)).record as SimulatedRecord,
    change: (system: string, entity: string, id: string | number, fields: object) =>
      send('PATCH', `${system}/${entity}/${encodeURIComponent(id)}`, fields),
    remove: (system: string, entity: string, id: string | number) => send('DELETE', `${system}/${entity}/${encodeURIComponent(id)}`),
    /** Calls that changed something, since the start or since the log was emptied. */
    writeCount: async (system: string) => (await send('GET', `${system}/calls?pageSize=1`)).writeCount as number,
    faults: (system: string, kind: string, count: number) => send('POST', `${system}/faults`, { kind, count }),
    calls: (system: string) => send('GET', `${system}/calls?pageSize=1`),
    /** Also accepts queries that cost too much: a test is about records, not about their pace. */
    withoutLimits: (system: string) => send('POST', `${system}/limits`, { isOff: true }),
  };
}
