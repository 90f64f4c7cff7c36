import type { ReactNode } from 'react';
import styled from 'styled-components';
import { DASH } from '../text/format.ts';
import { color, size, space } from '../theme/tokens.ts';

const List = styled.dl`
  display: grid;
  grid-template-columns: minmax(auto, ${size.label}) 1fr;
  gap: ${space(2)} ${space(4)};
  margin: 0;
  @media (max-width: ${size.narrow}) {
    /* A long name takes two lines before its value does. */
    grid-template-columns: fit-content(50%) minmax(0, 1fr);
  }
  dt {
    color: ${color.muted};
  }
  dd {
    min-width: 0;
    margin: 0;
    overflow-wrap: anywhere;
  }
`;

/** Facts about one subject, each name next to its value. */
export function KeyValueList({ items }: { items: readonly { label: string; value: ReactNode }[] }) {
  return (
    <List>
      {items.map(({ label, value }) => (
        <div key={label} style={{ display: 'contents' }}>
          <dt>{label}</dt>
          <dd>{value ?? DASH}</dd>
        </div>
      ))}
    </List>
  );
}
