import { Button, Dialog, Hint } from '@portage/ui';
import { type ReactNode, useState } from 'react';
import { CodeBox, type CodeBoxProps } from './code-box.tsx';

export function CodeField(props: CodeBoxProps) {
  const [isLarge, setIsLarge] = useState(false);
  const { label } = props;
  if (props.isLarge) return <CodeBox {...props} />;
  if (!isLarge) return <CodeBox {...props} onLarge={() => setIsLarge(true)} />;
  return (
    <>
      <Hint $size="tiny">{label} is open in a larger window.</Hint>
      <LargerWindow title={label} onClose={() => setIsLarge(false)}>
        <CodeBox {...props} isLarge isLabelHidden />
      </LargerWindow>
    </>
  );
}

export function LargerWindow({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  return (
    <Dialog
      isOpen
      isWide
      title={title}
      onClose={onClose}
      actions={
        <Button variant="primary" onPress={onClose}>
          Done
        </Button>
      }
    >
      {children}
    </Dialog>
  );
}
