import { font, Hint, IconButton, Problem, Stack, Star, visuallyHidden } from '@portage/ui';
import { insertFormula, insertReference, type ReferenceProblem, referenceProblems, wrappedReference, writePath } from '@portage/workflow';
import { Braces } from 'lucide-react';
import { useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react';
import styled from 'styled-components';
import { ChipLayer } from './chips/chip-layer.tsx';
import { chipPieces } from './chips/chip-pieces.ts';
import { ChipOverlay } from './chips/placed-chips.tsx';
import { selectionAt } from './chips/selection-at.ts';
import { useWrittenChips } from './chips/use-written-chips.ts';
import { bringsValue, broughtValue, caretAt } from './drop/dragged-value.ts';
import { CompletionList, optionId } from './field/completion-list.tsx';
import { expressionRows } from './field/expression-rows.ts';
import { markPieces } from './field/mark-pieces.ts';
import { MarkedArea } from './field/marked-area.tsx';
import { useCompletions } from './field/use-completions.ts';
import { ValuePreview } from './field/value-preview.tsx';
import { writeText } from './field/write-text.ts';
import { useSampleScope } from './use-sample-scope.ts';
import type { InsertTarget, ValueFieldProps } from './value-types.ts';
import { useSelectorTarget, useValueActions, useValues } from './values-context.ts';

const Label = styled.label<{ $isHidden: boolean }>`
  font-size: ${font.size.small};
  font-weight: ${font.weight.medium};
  ${({ $isHidden }) => $isHidden && visuallyHidden}
`;
/** More mistakes are only marked in the text. */
const MOST_MESSAGES = 3;
/** The selection; the end of the text if the person hasn't placed the caret yet, because browsers then have it at the beginning. */
function caretIn({ value, selectionStart, selectionEnd, dataset }: HTMLTextAreaElement): [start: number, end: number] {
  return dataset.caretSet === undefined && selectionEnd === 0 ? [value.length, value.length] : [selectionStart, selectionEnd];
}

const noProblems: readonly ReferenceProblem[] = [];

/** A field for text with references and formulas (docs/guide/expressions.md): marks, completes and checks them, and shows the result. */
export function ValueField(props: ValueFieldProps) {
  const { label, value, onChange, stepId, kind = 'expression', name, hint, placeholder, errorMessage, onBlur } = props;
  const { isRequired = false, isReadOnly = false, isDisabled = false, isLabelHidden = false, isArea = false } = props;
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const anchor = useRef<HTMLSpanElement>(null);
  const chipLayer = useRef<HTMLDivElement>(null);
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const { stepNames, steps, availableOf, samples, hasHiddenSteps, iconOf } = useValues();
  const actions = useValueActions();
  const isOpen = useSelectorTarget()?.id === id;
  const available = availableOf(stepId);
  const shownText = useDeferredValue(value);
  const scope = useSampleScope(stepId, shownText);
  const completions = useCompletions(area, available, scope);
  const isSettled = useSettled(value, isFocused);

  const problems = useMemo(
    () => (hasHiddenSteps ? noProblems : referenceProblems(value, stepNames, available)),
    [value, stepNames, available, hasHiddenSteps],
  );
  const shown = isSettled && !completions.isOpen ? problems : noProblems;
  const pieces = useMemo(() => markPieces(value, shown), [value, shown]);
  const isWritten = isFocused || isDraggedOver;
  const chips = useMemo(() => chipPieces(value, scope, problems), [value, scope, problems]);
  const written = useWrittenChips(area, chips, isFocused);
  const first = shown.find(({ severity }) => severity === 'error') ?? shown[0];
  const ownMessages = first ? shown.slice(0, MOST_MESSAGES) : [];
  // The check of the whole workflow reports the same, without the position.
  const givenMessage = first && first.message === errorMessage ? undefined : errorMessage;
  const isInvalid = errorMessage !== undefined || first?.severity === 'error';
  const used = useMemo(() => available.steps.filter(({ step }) => shownText.includes(step.stepId)), [available, shownText]);

  const target: InsertTarget = {
    id,
    label,
    stepId,
    language: 'expression',
    get element() {
      return area.current ?? document.body;
    },
    insertPath(root, keys) {
      const element = area.current;
      if (!element) return;
      writeText(element, insertReference(element.value, ...caretIn(element), writePath(root, keys)));
      written.putPenDown();
    },
    insertFormula(formula) {
      const element = area.current;
      if (element) writeText(element, insertFormula(element.value, ...caretIn(element), formula));
    },
    readArgument: () => (area.current ? wrappedReference(area.current.value, ...caretIn(area.current)) : null),
    focus: () => area.current?.focus(),
  };

  const chipIconOf = (stepName: string) => {
    const step = steps.find(({ stepId: name }) => name === stepName);
    return step && iconOf ? iconOf(step.type) : null;
  };
  function coverOf() {
    if (isWritten) return <ChipOverlay chips={written.chips} area={area} iconOf={chipIconOf} />;
    return chips ? <ChipLayer pieces={chips} iconOf={chipIconOf} layerRef={chipLayer} /> : null;
  }
  const describedBy = [hint && `${id}-hint`, givenMessage && `${id}-error`, first && `${id}-problem`].filter(Boolean).join(' ');
  const listId = `${id}-list`;
  return (
    <Stack $gap={1} data-value-field={id}>
      <Label htmlFor={id} $isHidden={isLabelHidden}>
        {label}
        {isRequired ? <Star /> : null}
      </Label>
      <MarkedArea
        id={id}
        name={name}
        value={value}
        placeholder={placeholder}
        readOnly={isReadOnly}
        disabled={isDisabled}
        aria-required={isRequired || undefined}
        spellCheck={false}
        autoCapitalize="none"
        autoCorrect="off"
        autoComplete="off"
        aria-invalid={isInvalid || undefined}
        aria-describedby={describedBy || undefined}
        aria-autocomplete="list"
        {...(completions.isOpen && {
          role: 'combobox',
          'aria-expanded': true,
          'aria-haspopup': 'listbox',
          'aria-controls': listId,
          'aria-activedescendant': completions.active >= 0 ? optionId(listId, completions.active) : undefined,
        })}
        onChange={(event) => {
          onChange(event.target.value);
          completions.update();
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          const isLine = (kind === 'template' || kind === 'address') && !isArea && event.key === 'Enter';
          if (completions.handleKey(event)) {
            event.preventDefault();
            event.stopPropagation();
          } else if (written.handleKey(event) || isLine) event.preventDefault();
        }}
        onSelect={() => completions.isOpen && completions.update()}
        onMouseDown={(event) => {
          written.onMouseDown();
          const pressed = event.button === 0 && chipLayer.current && selectionAt(chipLayer.current, event.clientX, event.clientY);
          if (!pressed) return;
          // The text is positioned differently from its chips, so the browser would misplace the caret.
          event.preventDefault();
          event.currentTarget.focus();
          event.currentTarget.setSelectionRange(pressed.start, pressed.end);
        }}
        onClick={(event) => written.onClick(event.detail)}
        onDragEnter={(event) => setIsDraggedOver(!isReadOnly && !isDisabled && bringsValue(event.dataTransfer))}
        onDragLeave={() => setIsDraggedOver(false)}
        onDrop={(event) => {
          setIsDraggedOver(false);
          const brought = bringsValue(event.dataTransfer) ? broughtValue(event.dataTransfer) : null;
          if (!brought || isReadOnly || isDisabled) return;
          event.preventDefault();
          const element = event.currentTarget;
          const at = caretAt(element, event.clientX, event.clientY);
          writeText(element, insertReference(element.value, at, at, writePath(brought.root, brought.keys)));
          written.putPenDown();
        }}
        onFocus={() => {
          setIsFocused(true);
          actions?.retarget(target);
        }}
        onBlur={() => {
          setIsFocused(false);
          completions.close();
          onBlur?.();
        }}
        areaRef={area}
        anchorRef={anchor}
        anchor={completions.anchor}
        pieces={pieces}
        bounds={expressionRows(value, kind, isArea)}
        isInvalid={isInvalid}
        cover={coverOf()}
        corner={
          actions && !isReadOnly && !isDisabled ? (
            <IconButton
              label={`Insert a value into ${label}`}
              icon={<Braces aria-hidden />}
              size="dense"
              aria-expanded={isOpen}
              onPress={() => (isOpen ? actions.closeSelector() : actions.openSelector(target))}
            />
          ) : null
        }
      />
      {completions.isOpen ? (
        <CompletionList
          id={listId}
          label={`Values for ${label}`}
          options={completions.options}
          active={completions.active}
          steps={steps}
          iconOf={iconOf}
          anchor={anchor}
          onAccept={completions.accept}
        />
      ) : null}
      {hint ? (
        <Hint id={`${id}-hint`} $size="tiny">
          {hint}
        </Hint>
      ) : null}
      {givenMessage ? (
        <Problem id={`${id}-error`} $size="tiny" $breaks>
          {givenMessage}
        </Problem>
      ) : null}
      {first ? (
        <div id={`${id}-problem`}>
          {ownMessages.map(({ severity, message, start }) => (
            <Problem key={start} $size="tiny" $breaks $color={severity === 'error' ? 'danger' : 'warning'}>
              {`${message} (character ${start + 1})`}
            </Problem>
          ))}
        </div>
      ) : null}
      <ValuePreview
        text={shownText}
        kind={kind}
        scope={scope}
        origin={available.records ? 'record' : (used.map(({ step }) => samples.origins[step.stepId]).find(Boolean) ?? 'schema')}
        isReading={used.some(({ step }) => samples.isReading(step.stepId))}
      />
    </Stack>
  );
}

const SETTLE_MS = 700;

/** False while the person types: half a reference isn't a mistake yet. */
function useSettled(text: string, isFocused: boolean): boolean {
  const [settledText, setSettledText] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettledText(text), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return !isFocused || settledText === text;
}
