import { ChevronRight } from 'lucide-react';
import { Fragment, type ReactNode, useState } from 'react';
import styled from 'styled-components';
import { Button } from '../button/button.tsx';
import { Link } from '../navigation/link.tsx';
import { color, font, size, space } from '../theme/tokens.ts';
import { Inline, Text } from './parts.ts';

/** The area of a page inside the shell, which has the page's `main` and its first heading in the top bar. */
export const Page = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space(4)};
  width: 100%;
  max-width: ${size.page};
  margin: 0 auto;
  padding: ${space(5)} ${space(6)} ${space(10)};
  @media (max-width: ${size.narrow}) {
    padding: ${space(4)};
  }
`;

/** A form at a readable width (spec CONST-05). */
export const FormLayout = styled.form`
  display: flex;
  flex-direction: column;
  gap: ${space(4)};
  max-width: ${size.form};
`;

const Head = styled.header`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space(3)};
  > div:first-child {
    flex: 1 1 ${size.field};
    min-width: 0;
  }
`;

export interface PageHeaderProps {
  title: ReactNode;
  subtitle?: ReactNode;
  /** Buttons on the right, the main one last. */
  actions?: ReactNode;
}

/** A page's title with its actions. */
export function PageHeader({ title, subtitle, actions }: PageHeaderProps) {
  return (
    <Head>
      <div>
        <Text as="h2" $size="title" $breaks>
          {title}
        </Text>
        {subtitle ? (
          <Text $above={1} $color="muted">
            {subtitle}
          </Text>
        ) : null}
      </div>
      {actions ? <Inline>{actions}</Inline> : null}
    </Head>
  );
}

const Bar = styled.form`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-end;
  gap: ${space(3)};
  && > * {
    min-width: ${size.label};
  }
  && > button,
  && > label,
  && > div:has(> label input[type='checkbox']) {
    min-width: 0;
  }
  @media (max-width: ${size.narrow}) {
    && > div {
      flex: 1 1 100%;
    }
    && > div:has(> label input[type='checkbox']) {
      flex: none;
    }
  }
  && > div > label:has(input[type='checkbox']) {
    align-items: center;
    min-height: ${size.control};
    [data-box] {
      margin-top: 0;
    }
  }
`;
/** On a phone the list comes first; its filters open on demand. */
const FilterButton = styled(Button).attrs({ 'data-filter-button': '' } as object)`
  && {
    display: none;
  }
  @media (max-width: ${size.narrow}) {
    && {
      display: inline-flex;
    }
    [data-is-collapsed='true'] > & ~ :not([data-toolbar-actions]) {
      display: none;
    }
  }
`;
const Actions = styled(Inline).attrs({ 'data-toolbar-actions': '' } as object)`
  margin-left: auto;
  &&& {
    flex: none;
    min-width: 0;
  }
`;

export interface ToolbarProps {
  label: string;
  /** Adds the Search button; also called on Enter in a filter. */
  onSubmit?: (() => void) | undefined;
  children: ReactNode;
  /** How many filters are set; if given, a phone shows the button "Filter (2)" instead of the filters. */
  filterCount?: number | undefined;
  /** Shown on the opposite side, such as Add and Import. */
  actions?: ReactNode;
}

/** Filters of a list and, on the opposite side, actions such as Add. */
export function Toolbar({ label, onSubmit, children, filterCount, actions }: ToolbarProps) {
  const [isOpen, setIsOpen] = useState(false);
  const canCollapse = filterCount !== undefined;
  return (
    <Bar
      role="search"
      aria-label={label}
      data-is-collapsed={canCollapse && !isOpen}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit?.();
      }}
    >
      {canCollapse ? (
        <FilterButton aria-expanded={isOpen} onPress={() => setIsOpen(!isOpen)}>
          {filterCount === 0 ? 'Filter' : `Filter (${filterCount})`}
        </FilterButton>
      ) : null}
      {children}
      {onSubmit ? <Button type="submit">Search</Button> : null}
      {actions ? <Actions>{actions}</Actions> : null}
    </Bar>
  );
}

const Trail = styled.ol`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(1)};
  margin: 0;
  padding: 0;
  list-style: none;
  color: ${color.muted};
  font-size: ${font.size.small};
  li {
    display: inline-flex;
  }
`;

/** The path from the area's first page to this one; the last entry is the current page. */
export function Breadcrumbs({ items }: { items: readonly { label: string; href?: string }[] }) {
  return (
    <nav aria-label="Breadcrumbs">
      <Trail>
        {items.map((item, index) => (
          <Fragment key={item.label}>
            {index > 0 ? (
              <li aria-hidden>
                <ChevronRight size={size.iconSmall} />
              </li>
            ) : null}
            <li>{item.href ? <Link href={item.href}>{item.label}</Link> : <span aria-current="page">{item.label}</span>}</li>
          </Fragment>
        ))}
      </Trail>
    </nav>
  );
}
