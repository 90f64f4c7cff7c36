import { Upload } from 'lucide-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import styled from 'styled-components';
import { Button } from '../button/button.tsx';
import { color, radius, size, space } from '../theme/tokens.ts';

const Zone = styled.div<{ $isOver: boolean }>`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(3)};
  padding: ${space(3)};
  border: ${size.hairline} dashed ${({ $isOver }) => ($isOver ? color.focus : color.lineStrong)};
  border-radius: ${radius.control};
  background: ${({ $isOver }) => ($isOver ? color.hover : 'transparent')};
`;
const Words = styled.div`
  flex: 1 1 ${size.label};
  min-width: 0;
  overflow-wrap: anywhere;
`;

export interface FilePickerProps {
  label: string;
  accept: string;
  onPick: (file: File) => unknown;
  isBusy?: boolean;
  children: ReactNode;
  actions?: ReactNode;
  picture?: ReactNode;
}

/** One file, picked with a button or dropped (spec CTYPE-10: single-file). */
export function FilePicker({ label, accept, onPick, isBusy = false, children, actions, picture }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const drag = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(event.type === 'dragover');
  };
  return (
    <Zone
      $isOver={isOver}
      onDragOver={drag}
      onDragLeave={drag}
      onDrop={(event) => {
        drag(event);
        const [file] = event.dataTransfer.files;
        if (file) void onPick(file);
      }}
    >
      {picture}
      <Words>{children}</Words>
      <Button icon={<Upload aria-hidden />} isPending={isBusy} onPress={() => input.current?.click()}>
        {label}
      </Button>
      {actions}
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-label={label}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          // The same file can be picked again after it was fixed.
          event.currentTarget.value = '';
          if (file) void onPick(file);
        }}
      />
    </Zone>
  );
}
