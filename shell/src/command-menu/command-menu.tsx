import { Hidden, Spinner } from '@portage/ui/base';
import { QueryClientProvider } from '@tanstack/react-query';
import { ArrowLeft, Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useServices } from '../app/services-context.tsx';
import { frameServices } from '../services/frame-services.ts';
import type { Command, CommandWorkflow } from './command.ts';
import { CommandList } from './command-list.tsx';
import { Frame, Hints, Input, InputRow } from './command-menu-style.ts';
import { useCommands } from './use-commands.ts';

export interface CommandMenuProps {
  onClose: () => void;
}

/** Finds workflows, runs, connectors, pages and actions while a person types, over whatever page is open. */
export function CommandMenu({ onClose }: CommandMenuProps) {
  const { host } = frameServices(useServices());
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const element = dialog.current;
    if (!element?.open) element?.showModal();
    return () => element?.close();
  }, []);

  return (
    <Frame
      ref={dialog}
      aria-label="Find anything"
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
      // The page behind has its own keys.
      onKeyDown={(event) => event.stopPropagation()}
    >
      <QueryClientProvider client={host.queryClient}>
        <Menu onClose={onClose} />
      </QueryClientProvider>
    </Frame>
  );
}

function Menu({ onClose }: CommandMenuProps) {
  const { navigation } = useServices();
  const { host } = frameServices(useServices());
  const listId = useId();
  const [text, setText] = useState('');
  const [workflow, setWorkflow] = useState<CommandWorkflow | null>(null);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const { commands, isSearching, error } = useCommands(text, workflow);
  const found = commands.findIndex(({ id }) => id === chosenId);
  const chosen = commands[Math.max(0, found)];

  function write(next: string): void {
    setText(next);
    setChosenId(null);
  }

  function showActionsOf(next: CommandWorkflow | null): void {
    setWorkflow(next);
    write('');
  }

  async function choose({ does }: Command, isInNewTab = false): Promise<void> {
    onClose();
    if ('href' in does) {
      if (isInNewTab) window.open(does.href, '_blank', 'noopener');
      else await navigation.navigate(does.href);
      return;
    }
    try {
      await does.run();
    } catch (problem) {
      host.notify.error(problem);
    }
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    const { key, currentTarget } = event;
    const isAtEnd = currentTarget.selectionStart === text.length && currentTarget.selectionEnd === text.length;
    const move = (to: number) => setChosenId(commands[(to + commands.length) % commands.length]?.id ?? null);
    const at = Math.max(0, found);
    if (event.nativeEvent.isComposing) return;
    else if (key === 'ArrowDown') move(at + 1);
    else if (key === 'ArrowUp') move(at - 1);
    else if (key === 'PageDown') move(Math.min(at + PAGE, commands.length - 1));
    else if (key === 'PageUp') move(Math.max(at - PAGE, 0));
    else if (key === 'Enter' && chosen) void choose(chosen, event.ctrlKey || event.metaKey);
    else if (key === 'ArrowRight' && isAtEnd && chosen?.workflow) showActionsOf(chosen.workflow);
    else if ((key === 'ArrowLeft' || key === 'Backspace' || key === 'Escape') && text === '' && workflow) showActionsOf(null);
    else if (key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) onClose();
    else return;
    event.preventDefault();
  }

  const isEmpty = commands.length === 0 && !isSearching;
  return (
    <>
      <InputRow>
        {workflow ? (
          <button type="button" aria-label="Back to the search" tabIndex={-1} onClick={() => showActionsOf(null)}>
            <ArrowLeft size={18} aria-hidden />
          </button>
        ) : (
          <Search size={18} aria-hidden />
        )}
        <Input
          autoFocus
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={chosen ? `${listId} ${chosen.id}`.replaceAll(' ', '-') : undefined}
          aria-autocomplete="list"
          aria-label={workflow ? `Actions of ${workflow.name}` : 'Search workflows, runs, connectors, pages and actions'}
          placeholder={workflow ? workflow.name : 'Workflow, run id or tag, connector, page or action'}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={200}
          value={text}
          onChange={(event) => write(event.target.value)}
          onKeyDown={onKeyDown}
        />
        {isSearching ? <Spinner size="small" /> : null}
      </InputRow>
      <CommandList
        id={listId}
        commands={commands}
        chosenId={chosen?.id ?? null}
        onPoint={setChosenId}
        onChoose={(command, isInNewTab) => void choose(command, isInNewTab)}
        onShowActions={showActionsOf}
      />
      {isEmpty ? <p>Nothing matches “{text.trim()}”. Try a part of a name, a run’s id, or the value of a tag from its beginning.</p> : null}
      {error ? <p role="alert">Search isn’t responding. You can still find pages and actions.</p> : null}
      <Hidden role="status">{isSearching ? '' : commands.length === 1 ? '1 result' : `${commands.length} results`}</Hidden>
      <Hints aria-hidden>
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> choose
        </span>
        <span>
          <kbd>Enter</kbd> open
        </span>
        {chosen?.workflow ? (
          <span>
            <kbd>→</kbd> actions
          </span>
        ) : null}
        <span>
          <kbd>Esc</kbd> {workflow ? 'back' : 'close'}
        </span>
      </Hints>
    </>
  );
}

const PAGE = 8;
