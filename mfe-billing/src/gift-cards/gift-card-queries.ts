import { useApi } from '@portage/area-kit';
import type { CallResponse } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { toPageIndex } from '@portage/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

export type GiftCardSummary = CallResponse<Calls, 'GET /api/gift-cards'>['giftCards'][number];
export type GiftCard = CallResponse<Calls, 'GET /api/gift-cards/{id}'>['giftCard'];

export const GIFT_CARD_PAGE_SIZE = 10;

export interface GiftCardFilter {
  number: string;
  name: string;
  email: string;
}

/** One page of gift cards; admins get everyone's. */
export function useGiftCards(filter: GiftCardFilter, page: number) {
  const api = useApi();
  return useQuery({
    queryKey: ['gift-cards', 'list', filter, page],
    queryFn: ({ signal }) =>
      api(
        'GET /api/gift-cards',
        {
          query: {
            numberSubstring: filter.number,
            nameSubstring: filter.name,
            emailSubstring: filter.email,
            pageIndex: toPageIndex(page),
            pageSize: GIFT_CARD_PAGE_SIZE,
          },
        },
        { signal },
      ),
    select: ({ giftCards, totalCount }) => ({ rows: giftCards, totalCount }),
    placeholderData: keepPreviousData,
  });
}

/** One gift card by its id or its number (spec GIFT-10). */
export function useGiftCard(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['gift-cards', 'one', id],
    queryFn: ({ signal }) => api('GET /api/gift-cards/{id}', { params: { id } }, { signal }),
    select: ({ giftCard }) => giftCard,
  });
}
