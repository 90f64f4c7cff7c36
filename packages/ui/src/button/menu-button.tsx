import { withoutUndefined } from '@portage/primitives/without-undefined';
import { ChevronDown } from 'lucide-react';
import { type ReactElement, type ReactNode, useRef } from 'react';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import styled from 'styled-components';
import { floatingStyle, optionStyle } from '../popover/popover-style.ts';
import { useServices } from '../services/services.ts';
import { color, size, space } from '../theme/tokens.ts';
import { Button } from './button.tsx';
import type { ButtonVariant, ControlSize } from './button-style.ts';
import { useContextMenu } from './use-context-menu.ts';

const MenuPopover = styled(Popover)`
  ${floatingStyle}
  min-width: max(var(--trigger-width), ${size.label});
  max-width: ${size.optionLine};
  max-height: min(${size.listHeight}, 60vh);
  overflow: auto;
`;
const Entries = styled(Menu)`
  padding: ${space(1)};
  outline: none;
` as typeof Menu;
const Entry = styled(MenuItem)<{ $isDanger: boolean }>`
  ${optionStyle}
  &, & svg {
    ${({ $isDanger }) => $isDanger && `color: ${color.danger};`}
  }
`;
const Opener = styled.span`
  display: inline-flex;
`;
const Pair = styled.span`
  display: inline-flex;
  > button:first-child {
    border-start-end-radius: 0;
    border-end-end-radius: 0;
  }
  > :last-child > button {
    margin-left: -${size.hairline};
    border-start-start-radius: 0;
    border-end-start-radius: 0;
  }
`;
const PrimaryPair = styled(Pair)`
  > :last-child > button {
    border-left-color: color-mix(in srgb, ${color.onBrand} 45%, transparent);
  }
`;

export interface MenuEntry {
  id: string;
  label: string;
  icon?: ReactNode;
  /** A promise that fails becomes an error toast. */
  onAction?: () => unknown;
  href?: string;
  isDanger?: boolean;
  isDisabled?: boolean;
}

export interface MenuProps {
  trigger: ReactElement;
  entries: readonly MenuEntry[];
  label: string;
}

/** A menu of actions, opened by a button and, in a table, by a right click on the row. */
export function DropdownMenu({ trigger, entries, label }: MenuProps) {
  const host = useServices();
  const opener = useRef<HTMLSpanElement>(null);
  const { isOpen, setIsOpen, pointer } = useContextMenu(opener);
  async function act(entry: MenuEntry): Promise<void> {
    try {
      await entry.onAction?.();
    } catch (error) {
      if (host) host.notify.error(error);
      else console.error(error);
    }
  }
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={setIsOpen}>
      <Opener ref={opener}>{trigger}</Opener>
      <MenuPopover {...(pointer ? { placement: 'bottom start', getTargetRect: () => pointer } : { placement: 'bottom end', offset: 4 })}>
        <Entries aria-label={label}>
          {entries.map((entry) => (
            <Entry
              key={entry.id}
              id={entry.id}
              textValue={entry.label}
              $isDanger={entry.isDanger ?? false}
              isDisabled={entry.isDisabled ?? false}
              {...withoutUndefined({ href: entry.href })}
              onAction={() => act(entry)}
            >
              {entry.icon}
              {entry.label}
            </Entry>
          ))}
        </Entries>
      </MenuPopover>
    </MenuTrigger>
  );
}

export interface MenuButtonProps {
  label: string;
  entries: readonly MenuEntry[];
  variant?: ButtonVariant | undefined;
  size?: ControlSize | undefined;
  icon?: ReactNode;
}

/** A button that only opens a menu. */
export function MenuButton({ label, entries, variant, size: buttonSize, icon }: MenuButtonProps) {
  return (
    <DropdownMenu
      label={label}
      entries={entries}
      trigger={
        <Button variant={variant} size={buttonSize} icon={icon}>
          {label}
          <ChevronDown aria-hidden />
        </Button>
      }
    />
  );
}

export interface SplitButtonProps extends MenuButtonProps {
  /** Replaces the label in a narrow table row. */
  shortIcon?: ReactNode;
  onPress: () => unknown;
  isDisabled?: boolean | undefined;
}

/** A main action with the less common ones next to it. */
export function SplitButton({
  label,
  onPress,
  entries,
  variant = 'secondary',
  size: buttonSize,
  icon,
  shortIcon,
  isDisabled,
}: SplitButtonProps) {
  const Frame = variant === 'primary' ? PrimaryPair : Pair;
  return (
    <Frame>
      <Button variant={variant} size={buttonSize} icon={icon} shortIcon={shortIcon} onPress={onPress} isDisabled={isDisabled}>
        {label}
      </Button>
      <DropdownMenu
        label={`${label}: more`}
        entries={entries}
        trigger={
          <Button variant={variant} size={buttonSize} isDisabled={isDisabled} aria-label={`${label}: more`} isIconOnly>
            <ChevronDown aria-hidden />
          </Button>
        }
      />
    </Frame>
  );
}
