import { useHost } from '@portage/area-kit';
import { useValueActions } from '@portage/mapping-editor/value-field';
import { Button, IconButton, Inline, LoadingBoundary } from '@portage/ui';
import { writePath } from '@portage/workflow';
import { ChevronDown, ChevronUp, FlaskConical, PanelRightClose, PanelRightOpen } from 'lucide-react';
import { lazy, type ReactNode, type RefObject, useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { shortcutText } from '../canvas/keys/shortcuts.ts';
import { useStepTest } from '../run/use-step-test.tsx';
import { useEditorStore } from '../state/editor-context.tsx';
import type { EditorStep } from '../state/editor-state.ts';
import type { StepTest } from '../state/step-tests.ts';
import { neighborOf } from './neighbor-of.ts';
import type { Picked } from './pane-data.tsx';
import { PaneSeparator } from './pane-separator.tsx';
import { Bar, Pane, PaneBody, Panes, PaneTitle } from './pane-style.ts';
import { type PaneName, PaneTabs, paneWords } from './pane-tabs.tsx';
import { usePaneKeys } from './use-pane-keys.ts';
import { findPanel, usePaneLayout } from './use-pane-layout.ts';

const InPane = lazy(() => import('./in-pane.tsx').then((file) => ({ default: file.InPane })));
const OutPane = lazy(() => import('./out-pane.tsx').then((file) => ({ default: file.OutPane })));

/** Tests that have opened the pane with their result. */
const shownTests = new WeakSet<StepTest>();

export interface Handover {
  clientId: string;
  pane: PaneName;
}

/** What the panes beside the form show of the step: a key in the form mostly changes none of it, and then they aren't rendered again. */
export type PaneStep = Pick<EditorStep, 'clientId' | 'stepId' | 'type'>;

export interface StepPanesProps {
  step: EditorStep;
  /** The pane in which a key has just opened the step; any other way of opening shows the form first. */
  handover: RefObject<Handover | null>;
  renderHead: (controls: ReactNode) => ReactNode;
  form: ReactNode;
}

/** The open step between its data: what reaches it, its form, and what it returned. */
export function StepPanes({ step, handover, renderHead, form }: StepPanesProps) {
  const id = useId();
  const { notify } = useHost();
  const store = useEditorStore();
  const panes = useRef<HTMLDivElement>(null);
  const layout = usePaneLayout(panes);
  const testing = useStepTest(step);
  const actions = useValueActions();
  const [pane, setPane] = useState<PaneName>(() => (handover.current?.clientId === step.clientId ? handover.current.pane : 'form'));
  const outPane = useRef<HTMLElement>(null);
  const { isWide, sizes } = layout;
  const { canTest } = testing;
  const { clientId } = step;

  const widthPx = isWide ? sizes.in + sizes.form + sizes.out : null;
  useLayoutEffect(() => {
    const panel = findPanel(panes.current);
    const frame = panel?.parentElement;
    panel?.toggleAttribute('data-wide', widthPx !== null);
    panel?.toggleAttribute('data-tests-step', canTest);
    if (widthPx === null) frame?.style.removeProperty('--step-panel');
    else frame?.style.setProperty('--step-panel', `${widthPx}px`);
    return () => {
      frame?.style.removeProperty('--step-panel');
    };
  }, [widthPx, canTest]);

  // A run up to or from here that was started from a menu shows its result.
  const { last } = testing;
  useEffect(() => {
    if ((last?.kind !== 'upTo' && last?.kind !== 'from') || shownTests.has(last)) return;
    shownTests.add(last);
    setPane('out');
  }, [last]);

  function test(): void {
    // A focused field that is about to be hidden would lose the focus to the page.
    const isInForm = document.activeElement?.closest('[data-pane="form"]') != null;
    if (!isWide) flushSync(() => setPane('out'));
    if (!isWide && isInForm) outPane.current?.focus();
    testing.start();
  }
  const go = useCallback(
    (by: 1 | -1) => {
      const next = neighborOf(store.getState().steps, clientId, by);
      if (next === null) return;
      handover.current = { clientId: next, pane };
      store.open(next);
    },
    [store, clientId, pane, handover],
  );
  usePaneKeys(panes, { test: canTest ? test : null, go });
  // The validity indicator shows the problems of the form.
  useEffect(() => store.onRequest((request) => request.kind === 'reveal' && request.id === clientId && setPane('form')), [store, clientId]);

  const { stepId, type } = step;
  const insert = useCallback(
    async ({ root, keys }: Picked): Promise<void> => {
      const target = actions?.lastTarget(stepId) ?? null;
      if (!target) {
        try {
          await navigator.clipboard.writeText(`$${writePath(root, keys)}`);
          notify.success('Expression copied. Click a field first to insert values into it.');
        } catch {
          notify.warning('Click a field first: values are inserted into the field that you used last.');
        }
        return;
      }
      if (!isWide) flushSync(() => setPane('form'));
      target.insertPath(root, keys);
    },
    [actions, stepId, isWide, notify],
  );

  const arePanesDue = useAfterPaint();
  const paneStep = useMemo((): PaneStep => ({ clientId, stepId, type }), [clientId, stepId, type]);
  const { written, write, isStarting } = testing;
  const inPane = useMemo(
    () => <InPane step={paneStep} testing={{ canTest, written, write }} onInsert={insert} />,
    [paneStep, canTest, written, write, insert],
  );
  const outPaneContent = useMemo(() => <OutPane step={paneStep} testing={{ last, isStarting }} />, [paneStep, last, isStarting]);

  const controls = (
    <Inline $gap={1} $isNowrap>
      {canTest ? (
        <Button size="dense" icon={<FlaskConical aria-hidden />} isPending={isStarting} aria-keyshortcuts="Control+Enter" onPress={test}>
          Test step
        </Button>
      ) : null}
      <IconButton label={`Previous step (${shortcutText('Alt+↑')})`} size="dense" icon={<ChevronUp aria-hidden />} onPress={() => go(-1)} />
      <IconButton label={`Next step (${shortcutText('Alt+↓')})`} size="dense" icon={<ChevronDown aria-hidden />} onPress={() => go(1)} />
      {layout.canBeWide ? (
        <IconButton
          label={isWide ? 'Show only one pane' : 'Show the data beside the form'}
          size="dense"
          icon={isWide ? <PanelRightClose aria-hidden /> : <PanelRightOpen aria-hidden />}
          onPress={() => {
            layout.setIsWide(!isWide);
            store.request({ kind: 'makeRoom' });
          }}
        />
      ) : null}
    </Inline>
  );

  function paneProps(name: PaneName) {
    return {
      id: `${id}-${name}`,
      'data-pane': name,
      tabIndex: -1,
      ...(isWide
        ? { 'aria-label': paneWords[name], $widthPx: sizes[name] }
        : { role: 'tabpanel', 'aria-labelledby': `${id}-tab-${name}`, hidden: pane !== name, $widthPx: null }),
    };
  }
  const isShown = (name: PaneName) => arePanesDue && (isWide || pane === name);
  return (
    <>
      {renderHead(isWide ? controls : null)}
      {isWide ? null : (
        <Bar>
          <PaneTabs id={id} selected={pane} onSelect={setPane} />
          {controls}
        </Bar>
      )}
      <Panes ref={panes}>
        {isWide ? <PaneSeparator label="Width of In" edge="start" widthPx={sizes.in} onMove={layout.move} /> : null}
        <Pane {...paneProps('in')}>
          {isWide ? <PaneTitle>In</PaneTitle> : null}
          {isShown('in') ? (
            <PaneBody>
              <LoadingBoundary>{inPane}</LoadingBoundary>
            </PaneBody>
          ) : null}
        </Pane>
        {isWide ? <PaneSeparator label="Width of In and Form" edge="in" widthPx={sizes.form} onMove={layout.move} /> : null}
        <Pane {...paneProps('form')}>{form}</Pane>
        {isWide ? <PaneSeparator label="Width of Form and Out" edge="out" widthPx={sizes.out} onMove={layout.move} /> : null}
        <Pane {...paneProps('out')} ref={outPane}>
          {isWide ? <PaneTitle>Out</PaneTitle> : null}
          {isShown('out') ? (
            <PaneBody>
              <LoadingBoundary>{outPaneContent}</LoadingBoundary>
            </PaneBody>
          ) : null}
        </Pane>
      </Panes>
      {testing.question}
    </>
  );
}

/** False until the panel is on the screen: the form comes first, and the data beside it takes longer to draw. */
function useAfterPaint(): boolean {
  const [isPainted, setIsPainted] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setIsPainted(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  return isPainted;
}
