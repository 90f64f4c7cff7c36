import { color, ErrorPage, font, Hidden, LinkButton, size, space, TextField } from '@portage/ui/base';
import { type FormEvent, useEffect, useState } from 'react';
import styled from 'styled-components';
import { Link } from '../app/link.tsx';
import { useServices, useUrl } from '../app/services-context.tsx';
import { frameServices } from '../services/frame-services.ts';
import { guidePageIdAt, guidePages } from './guide-pages.ts';
import { GuideNodes, GuideText } from './guide-view.tsx';
import { searchGuide } from './search-guide.ts';

const Layout = styled.div`
  display: grid;
  grid-template-columns: 220px minmax(0, 1fr);
  gap: ${space(8)};
  padding: ${space(6)};
  @media (max-width: ${size.narrow}) {
    grid-template-columns: minmax(0, 1fr);
    gap: ${space(2)};
    padding: ${space(4)};
  }
`;

const Side = styled.div`
  position: sticky;
  top: ${space(6)};
  display: flex;
  flex-direction: column;
  align-self: start;
  gap: ${space(4)};
  @media (max-width: ${size.narrow}) {
    position: static;
  }
`;

/** On a phone the list is reduced to the link back to the contents, which name every page. */
const Contents = styled.nav`
  ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  a {
    display: block;
    padding: ${space(1.5)} ${space(2)};
    border-radius: 4px;
    color: ${color.text};
    text-decoration: none;
    &:hover {
      background: ${color.hover};
    }
    &[aria-current] {
      background: ${color.brandSoft};
      font-weight: ${font.weight.medium};
    }
  }
  @media (max-width: ${size.narrow}) {
    li + li {
      display: none;
    }
  }
`;

const Found = styled.ul`
  margin: 0;
  padding: 0;
  list-style: none;
  li {
    margin: 0 0 ${space(4)};
  }
  p {
    margin: ${space(0.5)} 0 0;
    color: ${color.muted};
  }
`;

const Status = styled.p`
  margin: 0 0 ${space(4)};
  color: ${color.muted};
`;

/** The guide of docs/guide, inside the product: contents, search and one page. */
export function HelpPage() {
  const { host, pageTitle } = frameServices(useServices());
  const { navigation } = useServices();
  const { pathname, hash } = useUrl();
  const [query, setQuery] = useState('');
  const id = guidePageIdAt(pathname);
  const page = guidePages.find((one) => one.id === id);
  const matches = searchGuide(guidePages, query);
  const title = page === undefined ? 'Page not found' : id === '' ? 'Help' : page.title;

  useEffect(() => pageTitle.set(title), [pageTitle, title]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page with the same anchor is another place.
  useEffect(() => {
    setQuery('');
    if (hash === '') return;
    // Runs after the frame has scrolled to the top of the page.
    const frame = requestAnimationFrame(() => {
      const heading = document.getElementById(decodeURIComponent(hash.slice(1)));
      heading?.scrollIntoView();
      heading?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [pathname, hash]);

  function openFirst(event: FormEvent) {
    event.preventDefault();
    if (matches[0]) void navigation.navigate(matches[0].href);
  }

  async function copy(text: string) {
    try {
      await navigator.clipboard.writeText(text);
      host.notify.success('Copied');
    } catch {
      host.notify.error(new Error('The browser did not allow copying. Select the text and copy it with the keyboard.'));
    }
  }

  return (
    <Layout>
      <Side>
        <search>
          <form onSubmit={openFirst}>
            <TextField type="search" label="Search the guide" value={query} onChange={setQuery} autoComplete="off" maxLength={100} />
          </form>
        </search>
        <Contents aria-label="Guide">
          <ul>
            {guidePages.map((one) => (
              <li key={one.id}>
                <Link href={one.id === '' ? '/help' : `/help/${one.id}`} aria-current={one.id === id ? 'page' : undefined}>
                  {one.id === '' ? 'Contents' : one.title}
                </Link>
              </li>
            ))}
          </ul>
        </Contents>
      </Side>
      {query.trim() !== '' ? (
        <section aria-label="Search results">
          <Hidden as="h2">Search results</Hidden>
          <Status role="status">
            {matches.length === 0 ? `Nothing in the guide matches “${query.trim()}”.` : formatCount(matches.length)}
          </Status>
          <Found>
            {matches.map((match) => (
              <li key={match.href}>
                <Link href={match.href} onClick={() => setQuery('')}>
                  {match.title === match.pageTitle ? match.title : `${match.pageTitle}: ${match.title}`}
                </Link>
                <p>{match.excerpt}</p>
              </li>
            ))}
          </Found>
        </section>
      ) : page ? (
        <GuideText aria-label={page.title}>
          <GuideNodes nodes={page.nodes} copy={copy} />
        </GuideText>
      ) : (
        <ErrorPage
          code="404"
          title="Page not found"
          hint="The guide has no such page."
          actions={<LinkButton href="/help">Contents of the guide</LinkButton>}
        />
      )}
    </Layout>
  );
}

function formatCount(count: number): string {
  return count === 1 ? '1 section found' : `${count} sections found`;
}
