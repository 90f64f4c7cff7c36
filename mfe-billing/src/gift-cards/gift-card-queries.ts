import { useApi } from '@portage/area-kit';
import type { CallResponse } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { useQuery } from '@tanstack/react-query';

export type GiftCardSummary = CallResponse<Calls, 'GET /api/gift-cards'>['giftCards'][number];
export type GiftCard = CallResponse<Calls, 'GET /api/gift-cards/{id}'>['giftCard'];

/** One gift card by its id or its number (spec GIFT-10). */
export function useGiftCard(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['gift-cards', 'one', id],
    queryFn: ({ signal }) => api('GET /api/gift-cards/{id}', { params: { id } }, { signal }),
    select: ({ giftCard }) => giftCard,
  });
}
