import type { Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { percentile, round } from '../load-client.ts';

const PAGE_SIZE = 20;
/** Readings of one page; the first few aren't counted. */
const READINGS = 25;
const WARM_UP = 5;

/** How long a page of a flow's items takes over HTTP: for all items, for one status, and for a search. */
export interface PageFigure {
  list: string;
  page: string;
  found: number;
  leastMs: number;
  medianMs: number;
  worstMs: number;
}

export async function pageItems(api: Client<Calls>, flowId: string): Promise<PageFigure[]> {
  const figures: PageFigure[] = [];
  const read = async (list: string, filter: { status?: 'Success' | 'Error'; searchTerm?: string }) => {
    const pageOf = (pageIndex: number) =>
      api('GET /api/integrations/flows/{flowId}/items', { params: { flowId }, query: { pageIndex, pageSize: PAGE_SIZE, ...filter } });
    const { totalCount } = await pageOf(0);
    const last = Math.max(0, Math.ceil(totalCount / PAGE_SIZE) - 1);
    for (const [page, pageIndex] of [
      ['first', 0],
      ['middle', Math.floor(last / 2)],
      ['last', last],
    ] as const) {
      const takenMs: number[] = [];
      for (let reading = 0; reading < READINGS; reading += 1) {
        const beganMs = performance.now();
        const { items } = await pageOf(pageIndex);
        if (items.length === 0) throw new Error(`Page ${pageIndex} of ${list} is empty`);
        if (reading >= WARM_UP) takenMs.push(performance.now() - beganMs);
      }
      takenMs.sort((a, b) => a - b);
      figures.push({
        list,
        page,
        found: totalCount,
        leastMs: round(takenMs[0] ?? 0, 1),
        medianMs: round(percentile(takenMs, 0.5), 1),
        worstMs: round(takenMs.at(-1) ?? 0, 1),
      });
    }
  };
  await read('all', {});
  await read('in Error', { status: 'Error' });
  await read('search for one record', { searchTerm: 'Product 77777 of' });
  await read('search for a tenth of them', { searchTerm: 'SKU-7' });
  await read('search for all of them, in Error', { searchTerm: 'catalogue', status: 'Error' });
  return figures;
}
