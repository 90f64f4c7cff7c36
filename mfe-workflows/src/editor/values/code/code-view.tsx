import { ScriptView, type ScriptViewProps } from '@portage/script-editor/scripts';
import { useRef } from 'react';
import type { ScriptHelp } from './code-view-props.ts';
import { provideScriptHelp } from './script-help.ts';

export interface CodeViewProps extends Omit<ScriptViewProps, 'provideHelp'> {
  help?: ScriptHelp | undefined;
}

/** The script editor with completion for references. Loaded only by `import()`. */
export function CodeView({ help, ...props }: CodeViewProps) {
  const latest = useRef(help);
  latest.current = help;
  return <ScriptView {...props} provideHelp={(languages, model) => provideScriptHelp(languages, model, () => latest.current)} />;
}
