import { size } from '@portage/ui';
import { type NoteColor, noteColors, workflowLimits } from '@portage/workflow';
import type { NodeProps } from '@xyflow/react';
import { Trash2 } from 'lucide-react';
import { type CSSProperties, memo, type RefObject, useRef, useState } from 'react';
import { useFlow, useFlowContext } from '../flow-context.tsx';
import type { FlowNode } from '../flow-nodes.ts';
import { useFocusTarget } from '../nodes/use-focus-target.ts';
import { Grip, noteLooks, Paper, Tool, Tools } from './note-style.ts';
import { useNoteDrag } from './use-note-drag.ts';

const KEYS =
  'Enter edits it, arrows move it, Alt and arrows resize it, C changes its colour, Delete deletes it, Escape returns to the step.';

/** A note on the canvas: a text on colored paper, behind the cards. */
export const NoteNode = memo(function NoteNode({ data }: NodeProps<FlowNode>) {
  const { key, stepKey = '', noteIndex = 0 } = data;
  const { noting, actions } = useFlowContext();
  const paper = useRef<HTMLDivElement>(null);
  const writer = useRef<HTMLTextAreaElement>(null);
  const [focusTarget] = useState(() => ({
    get current() {
      return writer.current ?? paper.current;
    },
  }));
  useFocusTarget(key, focusTarget);
  const note = useFlow((state) => state.stepByKey.get(stepKey)?.notes?.[noteIndex]);
  const stepName = useFlow((state) => state.stepByKey.get(stepKey)?.stepId ?? '');
  const isEditable = useFlow((state) => state.isEditable);
  const isWriting = useFlow((state) => state.writingNote === key);
  const drag = useNoteDrag(key, paper);
  if (!note) return null;
  const noteColor = note.color ?? 'Yellow';
  return (
    <Paper
      ref={paper}
      style={getNoteStyle(noteColor)}
      role="group"
      aria-label={`Note at ${stepName}: ${note.text || 'empty'}`}
      aria-description={isEditable ? KEYS : undefined}
      tabIndex={-1}
      className={isEditable ? 'nopan' : undefined}
      data-note
      data-editable={isEditable || undefined}
      onFocus={(event) => (event.target === event.currentTarget ? actions.focus(key) : undefined)}
      onPointerDown={isEditable && !isWriting ? drag.move : undefined}
      onDoubleClick={() => noting.write(key)}
    >
      {isWriting ? (
        <NoteText noteKey={key} writer={writer} text={note.text} onDone={() => paper.current?.focus({ preventScroll: true })} />
      ) : (
        <p>{note.text}</p>
      )}
      {isEditable ? (
        <>
          <Tools data-tools onPointerDown={(event) => event.stopPropagation()} onDoubleClick={(event) => event.stopPropagation()}>
            {noteColors.map((one) => (
              <Tool
                key={one}
                type="button"
                aria-label={one}
                aria-pressed={one === noteColor}
                title={one}
                style={getNoteStyle(one)}
                onClick={() => noting.change(key, { color: one })}
              >
                <i aria-hidden />
              </Tool>
            ))}
            <Tool type="button" aria-label="Delete the note" title="Delete the note" onClick={() => noting.remove(key)}>
              <Trash2 size={size.iconSmall} aria-hidden />
            </Tool>
          </Tools>
          <Grip data-grip aria-hidden onPointerDown={drag.resize} />
        </>
      ) : null}
    </Paper>
  );
});

interface NoteTextProps {
  noteKey: string;
  writer: RefObject<HTMLTextAreaElement | null>;
  text: string;
  onDone: () => void;
}

/** The field for a note's text; Escape and a click elsewhere close it. */
function NoteText({ noteKey, writer, text, onDone }: NoteTextProps) {
  const { noting } = useFlowContext();
  return (
    <textarea
      ref={writer}
      className="nopan nowheel nodrag"
      // biome-ignore lint/a11y/noAutofocus: it was asked for a moment ago.
      autoFocus
      aria-label="Text of the note"
      maxLength={workflowLimits.noteLength}
      value={text}
      onFocus={(event) => event.currentTarget.setSelectionRange(text.length, text.length)}
      onChange={(event) => noting.setText(noteKey, event.target.value)}
      onBlur={() => noting.write(null)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key !== 'Escape') return;
        event.preventDefault();
        noting.write(null);
        onDone();
      }}
    />
  );
}

function getNoteStyle(noteColor: NoteColor): CSSProperties {
  const { paper, edge } = noteLooks[noteColor];
  return { '--paper': paper, '--edge': edge } as CSSProperties;
}
