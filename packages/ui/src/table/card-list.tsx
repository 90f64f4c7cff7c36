import type { ReactNode } from 'react';
import styled from 'styled-components';
import { FailedRead } from '../feedback/failed-read.tsx';
import { useLoaded } from '../feedback/loading-indicator.tsx';
import { Card } from '../layout/card.tsx';
import { size, space } from '../theme/tokens.ts';
import { emptyPage, FoundNothing, type ListPage, ListPager, type ListTexts } from './list-parts.tsx';

const Room = styled.div`
  container-type: inline-size;
`;
/** Spec TPL-19: four per row, fewer if a card would be unreadable. */
const Grid = styled.ul`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  gap: ${space(4)};
  margin: 0;
  padding: 0;
  list-style: none;
  @container (max-width: ${size.twoCards}) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
  @container (max-width: ${size.oneCard}) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

export interface CardListProps<Row> extends ListTexts {
  /** A plural. */
  label: string;
  list: ListPage<Row>;
  renderCard: (row: Row) => ReactNode;
}

/** Like `ListCard`, with a card for each row. */
export function CardList<Row extends { id: string }>({ label, list: { query, ...rest }, renderCard, ...texts }: CardListProps<Row>) {
  const { shown, indicator } = useLoaded(query.data, `Looking for ${label.toLowerCase()}`);
  const list = { ...rest, query: { ...query, data: shown } };
  return (
    <>
      <FoundNothing list={list} />
      {query.error ? (
        <FailedRead title={`The ${label.toLowerCase()} could not be loaded`} query={query} />
      ) : !shown ? (
        indicator
      ) : shown.rows.length === 0 ? (
        <Card>{emptyPage({ list, ...texts })}</Card>
      ) : (
        <Room>
          <Grid aria-label={label} aria-busy={query.isPlaceholderData}>
            {shown.rows.map((row) => (
              <li key={row.id}>{renderCard(row)}</li>
            ))}
          </Grid>
        </Room>
      )}
      <ListPager label={label} list={list} />
    </>
  );
}
