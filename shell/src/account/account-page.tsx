import { useHost } from '@portage/area-kit/base';
import { color, font, size, space, usePageTitle } from '@portage/ui/base';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import styled from 'styled-components';
import { Link } from '../app/link.tsx';
import { useUrl } from '../app/services-context.tsx';
import { NotFoundPage } from '../services/not-found-page.tsx';
import { type AccountSection, accountSections, sectionAt } from './account-sections.ts';
import { AlertsSection } from './alerts/alerts-section.tsx';
import { ApiKeysSection } from './keys/api-keys-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { QuotaSection } from './quota-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

const Layout = styled.div`
  display: grid;
  grid-template-columns: 180px minmax(0, ${size.form});
  gap: ${space(8)};
  padding: ${space(6)};
  @media (max-width: ${size.narrow}) {
    grid-template-columns: minmax(0, 1fr);
    gap: ${space(4)};
    padding: ${space(4)};
  }
`;

const Sections = styled.nav`
  ul {
    display: flex;
    flex-flow: column;
    gap: ${space(0.5)};
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
    ul {
      flex-flow: row wrap;
    }
  }
`;

const CONTENTS: Record<AccountSection['id'], ComponentType> = {
  profile: ProfileSection,
  password: PasswordSection,
  sessions: SessionsSection,
  alerts: AlertsSection,
  'api-keys': ApiKeysSection,
  quota: QuotaSection,
};

/** A person's own account: /account and the sections below it. */
export function AccountPage() {
  const { queryClient } = useHost();
  const { pathname } = useUrl();
  const current = sectionAt(pathname);
  usePageTitle(current ? `${current.label} · Account` : 'Page not found', current ? 'Account' : 'Page not found');

  if (!current) return <NotFoundPage />;
  const Content = CONTENTS[current.id];
  return (
    <QueryClientProvider client={queryClient}>
      <Layout>
        <Sections aria-label="Account">
          <ul>
            {accountSections.map(({ id, label, path }) => (
              <li key={id}>
                <Link href={path} aria-current={id === current.id ? 'page' : undefined}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </Sections>
        <Content />
      </Layout>
    </QueryClientProvider>
  );
}
