import { ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { type Command, type CommandWorkflow, commandGroups } from './command.ts';
import { Detail, GroupTitle, Label, List, More, Option } from './command-menu-style.ts';

interface CommandListProps {
  id: string;
  /** Commands of one group are adjacent. */
  commands: readonly Command[];
  chosenId: string | null;
  onPoint: (id: string) => void;
  onChoose: (command: Command, isInNewTab: boolean) => void;
  onShowActions: (workflow: CommandWorkflow) => void;
}

/** The matching lines in groups. The field above keeps the focus and moves through them. */
export function CommandList({ id, commands, chosenId, onPoint, onChoose, onShowActions }: CommandListProps) {
  const list = useRef<HTMLDivElement>(null);
  const groups = [...new Set(commands.map(({ group }) => group))].filter((group) => commandGroups.includes(group));

  // biome-ignore lint/correctness/useExhaustiveDependencies: another chosen line comes into sight.
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosenId]);

  return (
    <List ref={list} id={id} role="listbox" aria-label="Results">
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options inside a listbox.
        <div role="group" aria-label={group} key={group}>
          <GroupTitle aria-hidden>{group}</GroupTitle>
          {commands
            .filter((command) => command.group === group)
            .map((command) => (
              <CommandOption
                key={command.id}
                id={`${id} ${command.id}`.replaceAll(' ', '-')}
                command={command}
                isChosen={command.id === chosenId}
                onPoint={onPoint}
                onChoose={onChoose}
                onShowActions={onShowActions}
              />
            ))}
        </div>
      ))}
    </List>
  );
}

interface CommandOptionProps extends Pick<CommandListProps, 'onPoint' | 'onChoose' | 'onShowActions'> {
  id: string;
  command: Command;
  isChosen: boolean;
}

function CommandOption({ id, command, isChosen, onPoint, onChoose, onShowActions }: CommandOptionProps) {
  const { label, detail, icon: Icon, workflow } = command;
  return (
    <Option
      id={id}
      role="option"
      aria-selected={isChosen}
      // A list that scrolls under a resting pointer chooses nothing.
      onPointerMove={() => (isChosen ? undefined : onPoint(command.id))}
      onPointerDown={(event) => event.preventDefault()}
      onClick={(event) => onChoose(command, event.ctrlKey || event.metaKey)}
    >
      <Icon size={16} aria-hidden />
      <Label>{label}</Label>
      {detail ? <Detail>{detail}</Detail> : null}
      {workflow ? (
        <More
          aria-hidden
          title={`More actions of ${label}`}
          onClick={(event) => {
            event.stopPropagation();
            onShowActions(workflow);
          }}
        >
          <ChevronRight size={16} />
        </More>
      ) : null}
    </Option>
  );
}
