import { useSessionUser } from '@portage/area-kit/base';
import { setThemePreference } from '@portage/ui/base';
import { useEffect, useMemo, useState } from 'react';
import { useServices, useUrl } from '../app/services-context.tsx';
import { helpPathAt } from '../help/help-place.ts';
import { useSignOut } from '../services/use-sign-out.ts';
import { type Command, type CommandWorkflow, commandGroups } from './command.ts';
import { controlCommands } from './control-commands.ts';
import { matchCommands, readVerb, workflowVerbs } from './match-commands.ts';
import { pageCommands } from './page-commands.ts';
import { recordCommands } from './record-commands.ts';
import { useFoundRecords } from './use-found-records.ts';
import { useWorkflowCommands } from './workflow-commands.ts';

/** Pages and actions shown before a person has typed anything. */
const FIRST_COMMANDS = 12;
/** The guide is searched from this many letters on. */
const LEAST_GUIDE_LETTERS = 3;

interface Commands {
  commands: Command[];
  isSearching: boolean;
  error: unknown;
}

/** The lines for the typed text. @param workflow shows only this workflow's actions. */
export function useCommands(text: string, workflow: CommandWorkflow | null): Commands {
  const { navigation } = useServices();
  const signOut = useSignOut();
  const { pathname } = useUrl();
  const user = useSessionUser();
  const commandOf = useWorkflowCommands(pathname);
  const typed = text.trim();
  const verb = useMemo(() => readVerb(text), [text]);
  const isAdmin = user?.isAdmin ?? false;
  const records = useFoundRecords(workflow ? null : typed, isAdmin);
  const verbRecords = useFoundRecords(verb && !workflow ? verb.rest : null, false);
  const guide = useGuideCommands(workflow ? '' : typed);

  const pages = useMemo(
    () =>
      user
        ? pageCommands({ user, helpPath: helpPathAt(navigation.path), setTheme: setThemePreference, signOut: () => void signOut() })
        : [],
    [user, navigation, signOut],
  );

  const controls = useControls();

  const commands = useMemo(() => {
    if (workflow) {
      const all = (['open', ...workflowVerbs] as const).map((one) => commandOf(one, workflow));
      return matchCommands(
        all.filter((one) => one !== null),
        typed,
      );
    }
    const ofVerb = verb ? (verbRecords.found?.workflows ?? []).map((found) => commandOf(verb.verb, found)) : [];
    const matching = matchCommands(pages, typed);
    const all = [
      ...(records.found ? recordCommands(records.found) : []),
      ...ofVerb.filter((one) => one !== null),
      ...(typed === '' ? matching.slice(0, FIRST_COMMANDS) : [...matchCommands(controls, typed), ...matching]),
      ...guide,
    ];
    // A verb was typed on purpose: its lines come first.
    const order = verb ? ['Actions', ...commandGroups.filter((group) => group !== 'Actions')] : commandGroups;
    return order.flatMap((group) => all.filter((command) => command.group === group));
  }, [workflow, typed, verb, records.found, verbRecords.found, pages, controls, guide, commandOf]);

  return {
    commands,
    isSearching: records.isSearching || verbRecords.isSearching,
    error: workflow ? null : records.error,
  };
}

/** The open page's controls. Some of them appear, or can be used, only once the page has its data. */
function useControls(): Command[] {
  const [page] = useState(() => document.querySelector('main'));
  const [controls, setControls] = useState(() => (page ? controlCommands(page) : noCommands));
  useEffect(() => {
    if (!page) return;
    let frame = 0;
    const observer = new MutationObserver(() => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        setControls(controlCommands(page));
      });
    });
    observer.observe(page, { subtree: true, childList: true, attributeFilter: USABLE_ATTRIBUTES });
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [page]);
  return controls;
}

/** Attributes that decide whether a control can be used, or which way it switches. */
const USABLE_ATTRIBUTES = ['disabled', 'aria-disabled', 'aria-hidden', 'inert', 'aria-checked', 'hidden'];

const noCommands: Command[] = [];

/** The guide's texts load with the first words that are long enough. */
function useGuideCommands(text: string): Command[] {
  const [found, setFound] = useState(noCommands);
  useEffect(() => {
    if (text.length < LEAST_GUIDE_LETTERS) {
      setFound(noCommands);
      return;
    }
    let isWanted = true;
    import('./guide-commands.ts').then(
      ({ guideCommands }) => isWanted && setFound(guideCommands(text)),
      // Without the guide the menu is still useful.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [text]);
  return found;
}
