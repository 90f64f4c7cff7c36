import { ChevronLeft, ChevronRight } from 'lucide-react';
import styled from 'styled-components';
import { color, font, radius, size, space } from '../theme/tokens.ts';
import { countPages, pageMarks, rangeText } from './page-numbers.ts';

const Nav = styled.nav`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space(2)} ${space(4)};
  padding: ${space(2)} ${space(4)};
  border-top: ${size.hairline} solid ${color.line};
  color: ${color.muted};
  font-size: ${font.size.small};
  font-variant-numeric: tabular-nums;
`;
const Pages = styled.ul`
  display: flex;
  gap: ${space(0.5)};
  margin: 0;
  padding: 0;
  list-style: none;
`;
const PageButton = styled.button`
  display: grid;
  place-items: center;
  min-width: ${size.controlDense};
  height: ${size.controlDense};
  padding: 0 ${space(1)};
  border: ${size.hairline} solid transparent;
  border-radius: ${radius.control};
  background: none;
  color: ${color.text};
  cursor: pointer;
  &:hover:not(:disabled) {
    background: ${color.hover};
  }
  &[aria-current='page'] {
    border-color: ${color.brand};
    color: ${color.brand};
    font-weight: ${font.weight.bold};
  }
  &:disabled {
    opacity: 0.45;
    cursor: default;
  }
`;
const Gap = styled.li`
  min-width: ${size.controlDense};
  line-height: ${size.controlDense};
  text-align: center;
`;

export interface PaginationProps {
  /** Starts at 1. */
  page: number;
  /** Default 10. */
  pageSize?: number | undefined;
  totalCount: number;
  onPageChange: (page: number) => void;
  label?: string | undefined;
}

/** Pages through a long list (spec SHELL-43: people count from 1); hidden for an empty list. */
export function Pagination({ page, pageSize = 10, totalCount, onPageChange, label = 'Pages' }: PaginationProps) {
  if (totalCount === 0) return null;
  const pageCount = countPages(totalCount, pageSize);
  return (
    <Nav aria-label={label}>
      <span role="status">{rangeText(page, pageSize, totalCount)}</span>
      {pageCount > 1 || page > 1 ? (
        <Pages>
          <li>
            <PageButton
              type="button"
              aria-label="Previous page"
              disabled={page <= 1}
              onClick={() => onPageChange(Math.min(page - 1, pageCount))}
            >
              <ChevronLeft size={size.icon} aria-hidden />
            </PageButton>
          </li>
          {pageMarks(Math.min(page, pageCount), pageCount).map((mark, index, marks) =>
            mark === 'gap' ? (
              <Gap key={`gap after ${marks[index - 1]}`} aria-hidden>
                …
              </Gap>
            ) : (
              <li key={mark}>
                <PageButton
                  type="button"
                  aria-label={`Page ${mark}`}
                  aria-current={mark === page ? 'page' : undefined}
                  onClick={() => (mark === page ? undefined : onPageChange(mark))}
                >
                  {mark}
                </PageButton>
              </li>
            ),
          )}
          <li>
            <PageButton type="button" aria-label="Next page" disabled={page >= pageCount} onClick={() => onPageChange(page + 1)}>
              <ChevronRight size={size.icon} aria-hidden />
            </PageButton>
          </li>
        </Pages>
      ) : null}
    </Nav>
  );
}
