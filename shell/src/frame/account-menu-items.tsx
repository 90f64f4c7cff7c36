import { color, font, radius, size, space, useThemePreference } from '@portage/ui/base';
import { Check, CircleUserRound, LogOut } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import styled from 'styled-components';
import { Link } from '../app/link.tsx';
import { useUser } from '../app/services-context.tsx';
import { ACCOUNT_PATH } from '../routing/routes.ts';
import { themeChoices } from '../services/theme-switch.tsx';
import { useSignOut } from '../services/use-sign-out.ts';

const Menu = styled.div`
  [role^='menuitem'] {
    display: flex;
    align-items: center;
    gap: ${space(2)};
    width: 100%;
    min-height: ${size.control};
    padding: ${space(1)} ${space(2)};
    border: 0;
    border-radius: ${radius.control};
    background: none;
    color: ${color.text};
    font: inherit;
    text-align: start;
    text-decoration: none;
    cursor: pointer;
    &:hover,
    &:focus-visible {
      background: ${color.hover};
    }
    &:focus-visible {
      outline: ${size.focusRing} solid ${color.focus};
      outline-offset: -${size.focusRing};
    }
  }
  svg {
    flex: none;
    color: ${color.muted};
  }
  [role='group'] {
    margin-block: ${space(1)};
    padding-block: ${space(1)};
    border-block: ${size.hairline} solid ${color.line};
  }
`;

const Email = styled.span`
  display: block;
  color: ${color.muted};
  font-size: ${font.size.tiny};
  overflow-wrap: anywhere;
`;

const GroupTitle = styled.span`
  display: block;
  padding: ${space(1)} ${space(2)};
  color: ${color.muted};
  font-size: ${font.size.tiny};
`;

const Chosen = styled(Check)`
  margin-inline-start: auto;
`;

interface AccountMenuItemsProps {
  /** Opened by the up arrow, which starts at the last item. */
  startsAtEnd: boolean;
  onClose: () => void;
}

/** What a person's own menu offers. Arrow keys, Home, End and first letters move through it. */
export function AccountMenuItems({ startsAtEnd, onClose }: AccountMenuItemsProps) {
  const user = useUser();
  const askToSignOut = useSignOut();
  const [theme, setTheme] = useThemePreference();
  const menu = useRef<HTMLDivElement>(null);
  const items = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it opens.
  useEffect(
    () =>
      items()
        .at(startsAtEnd ? -1 : 0)
        ?.focus(),
    [],
  );

  function onKeyDown(event: KeyboardEvent): void {
    const all = items();
    const at = all.findIndex((item) => item.matches(':focus'));
    // The menu returns the focus to its button, from where Tab continues.
    if (event.key === 'Tab') onClose();
    const next = nextItem(event.key, all, at);
    if (!next || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    next.focus();
  }

  return (
    <Menu ref={menu} role="menu" aria-label="Account" onKeyDown={onKeyDown}>
      <Link role="menuitem" tabIndex={-1} href={ACCOUNT_PATH} onClick={onClose}>
        <CircleUserRound size={18} aria-hidden />
        <span>
          Account
          <Email>{user?.isImpersonating ? `${user.email} [Impersonating]` : user?.email}</Email>
        </span>
      </Link>
      {/* biome-ignore lint/a11y/useSemanticElements: a group of choices inside a menu. */}
      <div role="group" aria-label="Theme">
        <GroupTitle aria-hidden>Theme</GroupTitle>
        {themeChoices.map(({ preference, label, Icon }) => (
          <button
            key={preference}
            type="button"
            role="menuitemradio"
            tabIndex={-1}
            aria-checked={theme === preference}
            onClick={() => setTheme(preference)}
          >
            <Icon size={18} aria-hidden />
            {label}
            {theme === preference ? <Chosen size={16} aria-hidden /> : null}
          </button>
        ))}
      </div>
      <button
        type="button"
        role="menuitem"
        tabIndex={-1}
        onClick={() => {
          onClose();
          void askToSignOut();
        }}
      >
        <LogOut size={18} aria-hidden />
        Logout
      </button>
    </Menu>
  );
}

function nextItem(key: string, items: readonly HTMLElement[], at: number): HTMLElement | undefined {
  switch (key) {
    case 'ArrowDown':
      return items[(at + 1) % items.length];
    case 'ArrowUp':
      return items.at(at <= 0 ? -1 : at - 1);
    case 'Home':
      return items[0];
    case 'End':
      return items.at(-1);
    default: {
      const startsWithKey = (item: HTMLElement) => item.textContent?.toLowerCase().startsWith(key.toLowerCase());
      return key.trim().length === 1 ? [...items.slice(at + 1), ...items.slice(0, at + 1)].find(startsWithKey) : undefined;
    }
  }
}
